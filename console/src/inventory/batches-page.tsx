import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { batchList } from './batch-list.tsx';

export default function BatchesPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/inventory' });
  return isHere ? <ListPage def={batchList} /> : null;
}
