import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { SignInDocument } from '../api/generated/session-session.ts';
import { guestClient } from '../api/guest-client.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { signedIn } from './session.ts';

/** E-mail and password. @param email of whoever was signed in before */
export function SignInForm({ email = '' }: { readonly email?: string }) {
  const { t } = useText();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() ? null : t('form.required')),
      password: (value) => (value ? null : t('form.required')),
    },
  });

  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    const { error } = await guestClient().mutation(SignInDocument, { input: values }).toPromise();
    const found = problemOf(error);
    setProblem(found);
    if (!found) await signedIn(values.password);
    setBusy(false);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && <ProblemAlert problem={problem} />}
        <TextInput
          key={form.key('email')}
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          data-autofocus={email === '' || undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          key={form.key('password')}
          label={t('signIn.password')}
          autoComplete="current-password"
          data-autofocus={email !== '' || undefined}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isBusy} fullWidth mt={4}>
          {t('signIn.do')}
        </Button>
      </Stack>
    </form>
  );
}
