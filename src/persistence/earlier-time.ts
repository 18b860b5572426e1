import type { Queryable } from '../model/ports.ts';
import { row } from './sql/query.ts';

/**
 * The earlier of the instance's time and the database's. Deletions of expired rows use it: a clock that is ahead must not delete
 * a row too early.
 */
export async function earlierTime(db: Queryable, now: Date): Promise<Date> {
  const found = await row<{ time: Date }>(db, 'select least($1::timestamptz, now()) as time', [now]);
  return found?.time ?? now;
}
