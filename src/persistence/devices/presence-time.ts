/**
 * SQL: Unix milliseconds after which a presence is invalid, because the clock of its instance or device was ahead. By
 * the database's clock, which all instances share, plus twice the tolerance of a proof.
 */
export const FUTURE_MS = `(date_part('epoch', now()) * 1000 + 600000)`;

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
