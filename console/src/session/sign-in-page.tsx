import { useText } from '../text/index.tsx';
import { Entrance } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  /** Whether somebody has signed out. */
  readonly left: boolean;
  /** Runs with each key that is typed. */
  readonly onInput: () => void;
}

export function SignInPage({ left, onInput }: Props) {
  const { t } = useText();
  return (
    <Entrance
      title={t('signIn.title')}
      text={left ? t('signIn.signedOut') : undefined}
      foot={
        <details>
          <summary>{t('signIn.firstTime')}</summary>
          {t('signIn.first')}
        </details>
      }
    >
      <div onInput={onInput}>
        <SignInForm />
      </div>
    </Entrance>
  );
}
