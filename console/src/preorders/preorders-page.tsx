import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { useListState } from '../list/use-list-state.ts';
import { Bar } from './bar.tsx';
import { preorderList } from './preorder-list.tsx';

export default function PreordersPage(): ReactNode {
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/preorders' });
  return isHere ? <Listed /> : null;
}

function Listed() {
  const state = useListState(preorderList);
  return <ListPage def={preorderList} bar={<Bar view="list" state={state} />} />;
}
