import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { useMay } from '../session/use-session.ts';
import { installationListFor } from './installation-list.tsx';

export default function InstallationsPage(): ReactNode {
  const mayReadDevices = useMay()('getDevice');
  const def = useMemo(() => installationListFor(mayReadDevices), [mayReadDevices]);
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/installations' });
  return isHere ? <ListPage def={def} /> : null;
}
