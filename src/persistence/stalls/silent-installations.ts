import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../sql/query.ts';

/** How long a state may be silent, and how long it may be stuck, in milliseconds. */
export interface SilenceRow {
  readonly status: string;
  readonly silenceMs: number;
  readonly patienceMs: number;
}

export interface SilentRow {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
}

/**
 * Installations under way that said nothing for too long: not marked as stuck yet, or stuck for too long. Not locked.
 * @param limit the longest silent ones first
 */
export function findSilent(
  em: EntityManager,
  timers: readonly SilenceRow[],
  now: Date,
  limit: number,
): Promise<SilentRow[]> {
  return rows(
    em,
    `select i.id, i.device_id as "deviceId", i.release_id as "releaseId"
       from unnest($1::text[], $2::bigint[], $3::bigint[]) as t (status, silence_ms, patience_ms)
       join installation i on i.status = t.status
      where i.status not in ('AVAILABLE', 'SUCCESS', 'FAILED', 'ROLLED_BACK') and i.closed_reason is null
        and case when i.stuck_since is null
              then coalesce(i.last_report_at, i.created_at) <= $4::timestamptz - t.silence_ms * interval '1 millisecond'
              else i.stuck_since <= $4::timestamptz - t.patience_ms * interval '1 millisecond'
            end
      order by i.last_report_at, i.id limit $5`,
    [
      timers.map(({ status }) => status),
      timers.map(({ silenceMs }) => silenceMs),
      timers.map(({ patienceMs }) => patienceMs),
      now,
      limit,
    ],
  );
}
