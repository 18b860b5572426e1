import { Column, type SqlFragment, sql, tableSql, trustedSql } from '../sql/sql.ts';
import type { Asked } from './list-conditions.ts';
import type { ListDefinition } from './list-definition.ts';
import { compileFilter } from './list-filter.ts';

/** The rows on the other side of a time. */
export interface OtherSide {
  /** SQL: whether they are fewer than those on this side. */
  readonly isSmaller: SqlFragment;
  /** SQL of their number. */
  readonly count: SqlFragment;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  withinLast: 'olderThan',
  olderThan: 'withinLast',
};

/**
 * The rows on the other side of a time, where filters ask for nothing but those on one side of it, and every row has one. Whoever counts a list since
 * its first year asks for most of it: two million entries of an index are read then, or a few. The smaller side is the one that the middle of
 * PostgreSQL's histogram is not on; without a histogram it is not known.
 */
export function otherSideOf({ table, fields }: ListDefinition, { filters }: Asked, now: Date): OtherSide | undefined {
  // A group is a condition of no operator.
  const [only, ...others] = filters.flatMap((filter) =>
    Object.entries(filter).flatMap(([name, part]) => {
      if (part === undefined) return [];
      if (!Object.hasOwn(fields, name)) return [{ name, operator: '', value: part }];
      return Object.entries(part).flatMap(([operator, value]) =>
        value === undefined ? [] : [{ name, operator, value }],
      );
    }),
  );
  if (!only || others.length > 0) return undefined;
  const { name, operator, value } = only;
  const { column, type, notNull } = fields[name] ?? {};
  const opposite = OPPOSITES[operator];
  if (!opposite || type !== 'time' || !notNull || !(column instanceof Column) || column.source !== table)
    return undefined;
  const isWhere = (which: string) => compileFilter(fields, { [name]: { [which]: value } }, now);
  const bounds = `select histogram_bounds::text::timestamptz[] as b from pg_stats
    where schemaname = current_schema() and tablename = '${table.table}' and attname = '${column.name}'`;
  const middle = trustedSql(`(select b[cardinality(b) / 2] as ${column.name} from (${bounds}) h) ${table.alias}`);
  return {
    isSmaller: sql`exists (select 1 from ${middle} where ${isWhere(operator)})`,
    count: sql`(select count(*) from ${tableSql(table)} where ${isWhere(opposite)})`,
  };
}
