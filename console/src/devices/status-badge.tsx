import type { DeviceStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';

const TONES: Readonly<Record<DeviceStatus, Tone>> = {
  ACTIVE: 'good',
  CLAIMED: 'good',
  READY: 'calm',
  SOLD: 'calm',
  INVENTORY: 'still',
  RETURNED: 'care',
  REPAIR: 'care',
  SUSPENDED: 'care',
  REVOKED: 'bad',
  RETIRED: 'still',
};

export function StatusBadge({ status }: { readonly status: DeviceStatus }) {
  const { word } = useText();
  return <ToneBadge tone={TONES[status]}>{word('DeviceStatus', status)}</ToneBadge>;
}

export function Online({ presence }: { readonly presence: { readonly online: boolean } | null | undefined }) {
  const { t } = useText();
  if (!presence) return <span className={classes.dim}>{t('device.never')}</span>;
  return (
    <span className={classes.online} data-on={presence.online || undefined}>
      <span aria-hidden />
      {t(presence.online ? 'device.online' : 'device.offline')}
    </span>
  );
}
