import type { FieldKind } from '../../model/record.ts';
import { type SqlFragment, type SqlQuery, sql } from '../sql/sql.ts';
import { withAskedEdges } from './filter-edges.ts';
import { compileExport, type ExportQuery } from './list-query.ts';
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

/** SQL of a column whose text is that of the API's JSON. */
function exported({ columns, source }: RecordList, { field, kind }: ListColumn): SqlFragment {
  const column = columns[field] ?? source.columns?.[field];
  if (column === undefined) throw new Error(`The export has no column for ${field}.`);
  if (kind === 'time') return rfc3339(column);
  return kind === 'texts' ? sql`to_json(${column})` : column;
}
