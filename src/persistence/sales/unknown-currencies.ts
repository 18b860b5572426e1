import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';
import { tallyOf } from '../tallies.ts';

/** Currencies that are not three capital letters, from before they were checked, and the first sales in them. */
export interface UnknownCurrencies {
  readonly currencies: readonly { readonly currency: string; readonly sales: number }[];
  readonly numbers: readonly string[];
  /** The currency of the business settings, if it is such a currency. */
  readonly defaultCurrency: string | null;
}

/** So many of each are listed. */
const MOST = 20;
const isUnknown = (column: string) => `${column} collate "C" !~ '^[A-Z]{3}$'`;

/** Uses the tally, which has a few rows, and for each of its currencies an index, because every start of the service reads it. */
export const READ_UNKNOWN_CURRENCIES = `
  with odd as materialized (
    select k.currency, sum(k.count)::int as sales from ${tallyOf('sale')}
     where ${isUnknown('k.currency')} group by 1 having sum(k.count) > 0 order by 2 desc, 1 limit ${MOST})
  select (select coalesce(json_agg(odd), '[]') from odd) as currencies,
         (select coalesce(json_agg(number), '[]')
            from (select s.number
                    from odd cross join lateral (select number, created_at, id from sale where currency = odd.currency order by created_at, id limit ${MOST}) s
                   order by s.created_at, s.id limit ${MOST}) s) as numbers,
         (select default_currency from business_settings where ${isUnknown('default_currency')}) as "defaultCurrency"`;

/** Finds the sales that no total of a currency includes; undefined if there are none. */
export async function findUnknownCurrencies(db: Queryable): Promise<UnknownCurrencies | undefined> {
  const found = await row<UnknownCurrencies>(db, READ_UNKNOWN_CURRENCIES);
  return found && (found.currencies.length > 0 || found.defaultCurrency !== null) ? found : undefined;
}
