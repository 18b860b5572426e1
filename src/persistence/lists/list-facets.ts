import { facetValue, facetValues } from '../../model/facets.ts';
import type { FacetCounts } from '../../model/ports.ts';
import { allOf, joinSql, neededOf, type SqlFragment, sql, tablesSql, trustedSql } from '../sql/sql.ts';
import { askedOf, conditionsOf, partsOf } from './list-conditions.ts';
import type { ListQuery } from './list-definition.ts';
import type { FilterNode } from './list-filter.ts';
import { searchedRows } from './list-search.ts';
import { talliedOf } from './list-total.ts';
import type { RecordList } from './record-list.ts';

/** The number of matching records with a value of a field. */
export interface FacetRow {
  /** Which of the fields. */
  readonly field: number;
  readonly value: string | null;
  readonly count: number;
}

/** What a list is counted by, under the same filter and search as its page. */
type FacetQuery = Pick<ListQuery, 'where' | 'within' | 'filter' | 'search'>;

/**
 * The statement of the facets of a list: rows of `FacetRow`. A condition on a facet's own field does not count, so that whoever chose one value sees
 * how many records have the others. Fields without such a condition share one reading of the rows; a tally is read where it knows all
 * that is asked.
 */
export function facetsSql(list: RecordList, fields: readonly string[], query: FacetQuery, now: Date): SqlFragment {
  const { filter, within } = query;
  const asked = fields.map((name, at) => {
    const own = { filter: withoutField(filter, name), within: withoutField(within, name) };
    return { name, at, query: { ...query, ...own }, isOwn: own.filter !== filter || own.within !== within };
  });
  const shared = asked.filter(({ isOwn }) => !isOwn);
  const groups = [...(shared.length > 0 ? [shared] : []), ...asked.filter(({ isOwn }) => isOwn).map((each) => [each])];
  const parts = groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const tallied = talliedOf(list, { ...first.query, take: 1 }, now);
    const ofTally = group.filter(({ name }) => tallied?.tally.fields[name]);
    const ofRows = group.filter((each) => !ofTally.includes(each));
    return [
      ...ofTally.map(({ name, at }) => {
        const { tally, rows } = tallied ?? {};
        const column = tally?.fields[name]?.column ?? trustedSql('null');
        // Words that no record has any more are in the tally until it is folded.
        return sql`select ${numbered(at)}, (${column})::text as value, sum(${tally?.table ?? trustedSql('k')}.count)::int as count ${rows ?? trustedSql('')} group by 2`;
      }),
      ...(ofRows.length > 0 ? [countedRows(list, ofRows, first.query, now)] : []),
    ];
  });
  return joinSql(parts, ' union all ');
}

/** Several fields of the same rows, which are read once. */
function countedRows(
  list: RecordList,
  fields: readonly { readonly name: string; readonly at: number }[],
  query: FacetQuery,
  now: Date,
): SqlFragment {
  const columns = fields.map(
    ({ name }, at) => sql`(${list.fields[name]?.column ?? trustedSql('null')})::text as ${trustedSql(`f${at}`)}`,
  );
  return countsOf(
    matchingRows(list, columns, query, now),
    fields.map(({ at }) => at),
  );
}

/** The number of rows with each value of columns `f0`, `f1` and so on. @param at which field each column is of */
export function countsOf(rows: SqlFragment, at: readonly number[]): SqlFragment {
  const names = at.map((_, column) => `f${column}`);
  // A bit of `grouping` is 0 for the column that a row groups by.
  const isOf = (name: string) => `grouping(${name}) = 0`;
  const field = trustedSql(
    `(case ${names.map((name, column) => `when ${isOf(name)} then ${at[column]}`).join(' ')} end)`,
  );
  const value = trustedSql(`(case ${names.map((name) => `when ${isOf(name)} then ${name}`).join(' ')} end)`);
  const sets = trustedSql(names.map((name) => `(${name})`).join(', '));
  return sql`select ${field}::int as field, ${value} as value, count(*)::int as count from (${rows}) matching group by grouping sets (${sets})`;
}

function matchingRows(list: RecordList, columns: readonly SqlFragment[], query: FacetQuery, now: Date): SqlFragment {
  const asked = askedOf(list, query, now);
  if (asked.search !== undefined && (list.searchAcross ?? []).length > 0)
    return searchedRows(partsOf(list, asked, asked.search), columns);
  const conditions = conditionsOf(list, asked);
  const tables = tablesSql(neededOf(list, [...columns, ...conditions]));
  return sql`select ${joinSql(columns, ', ')} from ${tables} where ${allOf(conditions)}`;
}

function numbered(at: number): SqlFragment {
  return trustedSql(`${at} as field`);
}

/** A filter without the conditions on a field that all records have to meet; the same where there are none. */
export function withoutField(filter: FilterNode | undefined, name: string): FilterNode | undefined {
  if (!filter) return filter;
  const { [name]: own, ...others } = filter;
  const parts = filter.and?.map((part) => withoutField(part, name) ?? part);
  const isSame = own === undefined && (parts ?? []).every((part, at) => part === filter.and?.[at]);
  return isSame ? filter : { ...others, ...(parts ? { and: parts } : {}) };
}

/** The facets of a list, with every value of each field in its order. */
export function facetsOf({ model }: RecordList, fields: readonly string[], rows: readonly FacetRow[]): FacetCounts[] {
  return fields.map((field, at) => {
    const own = rows.filter((row) => row.field === at);
    const values = facetValues(model, field).map((value) => ({
      value,
      count: own.reduce((sum, row) => sum + (facetValue(model, field, row.value) === value ? row.count : 0), 0),
    }));
    return { field, values };
  });
}
