import { type SqlFragment, sql, type Tables, tableSql, trustedSql } from '../sql/sql.ts';
import { compileFilter, type FilterNode } from './list-filter.ts';
import type { ListField } from './list-values.ts';

/** The rows on the other side of a time. */
export interface Complement {
  /** The field that has the time. */
  readonly field: string;
  /** SQL: whether they are fewer than those on this side. */
  readonly isSmaller: SqlFragment;
  /** SQL of their number. */
  readonly count: SqlFragment;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  gte: 'lt',
  lt: 'gte',
  withinLast: 'olderThan',
  olderThan: 'withinLast',
};

/**
 * The rows on the other side of a time, where filters ask for nothing but those on one side of it. Whoever counts a list since its first year
 * asks for most of it: two million entries of an index are read then, or a few. The smaller side is the one that the middle of
 * PostgreSQL's histogram is not on; without a histogram it is not known.
 * @param list the list, whose own table has the time
 */
export function complementOf(
  { table, fields }: Tables & { readonly fields: Readonly<Record<string, ListField>> },
  filters: readonly (FilterNode | undefined)[],
  now: Date,
): Complement | undefined {
  const [asked, ...others] = filters.flatMap((filter) => conditionsOf(filter, fields));
  if (!asked || others.length > 0) return undefined;
  const opposite = OPPOSITES[asked.operator];
  const field = fields[asked.name];
  if (!opposite || field?.type !== 'time' || field.column.holes.length > 1 || field.column.holes[0] !== table)
    return undefined;
  const column = field.column.texts[1]?.slice(1);
  const isWhere = (operator: string) =>
    compileFilter(fields, { [asked.name]: { [operator]: asked.value } } as FilterNode, now);
  const bounds = `select histogram_bounds::text::timestamptz[] as b from pg_stats
    where schemaname = current_schema() and tablename = '${table.table}' and attname = '${column}'`;
  const middle = trustedSql(`(select b[cardinality(b) / 2] as ${column} from (${bounds}) h) ${table.alias}`);
  return {
    field: asked.name,
    isSmaller: sql`exists (select 1 from ${middle} where ${isWhere(asked.operator)})`,
    count: sql`(select count(*) from ${tableSql(table)} where ${isWhere(opposite)})`,
  };
}

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value: unknown;
}

/** Each condition of a node's fields. A group or an edge is one of no operator, empty or not: an empty `or` matches nothing. */
function conditionsOf(node: FilterNode | undefined, fields: object): Condition[] {
  return Object.entries(node ?? {}).flatMap(([name, part]) => {
    if (part === undefined) return [];
    if (!Object.hasOwn(fields, name)) return [{ name, operator: '', value: part }];
    return Object.entries(part).flatMap(([operator, value]) =>
      value === undefined ? [] : [{ name, operator, value }],
    );
  });
}
