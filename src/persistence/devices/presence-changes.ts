import type { Pool } from 'pg';
import type { PresenceChange } from '../../model/ports.ts';
import { Source, textOf, trustedSql } from '../sql/sql.ts';
import { AHEAD, isOnline } from './presence-time.ts';

/** Heartbeats commit after their receive time, and the clocks of instances differ. */
const SLACK_MS = 15_000;

export interface PresenceWatch {
  changes(now: Date): Promise<readonly PresenceChange[]>;
  forget(): void;
}

/** What was read at the last call. */
interface Known {
  readonly online: Set<string>;
  readonly at: Date;
  /** The oldest heartbeat that counted as online. */
  readonly since: Date;
}

const SINCE = `select $1::timestamptz - make_interval(mins => online_threshold_minutes) as since from business_settings`;

const presence = new Source('device_presence', 'p');
const IS_ONLINE = textOf(isOnline(presence, trustedSql('$1'), trustedSql(`$2::timestamptz + ${AHEAD}`)));
const ONLINE = `select device_id as id from device_presence p where ${IS_ONLINE}`;

/** Devices with a new heartbeat, and devices whose last heartbeat became too old, or recent enough by a changed setting. */
const TOUCHED = `
  select device_id as id, ${IS_ONLINE} as online from device_presence p
   where last_seen_at >= $3 or (last_seen_at >= $4 and last_seen_at <= $5)`;

/**
 * Compares the online devices with those of the last call. It reads the presences, because heartbeats send no notification: one
 * row for each device with a new heartbeat, never all of them.
 */
export function presenceWatch(pool: Pool): PresenceWatch {
  let known: Known | undefined;

  async function first(now: Date, since: Date): Promise<readonly PresenceChange[]> {
    const { rows } = await pool.query<{ id: string }>(ONLINE, [since, now]);
    known = { online: new Set(rows.map(({ id }) => id)), at: now, since };
    return [];
  }

  return {
    async changes(now) {
      const { rows: settings } = await pool.query<{ since: Date }>(SINCE, [now]);
      const since = settings[0]?.since ?? now;
      if (!known) return first(now, since);
      const { online, at, since: before } = known;
      const [older, younger] = before < since ? [before, since] : [since, before];
      // The earlier of the two times, in case the clock was set back.
      const { rows } = await pool.query<PresenceChange>(TOUCHED, [
        since,
        now,
        minus(new Date(Math.min(at.getTime(), now.getTime())), SLACK_MS),
        minus(older, SLACK_MS),
        younger,
      ]);
      const changes = rows.filter((change) => change.online !== online.has(change.id));
      for (const change of changes) {
        if (change.online) online.add(change.id);
        else online.delete(change.id);
      }
      known = { online, at: now, since };
      return changes;
    },
    forget() {
      known = undefined;
    },
  };
}

function minus(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() - milliseconds);
}
