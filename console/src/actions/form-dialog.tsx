import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type TextKey, useText } from '../text/index.tsx';
import { fieldSentenceOf, type Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import type { FormProps, Outcome } from './action.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface Props extends FormProps {
  readonly label: TextKey;
  readonly warning?: ReactNode;
  readonly isDangerous?: boolean;
  /** The fields of the form, each with whether it still has to be filled in. */
  readonly fields?: Readonly<Record<string, boolean>>;
  readonly onSubmit: () => Promise<Outcome>;
  /** What the secret of the outcome is. */
  readonly secret?: { readonly title: TextKey; readonly text: TextKey; readonly noted: TextKey };
  readonly children?: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** The frame of an action's own form: what is missing, what failed, and a secret that is shown once. */
export function FormDialog(props: Props) {
  const { record, label, warning, isDangerous, fields = {}, onSubmit, onDone, onClose, secret, children } = props;
  const text = useText();
  const { t } = text;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [shown, setShown] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.values(fields).some((isMissing) => isMissing)) return;
    setBusy(true);
    const outcome = await onSubmit();
    setBusy(false);
    setProblem(outcome.problem);
    onDone([outcome]);
    if (outcome.problem) return;
    if (outcome.secret) return setShown(outcome.secret);
    notifications.show({ color: 'karvon', title: t('action.done', { name: t(label) }), message: record.name });
    onClose();
  }

  const errorOf = (field: string) => {
    const wrong = problem?.fields.find(({ path }) => path === field);
    if (wrong) return fieldSentenceOf(wrong, text);
    return isTried && fields[field] ? t('form.required') : undefined;
  };
  if (shown && secret) return <SecretDialog {...secret} name={record.name} value={shown} onNoted={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t(label)} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {record.name && (
            <Text size="sm" c="dimmed">
              {record.name}
            </Text>
          )}
          {warning && (
            <Alert color="orange" variant="light" p="sm">
              {warning}
            </Alert>
          )}
          {problem?.fields.every(({ path }) => !(path in fields)) && <ProblemAlert problem={problem} />}
          {children?.(errorOf)}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy}>
              {t(label)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
