import type { AdminRole, AdminStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Tone } from '../ui/tone.tsx';

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

const TONES = { ACTIVE: 'good', SUSPENDED: 'care', DISABLED: 'bad' } as const;

export function AdminStatusBadge({ status }: { readonly status: AdminStatus }) {
  const { word } = useText();
  return <Tone tone={TONES[status]}>{word('AdminStatus', status)}</Tone>;
}

/** Whether the password is one that has to be replaced. */
export function PasswordMark({ mustChangePassword }: { readonly mustChangePassword: boolean }) {
  const { t } = useText();
  return mustChangePassword ? <Tone tone="care">{t('team.oneTime')}</Tone> : t('team.own');
}
