import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import type { Client } from '@urql/core';
import { Provider } from 'urql';
import '../api/client.ts';
import { session, type Viewer } from '../session/session.ts';
import { ViewerContext } from '../session/use-session.ts';
import { askEarly } from '../today/questions.ts';
import { ZoneContext } from '../ui/time.tsx';
import { firstScreen, router } from './router.tsx';

// The file of the screen is on its way while the frame is drawn. Of whoever signs in first, the screen is not known yet.
const opened = window.location.pathname.slice('/console'.length);
if (session.get().phase !== 'signedOut') void router.preloadRoute({ to: opened.length > 1 ? opened : '/today' });

// So are the answers of the first screen, from the moment that it is known who asks.
function ask(): void {
  const now = session.get();
  if (now.phase !== 'signedIn') return;
  forget();
  const next = opened.length > 1 ? opened : firstScreen();
  if (next === '/today') askEarly(now.client, now.viewer);
}
const forget = session.subscribe(ask);
ask();

interface Props {
  readonly client: Client;
  readonly viewer: Viewer;
}

/** All screens, for an admin who is signed in. Its file is not needed before. */
export default function SignedIn({ client, viewer }: Props) {
  return (
    <Provider value={client} key={viewer.admin.id}>
      <ViewerContext.Provider value={viewer}>
        <ZoneContext.Provider value={viewer.preferences.timeZone ?? viewer.timeZone}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </ZoneContext.Provider>
      </ViewerContext.Provider>
    </Provider>
  );
}
