import type { Pool } from 'pg';
import { AHEAD } from './presence-time.ts';

/** So many rows are locked at once. */
const BATCH = 10_000;

/** The latest time that a clock can believe: of the instance's and the database's, the later one. */
const PRESENT = 'greatest($1::timestamptz, now())';
/** In the order of heartbeats, and without those that one is being written for. */
const CORRECT = `
  with future as materialized (
    select device_id from device_presence
     where last_seen_at > ${PRESENT} + ${AHEAD}
     order by device_id limit ${BATCH} for no key update skip locked
  )
  update device_presence p set last_seen_at = ${PRESENT} from future where p.device_id = future.device_id`;

/**
 * Corrects presences that lie in the future, because the clock of an instance was ahead: such a device was last seen at the
 * present at the latest. Otherwise it would count as online again once that time has come, whether it lives or not.
 * @returns how many there were
 */
export async function correctPresences(pool: Pick<Pool, 'query'>, now: Date): Promise<number> {
  let corrected = 0;
  for (;;) {
    const { rowCount } = await pool.query(CORRECT, [now]);
    corrected += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return corrected;
  }
}
