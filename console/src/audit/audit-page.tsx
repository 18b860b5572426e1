import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { useViewer } from '../session/use-session.ts';
import { auditListFor } from './audit-list.tsx';

export default function AuditPage(): ReactNode {
  const { role } = useViewer();
  const def = useMemo(() => auditListFor(role), [role]);
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/audit' });
  return isHere ? <ListPage def={def} /> : null;
}
