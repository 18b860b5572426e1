import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { releaseList } from './release-list.tsx';

export default function ReleasesPage(): ReactNode {
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/releases' });
  return isHere ? <ListPage def={releaseList} /> : null;
}
