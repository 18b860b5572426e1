import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { teamList } from './team-list.tsx';

export default function TeamPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/team' });
  return isHere ? <ListPage def={teamList} /> : null;
}
