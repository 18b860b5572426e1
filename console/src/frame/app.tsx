import { Button, Center, Loader, useMantineColorScheme } from '@mantine/core';
import { CloudOfflineIcon } from '@primer/octicons-react';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../api/store.ts';
import { guestLanguage, keepLanguage } from '../session/guest-language.ts';
import { SCHEMES } from '../session/preferences.ts';
import { readViewer, type Session, session } from '../session/session.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { TextProvider, useText } from '../text/index.tsx';
import { loadProblemTexts } from '../text/problem.ts';
import { later } from '../ui/later.tsx';
import { Nothing } from '../ui/nothing.tsx';

const PasswordPage = lazy(() => import('../session/password-page.tsx'));
const signedIn = later(() => import('./signed-in.tsx'));

// What fails is loaded again when it is shown.
if (session.get().phase === 'loading') signedIn.load().catch(() => undefined);

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

function SignedIn(props: ComponentProps<ReturnType<typeof signedIn.shown>>) {
  // A component that changed would draw all of its screen anew.
  const [Page] = useState(signedIn.shown);
  return <Page {...props} />;
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
      return <SignInPage left={now.left} />;
    case 'password':
      return (
        <Suspense>
          <PasswordPage client={now.client} />
        </Suspense>
      );
    case 'signedIn':
      return (
        <Suspense fallback={<Waits />}>
          <SignedIn client={now.client} viewer={now.viewer} />
        </Suspense>
      );
  }
}
