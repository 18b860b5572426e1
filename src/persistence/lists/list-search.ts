import { allOf, joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { columnsOf, matching, orderOfFound, type Reading, rowsInOrder, type Window, window } from './list-reading.ts';
import { TABLE } from './list-tables.ts';

/** Rows that an index of text finds: tables with the list's own among them, and all conditions. */
export interface Branch {
  readonly from: string;
  readonly conditions: readonly SqlFragment[];
}

/**
 * The keys of a page of what contains a text. PostgreSQL cannot tell how many rows do, and both ways are slow for the wrong
 * text: a rare one is found by its index and sorted, and a common one by walking along the order until the page is full. A
 * sample of the table decides; a small table has none, and is not walked.
 */
export function searchedKeys(reading: Reading, byIndex: readonly Branch[], { limit, skip }: Window): SqlFragment {
  const common = { ...reading, conditions: [sql`select yes from common`, ...reading.conditions] };
  return sql`${ifCommon(reading)}
    (select ${trustedSql(reading.id)} ${rowsInOrder(common, { limit, skip })})
    union all
    (select found.id from (${unionOf(byIndex, columnsOf(reading))} offset 0) found
      order by ${orderOfFound(reading.order)} ${window(limit, skip)})`;
}

/** The number of the rows that contain a text, where it is searched in several tables: the same two ways. */
export function searchedTotal(
  { from, conditions }: Branch,
  { tieBreak, byIndex }: { readonly tieBreak: string; readonly byIndex: readonly Branch[] },
): SqlFragment {
  const byRow = allOf([sql`select yes from common`, ...conditions]);
  return sql`(${ifCommon({ from, conditions, after: [] })} select ((select count(*) from ${trustedSql(from)} where ${byRow})
    + (select count(*) from (${unionOf(byIndex, trustedSql(tieBreak))}) found))::int)`;
}

function unionOf(branches: readonly Branch[], columns: SqlFragment): SqlFragment {
  const selects = branches.map(({ from, conditions }) => {
    const rare = allOf([sql`not (select yes from common)`, ...conditions]);
    return sql`select ${columns} from ${trustedSql(from)} where ${rare}`;
  });
  return joinSql(selects, ' union ');
}

type Sampled = Pick<Reading, 'from' | 'conditions' | 'after'>;

function ifCommon(sampled: Sampled): SqlFragment {
  return sql`with common as materialized (select ${isCommon(sampled)} as yes)`;
}

/** Whether an eighth of a sample of the table matches, which an empty one does not. */
function isCommon({ from, ...conditions }: Sampled): SqlFragment {
  const sample = trustedSql(from.replace(TABLE, '$& tablesample system (0.03) repeatable (1)'));
  return sql`(select count(*) filter (where ${matching(conditions)}) * 8 > count(*) from ${sample})`;
}
