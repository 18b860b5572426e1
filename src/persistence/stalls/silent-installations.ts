import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../sql/query.ts';

/** The maximum silence in a state, and the maximum time that it may be stuck, in milliseconds. */
export interface SilenceRow {
  readonly status: string;
  readonly silenceMs: number;
  /** Null: it stays stuck. */
  readonly patienceMs: number | null;
}

export interface SilentRow {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
}

/** As the partial indexes say it. */
const OPEN = `i.status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and i.closed_reason is null`;

/**
 * Open installations without a report for too long: not yet marked as stuck, or stuck for too long. Not locked.
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
      cross join lateral (
        (select i.id, i.device_id, i.release_id, coalesce(i.last_report_at, i.created_at) as since from installation i
          where i.status = t.status and ${OPEN} and i.stuck_since is null
            and coalesce(i.last_report_at, i.created_at) <= $4::timestamptz - t.silence_ms * interval '1 millisecond'
            and (i.first_match_at is null or i.first_match_at <= $4::timestamptz - t.silence_ms * interval '1 millisecond')
          order by coalesce(i.last_report_at, i.created_at) limit $5)
        union all
        (select i.id, i.device_id, i.release_id, coalesce(i.last_report_at, i.created_at) from installation i
          where i.status = t.status and ${OPEN} and i.stuck_since is not null
            and i.stuck_since <= $4::timestamptz - t.patience_ms * interval '1 millisecond'
          order by i.stuck_since limit $5)) i
      order by i.since, i.id limit $5`,
    [
      timers.map(({ status }) => status),
      timers.map(({ silenceMs }) => silenceMs),
      timers.map(({ patienceMs }) => patienceMs),
      now,
      limit,
    ],
  );
}
