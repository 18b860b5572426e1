import { type ListOrder, orderBy } from './list-order.ts';
import { allOf, joinSql, type SqlFragment, sql, toQuery, trustedSql } from './sql.ts';

/** Rows that an index of text finds: tables with the list's own among them, and all conditions. */
export interface Branch {
  readonly from: string;
  readonly conditions: readonly SqlFragment[];
}

/** What the rows of a page are found by. */
export interface PageSearch {
  /** The tables of the list, and its unique column. */
  readonly from: string;
  readonly tieBreak: string;
  readonly order: ListOrder;
  /** The conditions, to be checked row by row. */
  readonly conditions: readonly SqlFragment[];
  /** The same rows as a union of what indexes of text find; undefined where no text is searched. */
  readonly byIndex: readonly Branch[] | undefined;
  /** Whether the caller chose the order: an index may not have it, and what is sorted had better be short. */
  readonly isSorted: boolean;
  readonly limit: number;
  readonly skip: number;
}

/** From this many skipped rows on, they are skipped by key. */
const DEEP = 1_000;
/** A tie-break by which rows of a table are found; others are expressions. */
const COLUMN = /^\w+\.\w+$/;
/** The table of a list, before its joins. */
export const TABLE = /^\w+ \w+/;

/**
 * SQL of the rows of a page, from `from` on, in order. A deep page, one of a search and one in a chosen order are found by
 * key first: an index answers that alone or little is sorted, and only the rows of the page are read whole, with their joins.
 */
export function pageRows(page: PageSearch): SqlFragment {
  const { from, tieBreak, order, byIndex, isSorted, skip } = page;
  const [tables, key] = [trustedSql(from), trustedSql(tieBreak)];
  const inOrder = rowsInOrder(page);
  if (!COLUMN.test(tieBreak)) return inOrder;
  if (!byIndex && !isSorted && skip < DEEP) return inOrder;
  const lean = { ...page, from: neededTables(from, [...page.conditions, orderBy(order)]) };
  const keys = byIndex ? searchedKeys(page, byIndex) : sql`select ${key} ${rowsInOrder(lean)}`;
  return sql`from ${tables} where ${key} in (${keys}) order by ${orderBy(order)}`;
}

/** A table with left joins by one column each, which neither multiply nor filter its rows. */
const LEFT_JOINS = /^\w+ \w+(?: left join \w+ \w+ on [\w.]+ = [\w.]+)+$/;

/**
 * The tables of a list without the joins that no condition needs. PostgreSQL leaves them out as well, but goes on to read the
 * columns that they join by, which keeps an index from answering alone.
 */
export function neededTables(from: string, conditions: readonly SqlFragment[]): string {
  const table = TABLE.exec(from)?.[0];
  if (table === undefined || !LEFT_JOINS.test(from)) return from;
  const text = conditions.map((condition) => toQuery(condition).text).join(' ');
  const aliases = [...from.matchAll(/join \w+ (\w+) on/g)].map(([, alias]) => alias);
  return aliases.some((alias) => new RegExp(`\\b${alias}\\.`).test(text)) ? from : table;
}

function rowsInOrder({ from, order, conditions, limit, skip }: PageSearch, ...further: SqlFragment[]): SqlFragment {
  const matching = allOf([...further, ...conditions]);
  return sql`from ${trustedSql(from)} where ${matching} order by ${orderBy(order)} ${window(limit, skip)}`;
}

/**
 * The keys of a page of what contains a text. PostgreSQL cannot tell how many rows do, and both ways are slow for the wrong
 * text: a rare one is found by its index and sorted, and a common one by walking along the order until the page is full. A
 * sample of the table decides; a small table has none, and is not walked.
 */
function searchedKeys(page: PageSearch, byIndex: readonly Branch[]): SqlFragment {
  const { tieBreak, order, limit, skip } = page;
  const columns = order.keys.map(({ field }, at) => trustedSql(`${field.column} as k${at}`));
  const found = order.keys.map((key, at) => ({ ...key, field: { ...key.field, column: `found.k${at}` } }));
  const id = trustedSql(`found.k${order.keys.length - 1}`);
  return sql`${ifCommon(page)}
    (select ${trustedSql(tieBreak)} ${rowsInOrder(page, sql`select yes from common`)})
    union all
    (select ${id} from (${unionOf(byIndex, joinSql(columns, ', '))} offset 0) found
      order by ${orderBy({ ...order, keys: found })} ${window(limit, skip)})`;
}

/** The number of the rows that contain a text, where it is searched in several tables: the same two ways. */
export function searchedTotal(
  { from, conditions }: Branch,
  { tieBreak, byIndex }: { readonly tieBreak: string; readonly byIndex: readonly Branch[] },
): SqlFragment {
  const byRow = allOf([sql`select yes from common`, ...conditions]);
  return sql`(${ifCommon({ from, conditions })} select ((select count(*) from ${trustedSql(from)} where ${byRow})
    + (select count(*) from (${unionOf(byIndex, trustedSql(tieBreak))}) found))::int)`;
}

function unionOf(branches: readonly Branch[], columns: SqlFragment): SqlFragment {
  const selects = branches.map(({ from, conditions }) => {
    const matching = allOf([sql`not (select yes from common)`, ...conditions]);
    return sql`select ${columns} from ${trustedSql(from)} where ${matching}`;
  });
  return joinSql(selects, ' union ');
}

function ifCommon({ from, conditions }: Branch): SqlFragment {
  const sample = trustedSql(from.replace(TABLE, '$& tablesample system (0.03) repeatable (1)'));
  return sql`with common as materialized (
      select count(*) filter (where ${allOf(conditions)}) * 8 > count(*) as yes from ${sample}
    )`;
}

function window(limit: number, skip: number): SqlFragment {
  return trustedSql(`limit ${limit} offset ${skip}`);
}
