import { SyncIcon } from '@primer/octicons-react';
import { reachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import { useText } from '../text/index.tsx';
import { age } from './age.ts';
import { liveState } from './live.ts';
import classes from './live-badge.module.css';

/** Whether the screen follows changes, or how old it is. */
export function LiveBadge() {
  const { t } = useText();
  const state = useStore(liveState);
  const isReachable = useStore(reachability);
  const read = useStore(age);
  if (read && isReachable) {
    const asOf = t('live.asOf', { time: read.time });
    const again = t('live.readAgain');
    return (
      <span className={classes.badge}>
        <button type="button" aria-label={`${asOf} · ${again}`} title={again} onClick={read.readAgain}>
          {asOf} <SyncIcon size={12} />
        </button>
      </span>
    );
  }
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
