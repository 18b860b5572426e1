import { MAX_TOTALS } from '../../model/limits.ts';
import type { CurrencyTotals } from '../../model/ports.ts';
import { fieldsWith } from '../../model/record.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import type { Tallied } from './list-total.ts';
import { requireExact } from './list-values.ts';
import { type RecordList, sqlOfField } from './record-list.ts';

/** The totals of the records that match, for each currency: those with the most records first. @param matching from `from` on */
export function totalsSql({ model, source }: RecordList, matching: SqlFragment): SqlFragment {
  const sums = fieldsWith(model, 'sum').map((name) => summed(name, source.sums?.[name] ?? sqlOfField(name, source)));
  const columns = [sql`${sqlOfField('currency', source)} as currency`, sql`count(*)::int as count`, ...sums];
  return sql`select ${joinSql(columns, ', ')} ${matching} group by 1 order by 2 desc, 1 limit ${MAX_TOTALS}`;
}

/** The same of a tally; undefined where it does not sum all fields of the list. */
export function talliedTotalsSql({ model }: RecordList, { tally, rows }: Tallied): SqlFragment | undefined {
  const { currency } = tally.fields;
  const names = fieldsWith(model, 'sum');
  const known = names.flatMap((name) => tally.sums?.[name] ?? []);
  if (!currency || known.length < names.length) return undefined;
  const sums = names.map((name, at) => summed(name, known[at] ?? trustedSql('null')));
  const count = sql`sum(${tally.table}.count)`;
  const columns = [sql`${currency.column} as currency`, sql`${count}::int as count`, ...sums];
  // Words that no record has any more are in the tally until it is folded.
  return sql`select ${joinSql(columns, ', ')} ${rows} group by 1 having ${count} <> 0 order by 2 desc, 1 limit ${MAX_TOTALS}`;
}

/** Beyond what JSON carries without loss a sum stays there: `exactTotals` refuses it, and PostgreSQL can cast it. */
function summed(name: string, value: SqlFragment): SqlFragment {
  const beyond = trustedSql(`${Number.MAX_SAFE_INTEGER} + 1)::bigint as "${name}"`);
  return sql`least(coalesce(sum(${value}), 0), ${beyond}`;
}

/** The totals of a list. @throws ListQueryError for a sum that JSON does not carry without loss */
export function exactTotals<Totals extends CurrencyTotals>(totals: readonly Totals[]): Totals[] {
  for (const { currency, ...sums } of totals) {
    for (const [name, sum] of Object.entries(sums)) requireExact('totals', `${name} in ${currency}`, Number(sum));
  }
  return [...totals];
}
