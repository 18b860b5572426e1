import { RouterProvider } from '@tanstack/react-router';
import type { Client } from '@urql/core';
import { lazy, Suspense } from 'react';
import { Provider } from 'urql';
import type { Viewer } from '../session/session.ts';
import { ViewerContext } from '../session/use-session.ts';
import { useAfterPaint } from '../ui/after-paint.ts';
import { ZoneContext } from '../ui/zone-context.ts';
import { router } from './router.tsx';

// The file of the screen is on its way while the frame is drawn.
const opened = window.location.pathname.slice('/console'.length);
if (opened.length > 1) void router.preloadRoute({ to: opened });

const Notifications = lazy(() => import('./notifications.tsx'));

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
          <Messages />
          <RouterProvider router={router} />
        </ZoneContext.Provider>
      </ViewerContext.Provider>
    </Provider>
  );
}

/** What actions have done. None has, before the screen is painted. */
function Messages() {
  const isPainted = useAfterPaint();
  return <Suspense>{isPainted && <Notifications position="bottom-right" />}</Suspense>;
}
