import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import type { Client } from '@urql/core';
import { Provider } from 'urql';
import '../api/client.ts';
import { session, type Viewer } from '../session/session.ts';
import { ViewerContext } from '../session/use-session.ts';
import { ZoneContext } from '../ui/time.tsx';
import { router } from './router.tsx';

// The file of the screen is on its way while the frame is drawn. Of whoever signs in first, the screen is not known yet.
const opened = window.location.pathname.slice('/console'.length);
if (session.get().phase !== 'signedOut') void router.preloadRoute({ to: opened.length > 1 ? opened : '/today' });

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
