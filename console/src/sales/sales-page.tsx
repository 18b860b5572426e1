import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { saleList } from './sale-list.tsx';

export default function SalesPage(): ReactNode {
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/sales' });
  return isHere ? <ListPage def={saleList} /> : null;
}
