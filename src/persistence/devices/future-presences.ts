import type { Pool } from 'pg';
import { AHEAD } from './presence-time.ts';

/** So many rows are locked at once. */
const BATCH = 10_000;

/** The later of the instance's time and the database's: a presence beyond it lies in the future. */
const PRESENT = 'greatest($1::timestamptz, now())';
/** In the order in which heartbeats lock them, without the rows that a heartbeat is writing. */
const CORRECT = `
  with future as materialized (
    select device_id from device_presence
     where last_seen_at > ${PRESENT} + ${AHEAD}
     order by device_id limit ${BATCH} for no key update skip locked
  )
  update device_presence p set last_seen_at = ${PRESENT} from future where p.device_id = future.device_id`;

/**
 * Corrects presences that lie in the future, because the clock of an instance was ahead: the device was last seen now at the
 * latest. Otherwise it would count as online again when that time comes, even if it is dead.
 * @returns the number of corrected presences
 */
export async function correctPresences(pool: Pick<Pool, 'query'>, now: Date): Promise<number> {
  let corrected = 0;
  for (;;) {
    const { rowCount } = await pool.query(CORRECT, [now]);
    corrected += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return corrected;
  }
}
