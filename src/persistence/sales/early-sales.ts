import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';

/** Sales whose time no report has, from before it was checked, and the first of them. */
export interface EarlySales {
  readonly sales: number;
  readonly numbers: readonly string[];
}

/** So many numbers are listed. */
const MOST = 20;

/** By the index of the time: a start reads it. */
const READ = `
  select (select count(*)::int from sale where sold_at < $1) as sales,
         (select coalesce(json_agg(number), '[]')
            from (select number from sale where sold_at < $1 order by sold_at, created_at, id limit ${MOST}) s) as numbers`;

/** Finds the sales from before a time; undefined where there are none. */
export async function findEarlySales(db: Queryable, before: Date): Promise<EarlySales | undefined> {
  const found = await row<EarlySales>(db, READ, [before]);
  return found && found.sales > 0 ? found : undefined;
}
