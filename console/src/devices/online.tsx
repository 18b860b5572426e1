import { useText } from '../text/index.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';

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
