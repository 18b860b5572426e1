import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

/** Who is signed in; what opens comes with its first use. */
export function Account() {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return <AccountButton onClick={() => setWanted(true)} />;
  return (
    <Suspense fallback={<AccountButton />}>
      <AccountMenu />
    </Suspense>
  );
}
