import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useClosedElsewhere } from './use-closed-elsewhere.ts';

interface Props {
  readonly title: string;
  /** What it is about: the name or the number of a record. */
  readonly subject?: ReactNode;
  readonly warning?: ReactNode;
  /** What went wrong, apart from what is said at a field. */
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  readonly isOff?: boolean;
  /** Whether something was typed: the form asks before it is left. One that is open for a word or two does without. */
  readonly isChanged?: boolean;
  /** What sends it, where that is not called as the dialog is. */
  readonly submitLabel?: string;
  /** What leaves it, where nothing is cancelled by that. */
  readonly closeLabel?: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The dialog of every form. */
export function FormDialog({ title, subject, warning, problem, isBusy, isDangerous, isOff, ...props }: Props) {
  const { t } = useText();
  const { isChanged } = props;
  const [isClosing, setClosing] = useState(false);
  const close = isChanged ? () => setClosing(true) : props.onClose;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isOff) props.onSubmit();
  };
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {subject && (
            <Text size="sm" c="dimmed">
              {subject}
            </Text>
          )}
          {warning && (
            <Alert color="orange" variant="light" p="sm">
              {warning}
            </Alert>
          )}
          {problem && <ProblemAlert problem={problem} />}
          {props.children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {props.closeLabel ?? t('form.cancel')}
            </Button>
            <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy} disabled={isOff}>
              {props.submitLabel ?? title}
            </Button>
          </Group>
        </Stack>
      </form>
      {isChanged !== undefined && (
        <Guard isChanged={isChanged} isClosing={isClosing} onStay={() => setClosing(false)} onLeave={props.onClose} />
      )}
    </Modal>
  );
}

interface GuardProps {
  readonly isChanged: boolean;
  readonly isClosing: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function Guard(props: GuardProps) {
  const isOver = useRef(false);
  useClosedElsewhere(props.onLeave);
  return <LeaveGuard {...props} isOver={isOver} />;
}
