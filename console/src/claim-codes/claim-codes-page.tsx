import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListPage } from '../list/list-page.tsx';
import { claimCodeList } from './claim-code-list.tsx';

export default function ClaimCodesPage(): ReactNode {
  // A list that was left by the menu begins anew; going back restores it by its address.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === '/claim-codes' });
  return isHere ? <ListPage def={claimCodeList} /> : null;
}
