import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CreateButton } from '../actions/create-button.tsx';
import { ListPage } from '../list/list-page.tsx';
import { createAdmin } from './actions.ts';
import { teamList } from './team-list.tsx';

export default function TeamPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/team' });
  const [made, setMade] = useState(0);
  if (!isHere) return null;
  return (
    <ListPage
      key={made}
      def={teamList}
      tools={<CreateButton action={createAdmin} onMade={() => setMade((before) => before + 1)} />}
    />
  );
}
