import { type Source, type SqlFragment, sql } from '../sql/sql.ts';

/** A time that is so much later than the present was written by a clock that was ahead. Twice the tolerance of a proof. */
export const AHEAD_MS = 600_000;

/**
 * SQL: Unix milliseconds after which a presence is invalid, because the clock of its instance or device was ahead. By
 * the database's clock, which all instances share.
 */
export const FUTURE_MS = `(date_part('epoch', now()) * 1000 + ${AHEAD_MS})`;

/** The same as SQL. */
export const AHEAD = `interval '${AHEAD_MS} milliseconds'`;

/**
 * SQL: true if a device counts as online. One that announced its shutdown does not, and one whose
 * heartbeat lies in the future does not: when it really was, nothing says (future-presences.ts).
 * @param since expression of the oldest heartbeat that counts
 * @param until expression of the newest one: the present and AHEAD
 */
export function isOnline(presence: Source, since: SqlFragment, until: SqlFragment): SqlFragment {
  const seen = sql`${presence}.last_seen_at`;
  return sql`${seen} >= ${since} and ${seen} <= ${until} and ${presence}.status <> 'shutdown'`;
}

/**
 * SQL: true if a heartbeat replaces the stored one: it is newer, or the stored one lies in the future and the new one
 * does not.
 * @param timestamp expression of the new time, Unix milliseconds
 * @param stored expression of the stored one
 */
export function replacesPresence(timestamp: string, stored: string): string {
  return `(${timestamp} > ${stored} or (${stored} > ${FUTURE_MS} and ${timestamp} <= ${FUTURE_MS}))`;
}

/** SQL: the time a device was last seen; the row `p` is its presence. @param seenAt expression of the new time */
export function lastSeen(seenAt: string): string {
  return `case when p.last_timestamp_ms > ${FUTURE_MS} then ${seenAt} else greatest(p.last_seen_at, ${seenAt}) end`;
}
