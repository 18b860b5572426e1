import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CreateButton } from '../actions/create-button.tsx';
import { ListPage } from '../list/list-page.tsx';
import { createServiceAccount } from './actions.ts';
import { serviceAccountList } from './service-account-list.tsx';

export default function ServiceAccountsPage(): ReactNode {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/service-accounts' });
  const [made, setMade] = useState(0);
  if (!isHere) return null;
  return (
    <ListPage
      key={made}
      def={serviceAccountList}
      tools={<CreateButton action={createServiceAccount} onMade={() => setMade((before) => before + 1)} />}
    />
  );
}
