import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';

/** Sales from before a time, and the numbers of the first of them. */
export interface SalesBefore {
  readonly sales: number;
  readonly numbers: readonly string[];
}

/** Numbers that are listed. */
const MOST = 20;

/** Uses the index of the time, because every start of the service reads it. */
const READ = `
  select (select count(*)::int from sale where sold_at < $1) as sales,
         (select coalesce(json_agg(number), '[]')
            from (select number from sale where sold_at < $1 order by sold_at, created_at, id limit ${MOST}) s) as numbers`;

/** Finds the sales from before a time; undefined if there are none. */
export async function findSalesBefore(db: Queryable, before: Date): Promise<SalesBefore | undefined> {
  const found = await row<SalesBefore>(db, READ, [before]);
  return found && found.sales > 0 ? found : undefined;
}
