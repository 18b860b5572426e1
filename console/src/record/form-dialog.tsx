import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';

interface Props {
  readonly title: string;
  /** The record that it is about. */
  readonly subject: string;
  readonly warning?: ReactNode;
  /** What went wrong, apart from what is said at a field. */
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  readonly isOff?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog of a form for one record. */
export function FormDialog({ title, subject, warning, problem, isBusy, isDangerous, isOff, ...props }: Props) {
  const { t } = useText();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isOff) props.onSubmit();
  };
  return (
    <Modal opened onClose={props.onClose} title={title} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed" className="k-mono">
            {subject}
          </Text>
          {warning && (
            <Alert color="orange" variant="light" p="sm">
              {warning}
            </Alert>
          )}
          {problem && <ProblemAlert problem={problem} />}
          {props.children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={props.onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy} disabled={isOff}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
