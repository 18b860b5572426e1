import { MAX_TOTALS } from '../../model/limits.ts';
import { fieldsWith } from '../../model/record.ts';
import { type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type RecordList, sqlOfField } from './record-list.ts';

/** The totals of the records that match, for each currency: those with the most records first. @param matching from `from` on */
export function totalsSql({ model, source }: RecordList, matching: SqlFragment): SqlFragment {
  // At the end of what JSON carries without loss a sum stays there.
  const sums = fieldsWith(model, 'sum').map((name) => {
    const summed = source.sums?.[name] ?? sqlOfField(name, source);
    return `least(coalesce(sum(${summed}), 0), ${Number.MAX_SAFE_INTEGER})::bigint as "${name}"`;
  });
  const columns = [`${sqlOfField('currency', source)} as currency`, 'count(*)::int as count', ...sums];
  return sql`select ${trustedSql(columns.join(', '))} ${matching} group by 1 order by 2 desc, 1 limit ${MAX_TOTALS}`;
}
