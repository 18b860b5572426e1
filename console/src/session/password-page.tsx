import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Client } from '@urql/core';
import { useState } from 'react';
import { ChangePasswordDocument } from '../api/generated/session-session.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { fieldSentenceOf } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { Entrance } from './entrance.tsx';
import { signedIn } from './session.ts';

interface Props {
  readonly client: Client;
  /** That of the sign-in just before. */
  readonly oneTime: string | undefined;
}

/** A one-time password has to be replaced before anything else. It is asked for only where nobody has just signed in with it. */
export default function PasswordPage({ client, oneTime }: Props) {
  const text = useText();
  const { t } = text;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [isKnown, setKnown] = useState(oneTime !== undefined);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: oneTime ?? '', newPassword: '', again: '' },
    validate: {
      currentPassword: (value) => (value ? null : t('form.required')),
      newPassword: (value) => (value ? null : t('form.required')),
      again: (value, { newPassword }) => (value === newPassword ? null : t('password.differs')),
    },
  });

  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    setBusy(true);
    const { error } = await client
      .mutation(ChangePasswordDocument, { input: { currentPassword, newPassword } })
      .toPromise();
    const found = problemOf(error);
    setProblem(found);
    if (found?.code === 'INVALID_CREDENTIALS') setKnown(false);
    for (const field of found?.fields ?? []) form.setFieldError(field.path, fieldSentenceOf(field, text));
    if (!found) await signedIn();
    setBusy(false);
  });

  return (
    <Entrance title={t('password.title')} text={t('password.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {problem && problem.fields.length === 0 && <ProblemAlert problem={problem} />}
          {!isKnown && (
            <PasswordInput
              visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
              key={form.key('currentPassword')}
              label={t('password.current')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('currentPassword')}
            />
          )}
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            key={form.key('newPassword')}
            data-autofocus={isKnown || undefined}
            label={t('password.new')}
            description={t('password.hint')}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            key={form.key('again')}
            label={t('password.repeat')}
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          <Button type="submit" loading={isBusy} fullWidth mt={4}>
            {t('password.do')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
