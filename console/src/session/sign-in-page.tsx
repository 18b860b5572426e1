import { useText } from '../text/index.tsx';
import { Entrance } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ left }: { readonly left: boolean }) {
  const { t } = useText();
  return (
    <Entrance title={t('signIn.title')} text={left ? t('signIn.signedOut') : undefined} foot={t('signIn.first')}>
      <SignInForm />
    </Entrance>
  );
}
