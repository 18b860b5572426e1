import type { AdminRole, AdminStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import '../text/staff-enums.ts';
import '../text/team.ts';

export const ROLES: readonly AdminRole[] = [
  'SUPER_ADMIN',
  'ADMIN',
  'OPERATIONS',
  'SALES',
  'SUPPORT',
  'FIRMWARE_MANAGER',
  'VIEWER',
];
export const ADMIN_STATUSES: readonly AdminStatus[] = ['ACTIVE', 'SUSPENDED', 'DISABLED'];

/** Whether the password is one that has to be replaced. */
export function PasswordMark({ mustChangePassword }: { readonly mustChangePassword: boolean }) {
  const { t } = useText();
  return mustChangePassword ? <ToneBadge tone="care">{t('team.oneTime')}</ToneBadge> : t('team.own');
}
