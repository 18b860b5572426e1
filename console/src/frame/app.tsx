import { Button, Center, Loader, useMantineColorScheme } from '@mantine/core';
import { CloudOfflineIcon } from '@primer/octicons-react';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Provider } from 'urql';
import { useStore } from '../api/store.ts';
import { guestLanguage, keepLanguage } from '../session/guest-language.ts';
import { SCHEMES } from '../session/preferences.ts';
import { readViewer, type Session, session } from '../session/session.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { ViewerContext } from '../session/use-session.ts';
import { TextProvider, useText } from '../text/index.tsx';
import { loadProblemTexts } from '../text/problem.ts';
import { Nothing } from '../ui/nothing.tsx';
import { ZoneContext } from '../ui/time.tsx';
import { router } from './router.tsx';

const PasswordPage = lazy(() => import('../session/password-page.tsx'));

/** The page for whoever is there: nobody, somebody with a temporary password, or an admin. */
export function App() {
  const now = useStore(session);
  const guest = useStore(guestLanguage);
  const { setColorScheme } = useMantineColorScheme();
  const preferences = now.phase === 'signedIn' ? now.viewer.preferences : undefined;
  const language = preferences?.language ?? guest;
  const theme = preferences?.theme;
  useEffect(() => void readViewer(), []);
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

function Shown({ now }: { readonly now: Session }) {
  const { t } = useText();
  switch (now.phase) {
    case 'loading':
      return (
        <Center h="100dvh" role="status" aria-label={t('app.loading')}>
          <Loader size="sm" color="gray" />
        </Center>
      );
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
        <Provider value={now.client}>
          <Suspense>
            <PasswordPage />
          </Suspense>
        </Provider>
      );
    case 'signedIn':
      return (
        <Provider value={now.client} key={now.viewer.admin.id}>
          <ViewerContext.Provider value={now.viewer}>
            <ZoneContext.Provider value={now.viewer.preferences.timeZone ?? now.viewer.timeZone}>
              <RouterProvider router={router} />
            </ZoneContext.Provider>
          </ViewerContext.Provider>
        </Provider>
      );
  }
}
