import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { serviceAccountList } from './service-account-list.tsx';

export default function ServiceAccountsPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/service-accounts' });
  return isHere ? <ListPage def={serviceAccountList} /> : null;
}
