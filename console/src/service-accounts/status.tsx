import type { AdminRole, ServiceAccountStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import '../text/service-accounts.ts';
import '../text/staff-enums.ts';

export const ROLES: readonly AdminRole[] = [
  'VIEWER',
  'SUPPORT',
  'SALES',
  'OPERATIONS',
  'FIRMWARE_MANAGER',
  'ADMIN',
  'SUPER_ADMIN',
];
export const STATUSES: readonly ServiceAccountStatus[] = ['ACTIVE', 'EXPIRED', 'REVOKED'];

export function RoleName({ role }: { readonly role: AdminRole }) {
  const { word } = useText();
  return word('AdminRole', role);
}

export function LastUsed({ at }: { readonly at: string | null }) {
  const { t } = useText();
  return at ? <Time at={at} ago /> : t('script.never');
}
