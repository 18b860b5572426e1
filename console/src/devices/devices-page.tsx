import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { deviceList } from './device-list.tsx';

export default function DevicesPage(): ReactNode {
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/devices' });
  return isHere ? <ListPage def={deviceList} /> : null;
}
