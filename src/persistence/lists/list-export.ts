import type { FieldKind } from '../../model/record.ts';
import { allOf, joinSql, type SqlFragment, type SqlQuery, sql, tablesSql, toQuery } from '../sql/sql.ts';
import { withAskedEdges } from './filter-edges.ts';
import { askedOf, conditionsOf } from './list-conditions.ts';
import { type ListDefinition, type ListQuery, orderOf, sortedTables } from './list-definition.ts';
import { orderBy } from './list-order.ts';
import { readWindow } from './list-query.ts';
import { type RecordList, rfc3339 } from './record-list.ts';

/** A column of a list's export. */
export interface ListColumn {
  /** The field of the list. */
  readonly field: string;
  /** Where the view has it: `presence.lastSeenAt`. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
}

/** What the view of a record shows, in the order of its declaration, and the currency of its amounts. */
export function listColumns({ model, source }: RecordList): readonly ListColumn[] {
  const columns = Object.entries(model.fields).flatMap(([field, { spec }]) => {
    if (spec.uses.has('internal') || spec.uses.has('part')) return [];
    return [{ field, path: spec.path ?? [field], kind: spec.kind }];
  });
  const needsCurrency = columns.some(({ kind }) => kind === 'money') && !model.fields.currency;
  return needsCurrency && source.columns?.currency
    ? [...columns, { field: 'currency', path: ['currency'], kind: 'text' as const }]
    : columns;
}

/**
 * The statement of an export. Its text follows from the list, the columns and the form of the query; values of the caller are
 * parameters.
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileListExport(
  list: RecordList,
  columns: readonly ListColumn[],
  query: ExportQuery,
  now: Date,
): SqlQuery {
  const filtered = withAskedEdges(list, query, now);
  return compileExport(
    filtered,
    columns.map((column) => exported(list, column)),
    query,
    now,
  );
}

/** The query of an export: all matching rows unless `take` limits them. */
type ExportQuery = Omit<ListQuery, 'take' | 'after' | 'before' | 'isBackward'> & { readonly take?: number };

/**
 * Compiles an export: the rows of a list in its order, with other columns, as text.
 * @param columns one SQL expression of our source code per column
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileExport(
  list: ListDefinition,
  columns: readonly SqlFragment[],
  query: ExportQuery,
  now: Date,
): SqlQuery {
  const { skip } = readWindow({ ...query, take: query.take ?? 1 });
  const selected = columns.map((column) => sql`(${column})::text`);
  const matching = allOf(conditionsOf(list, askedOf(list, query, now)));
  const order = orderBy(orderOf(list, query.sort));
  return toQuery(
    sql`select ${joinSql(selected, ', ')} from ${tablesSql(sortedTables(list))} where ${matching} order by ${order} limit ${query.take ?? null}::bigint offset ${skip}::bigint`,
  );
}

/** SQL of a column whose text is that of the API's JSON. */
function exported({ columns, source }: RecordList, { field, kind }: ListColumn): SqlFragment {
  const column = columns[field] ?? source.columns?.[field];
  if (column === undefined) throw new Error(`The export has no column for ${field}.`);
  if (kind === 'time') return rfc3339(column);
  return kind === 'texts' ? sql`to_json(${column})` : column;
}
