import { Button, Center, Loader, useMantineColorScheme } from '@mantine/core';
import { CloudOfflineIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useStore } from '../api/store.ts';
import { guestLanguage, keepLanguage } from '../session/guest-language.ts';
import { SCHEMES } from '../session/preferences.ts';
import { readViewer, type Session, session } from '../session/session.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { TextProvider, useText } from '../text/index.tsx';
import { loadProblemTexts } from '../text/problem.ts';
import { opensToday } from '../today/first-questions.ts';
import { askEarly } from '../today/questions.ts';
import { Nothing } from '../ui/nothing.tsx';
import { pageFile, usePageFile } from './page-file.ts';

const passwordPage = pageFile(() => import('../session/password-page.tsx'));
/** All screens. */
const screens = pageFile(() => import('./signed-in.tsx'));

/** Loads what follows the sign-in, before it is needed. */
export const loadScreens = () => screens.load().catch(() => undefined);

// The answers of the first screen are on their way from the moment that it is known who asks, not only when it is drawn.
const forget = session.subscribe(() => {
  const now = session.get();
  if (now.phase !== 'signedIn') return;
  forget();
  if (opensToday(now.viewer)) askEarly(now.client, now.viewer);
});

/** The page for whoever is there: nobody, somebody with a temporary password, or an admin. */
export function App() {
  const now = useStore(session);
  const guest = useStore(guestLanguage);
  const { setColorScheme } = useMantineColorScheme();
  const preferences = now.phase === 'signedIn' ? now.viewer.preferences : undefined;
  const language = preferences?.language ?? guest;
  const theme = preferences?.theme;
  useEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
    if (language !== 'en') void loadProblemTexts();
  }, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter is new in each rendering
  useEffect(() => {
    if (theme) setColorScheme(SCHEMES[theme]);
  }, [theme]);
  return (
    <TextProvider language={language}>
      <Shown now={now} />
    </TextProvider>
  );
}

function Waits() {
  const { t } = useText();
  return (
    <Center h="100dvh" role="status" aria-label={t('app.loading')}>
      <Loader size="sm" color="gray" />
    </Center>
  );
}

type Phase<Name extends Session['phase']> = Extract<Session, { readonly phase: Name }>;

function TemporaryPassword({ client, oneTime }: Phase<'password'>) {
  const PasswordPage = usePageFile(passwordPage);
  return PasswordPage ? <PasswordPage client={client} oneTime={oneTime} /> : <Waits />;
}

function SignedIn({ client, viewer }: Phase<'signedIn'>) {
  const Screens = usePageFile(screens);
  return Screens ? <Screens client={client} viewer={viewer} /> : <Waits />;
}

function Shown({ now }: { readonly now: Session }) {
  const { t } = useText();
  switch (now.phase) {
    case 'loading':
      return <Waits />;
    case 'unreachable':
      return (
        <main>
          <Nothing
            icon={CloudOfflineIcon}
            title={t('state.unreachable')}
            action={<Button onClick={() => void readViewer()}>{t('state.retry')}</Button>}
          >
            {t('state.unreachableText')}
          </Nothing>
        </main>
      );
    case 'signedOut':
      return <SignInPage left={now.left} onInput={() => void loadScreens()} />;
    case 'password':
      return <TemporaryPassword {...now} />;
    case 'signedIn':
      return <SignedIn {...now} />;
  }
}
