import type { Queryable } from '../model/ports.ts';
import { row } from './sql/query.ts';

/**
 * The earlier of two times: the instance's and the database's. By it something has expired that cannot come back: one clock that is
 * ahead must not end it early.
 */
export async function earlierTime(db: Queryable, now: Date): Promise<Date> {
  const found = await row<{ time: Date }>(db, 'select least($1::timestamptz, now()) as time', [now]);
  return found?.time ?? now;
}
