import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient } from 'urql';
import { ChangeMyPasswordDocument } from '../api/generated/me-me.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { fieldSentenceOf } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import '../text/field-names.ts';
import '../text/me.ts';

/** Changes the viewer's own password. */
export function PasswordCard() {
  const text = useText();
  const { t } = text;
  const client = useClient();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', again: '' },
    validate: {
      currentPassword: (value) => (value ? null : t('form.required')),
      newPassword: (value) => (value ? null : t('form.required')),
      again: (value, { newPassword }) => (value === newPassword ? null : t('password.differs')),
    },
  });
  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    setBusy(true);
    const { data, error } = await client
      .mutation(ChangeMyPasswordDocument, { input: { currentPassword, newPassword } })
      .toPromise();
    setBusy(false);
    const found = problemOf(error);
    setProblem(found);
    for (const field of found?.fields ?? []) form.setFieldError(field.path, fieldSentenceOf(field, text));
    if (found) return;
    form.reset();
    notifications.show({
      color: 'karvon',
      title: t('me.passwordChanged'),
      message: t('me.endedSessions', { n: data?.changePassword?.endedSessions ?? 0 }),
    });
  });
  return (
    <Card title={t('me.password')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={380}>
          {problem && problem.fields.length === 0 && <ProblemAlert problem={problem} />}
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            key={form.key('currentPassword')}
            label={t('me.currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            key={form.key('newPassword')}
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
          <Text size="xs" c="dimmed">
            {t('me.changePasswordText')}
          </Text>
          <div>
            <Button type="submit" loading={isBusy}>
              {t('me.changePassword')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
