import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { useViewer } from '../session/use-session.ts';
import { customerListFor } from './customer-list.tsx';

export default function CustomersPage(): ReactNode {
  const { permissions } = useViewer();
  const def = useMemo(() => customerListFor((operation) => permissions.includes(operation)), [permissions]);
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/customers' });
  return isHere ? <ListPage def={def} /> : null;
}
