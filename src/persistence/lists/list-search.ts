import {
  allOf,
  joinSql,
  leftJoin,
  neededOf,
  type Source,
  type SqlFragment,
  sourcesOf,
  sql,
  type Tables,
  tableSql,
  tablesSql,
  trustedSql,
} from '../sql/sql.ts';
import {
  amongFirst,
  columnsOf,
  matching,
  orderOfFound,
  type RowSource,
  rowsInOrder,
  type Window,
  window,
} from './row-source.ts';

/** Rows that an index of text finds. */
export interface Branch {
  /** The tables of the list. */
  readonly from: Tables;
  /** Another table that the text is found in: the list's column that holds its id, and the condition that finds the text. */
  readonly foundIn?: { readonly table: Source; readonly key: SqlFragment; readonly text: SqlFragment };
  /** All conditions of the list's tables. */
  readonly conditions: readonly SqlFragment[];
}

/** Of so many rows in the order, a page of what one in a hundred contains is found; of so many for each of its rows, one of what an eighth contains. */
const FIRST = 5_000;
const FIRST_FOR_EACH = 16;
/** A tenth of a million customers: with more ids, joining is quicker. */
const FEW_IDS = 100_000;

/**
 * The keys of a page of what contains a text. PostgreSQL cannot tell how many rows do, and both ways are slow for the wrong text: a
 * rare one is found by its indexes and sorted, and one that a hundredth of a sample of the table contains is looked for along the order
 * first. No further than it should be: rows with one text may lie together, in the sample as in the order; an order that no
 * index has is walked for what an eighth contains. A small table has no sample, and is not walked.
 */
export function searchedKeys(source: RowSource, byIndex: readonly Branch[], { limit, skip }: Window): SqlFragment {
  const most = limit + skip;
  const first = Math.max(FIRST, FIRST_FOR_EACH * most);
  const isFrequent = sql`select is_frequent from sampled`;
  const isIndexed = isOfOwn(source);
  const near = isIndexed
    ? amongFirst(source, first, isFrequent, { limit: most, skip: 0 })
    : rowsInOrder({ ...source, conditions: [isFrequent, ...source.conditions] }, { limit: most, skip: 0 });
  const columns = columnsOf(source);
  const isLeft = sql`(select count(*) from near) < ${trustedSql(String(most))}`;
  return sql`with sampled as materialized (${sampleOf(source, isIndexed ? 100 : 8)}), near as materialized (select ${columns} ${near})
    select found.id from (select * from near union ${joinSql(
      byIndex.map((branch) => branchOf(branch, columns, isLeft)),
      ' union ',
    )} offset 0) found
     order by ${orderOfFound(source.order)} ${window(limit, skip)}`;
}

/** Whether an order is of values of the list's own table that are never null, as an index of it has it. */
function isOfOwn({ joins, order }: RowSource): boolean {
  const sources = sourcesOf(order.keys.map(({ field }) => field.column));
  return order.keys.every(({ field }) => field.notNull) && !joins.some((join) => sources.has(join));
}

/** The tables and conditions of a branch. @param columns that are read */
function rowsOf({ from, foundIn, conditions }: Branch, columns: readonly SqlFragment[] = []): SqlFragment {
  const needed = neededOf(from, [...columns, ...conditions]);
  if (!foundIn) return sql`${tablesSql(needed)} where ${allOf(conditions)}`;
  const { table: found, key, text } = foundIn;
  const own = sql`join ${tableSql(needed.table)} on ${key} = ${found}.id`;
  return sql`${joinSql([tableSql(found), own, ...needed.joins.map(leftJoin)], ' ')} where ${allOf([text, ...conditions])}`;
}

function branchOf(branch: Branch, columns: SqlFragment, when: SqlFragment): SqlFragment {
  const rows = rowsOf(branch, [columns]);
  // Behind `offset 0` PostgreSQL evaluates `when` first, and starts the processes of a parallel plan only where it is true.
  return sql`select * from (select ${columns} from ${rows} offset 0) branch where ${when}`;
}

/** Whether one in so many rows of a sample of the table matches, which none of an empty one does. */
function sampleOf({ table, joins, ...conditions }: RowSource, rows: number): SqlFragment {
  const sampled = sql`${tableSql(table)} tablesample system (0.03) repeatable (1)`;
  return sql`select count(*) filter (where ${matching(conditions)}) * ${trustedSql(String(rows))} > count(*) as is_frequent from ${joinSql([sampled, ...joins.map(leftJoin)], ' ')}`;
}

/**
 * The number of rows in any of several branches, none of which has a row of another: each excludes the rows of those before it. PostgreSQL
 * expects ten ids in any array, and then excludes one row at a time: only the first branch, which excludes nothing, is counted by ids.
 */
export function searchedTotal([first, ...others]: readonly Branch[]): SqlFragment {
  const counts = [...(first ? [countByIds(first)] : []), ...others.map(countJoined)];
  return sql`(${joinSql(counts, ' + ')})::int`;
}

/** Columns of the rows in any of several branches, none of which has a row of another. */
export function searchedRows(branches: readonly Branch[], columns: readonly SqlFragment[]): SqlFragment {
  const selected = joinSql(columns, ', ');
  return joinSql(
    branches.map((branch) => sql`select ${selected} from ${rowsOf(branch, columns)}`),
    ' union all ',
  );
}

function countJoined(branch: Branch): SqlFragment {
  return sql`(select count(*) from ${rowsOf(branch)})`;
}

/** Up to FEW_IDS found records are an array, in whose order PostgreSQL reads an index; a join looks for one at a time, which takes twice as long. */
function countByIds(branch: Branch): SqlFragment {
  const { from, foundIn, conditions } = branch;
  if (!foundIn) return countJoined(branch);
  const { key, table, text } = foundIn;
  const all = [sql`${key} = any(few.ids)`, ...conditions];
  const ids = sql`select ${table}.id from ${tableSql(table)} where ${text} limit ${trustedSql(String(FEW_IDS + 1))}`;
  return sql`(with few as materialized (select array(${ids}) as ids)
    select case when cardinality(few.ids) <= ${trustedSql(String(FEW_IDS))}
      then (select count(*) from ${tablesSql(neededOf(from, all))} where ${allOf(all)}) else ${countJoined(branch)} end from few)`;
}
