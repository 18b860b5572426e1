import { type SqlFragment, toQuery } from '../sql/sql.ts';

/** The table of a list, before its joins. */
export const TABLE = /^\w+ \w+/;

/** A condition across an edge. */
export const ACROSS = /\bexists \(/;

/** A table with left joins by one column each, which neither multiply nor filter its rows. */
const LEFT_JOINS = /^\w+ \w+(?: left join \w+ \w+ on [\w.]+ = [\w.]+)+$/;
const LEFT_JOIN = / left join (\w+ (\w+)) on ([\w.]+ = [\w.]+)/g;
/** A table or a join: its alias. */
const ALIAS = /(?:^|join )\w+ (\w+)/g;

/** A left join of a list. */
export interface Join {
  /** Its SQL in the tables of the list. */
  readonly text: string;
  /** The table and its alias. */
  readonly table: string;
  readonly alias: string;
  readonly on: string;
}

/** The left joins of a list; none where its tables are joined in other ways. */
export function leftJoins(from: string): readonly Join[] {
  if (!LEFT_JOINS.test(from)) return [];
  return [...from.matchAll(LEFT_JOIN)].map(([text, table = '', alias = '', on = '']) => ({ text, table, alias, on }));
}

/**
 * The tables of a list without the joins that nothing of a statement needs. PostgreSQL leaves them out as well, but goes on to
 * read the columns that they join by, which keeps an index from answering alone.
 * @param parts of the statement that name columns
 */
export function neededTables(from: string, parts: readonly SqlFragment[]): string {
  let [tables, text] = [from, textOf(parts)];
  // The last ones first: they may rest on those before.
  for (const join of leftJoins(from).toReversed()) {
    if (names(text, join.alias)) text += ` ${join.on}`;
    else tables = tables.replace(join.text, '');
  }
  return tables;
}

/** The aliases of tables and joins. */
export function aliasesIn(from: string): readonly string[] {
  return [...from.matchAll(ALIAS)].map(([, alias = '']) => alias);
}

/** The alias of a table, or of the first one of several. */
export function aliasIn(table: string): string {
  return aliasesIn(table)[0] ?? table;
}

/** Whether the text names a column of the table with this alias. */
export function names(text: string, alias: string): boolean {
  return new RegExp(`\\b${alias}\\.`).test(text);
}

/** The SQL text of fragments. */
export function textOf(parts: readonly SqlFragment[]): string {
  return parts.map((part) => toQuery(part).text).join(' ');
}
