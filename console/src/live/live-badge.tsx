import { reachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import { useText } from '../text/index.tsx';
import { liveState } from './live.ts';
import classes from './live-badge.module.css';

/** Whether the screen follows changes. */
export function LiveBadge() {
  const { t } = useText();
  const state = useStore(liveState);
  const isReachable = useStore(reachability);
  if (state === 'off' && isReachable) return null;
  const shown = isReachable ? state : 'offline';
  const name = {
    on: 'live.on',
    connecting: 'live.connecting',
    paused: 'live.paused',
    offline: 'live.offline',
    off: 'live.on',
  } as const;
  const isWell = shown === 'on' || shown === 'connecting';
  return (
    <span className={classes.badge} data-state={shown} role="status" title={isWell ? undefined : t('live.offlineText')}>
      <span className={classes.dot} aria-hidden />
      {t(name[shown])}
    </span>
  );
}
