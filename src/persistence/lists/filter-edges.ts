import { type ConditionEdge, conditionEdges } from '../../model/condition-edges.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceEventList, deviceListAt } from '../devices/device-list.ts';
import { releaseList } from '../firmware/release-list.ts';
import { installationList } from '../installations/installation-list.ts';
import { batchList } from '../inventory/batch-list.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { refundList, saleList } from '../sales/sale-list.ts';
import { serviceAccountListAt } from '../service-accounts/service-account-list.ts';
import { movedTables, Source, type SqlFragment, sourcesOf, sql, withSources } from '../sql/sql.ts';
import type { EdgeTarget, FilterEdge } from './list-filter.ts';
import type { ListField } from './list-values.ts';
import { type RecordList, sqlOfField } from './record-list.ts';

/** The lists of the records that conditions across an edge can be of, by the name of the record. */
const targets: Readonly<Record<string, (now: Date) => RecordList>> = {
  Batch: () => batchList,
  Customer: () => customerList,
  Device: deviceListAt,
  DeviceEvent: () => deviceEventList,
  Installation: () => installationList,
  Preorder: () => preorderList,
  Refund: () => refundList,
  Release: () => releaseList,
  Sale: () => saleList,
  ServiceAccount: serviceAccountListAt,
};

/** SQL of a list as SQL of the tables of a statement. */
type Move = (fragment: SqlFragment) => SqlFragment;

/**
 * The edges that a filter of a list can have conditions across.
 * @param now the time at which derived fields are derived
 * @param moved of the list, where its tables have other aliases
 */
export function filterEdgesOf(
  list: RecordList,
  now: Date,
  moved: Move = (fragment) => fragment,
): Readonly<Record<string, FilterEdge>> {
  return Object.fromEntries(
    conditionEdges(list.model).map((edge) => [
      edge.name,
      { isMany: edge.isMany, at: (number: number) => targetOf(list, edge, now, moved, number) },
    ]),
  );
}

/** @throws Error when an edge leads to a record without a list here, or one that names its tables by their aliases */
function targetOf(
  from: RecordList,
  { name, spec, to }: ConditionEdge,
  now: Date,
  moved: Move,
  number: number,
): EdgeTarget {
  const edge = `${from.model.name}.${name}`;
  const list = targets[to.name]?.(now);
  if (!list) throw new Error(`${edge} leads to ${to.name}: add its list to filter-edges.ts.`);
  const { source, where, fields } = list;
  const only = source.edges?.[edge];
  if (spec.kind === 'latest' && !only) throw new Error(`${edge} leads to the newest record: no condition finds it.`);
  const numbered = movedTables(list, (table, on) => new Source(table.table, `${table.alias}_${number}`, on));
  const own: Move = (fragment) => withSources(fragment, numbered);
  const [table, ...joins] = numbered.values();
  const isByItself = joins.every((join) => join.on && sourcesOf([join.on]).has(join));
  if (!table || !isByItself) throw new Error(`${edge} leads to tables that are joined by their aliases.`);
  const [outer, inner] = spec.kind === 'one' ? [spec.key, 'id'] : ['id', spec.key];
  const key = sql`${own(sqlOfField(inner, source))} = ${moved(sqlOfField(outer, from.source))}`;
  return {
    table,
    joins,
    conditions: [key, ...[where, only].flatMap((condition) => (condition ? [own(condition)] : []))],
    fieldOf: (field) => (Object.hasOwn(fields, field) ? movedField(fields[field], own) : undefined),
    edges: filterEdgesOf(list, now, own),
  };
}

function movedField(field: ListField | undefined, moved: Move): ListField | undefined {
  if (!field) return undefined;
  const { column, order, words } = field;
  const inWords = Object.entries(words ?? {}).map(([word, condition]) => [word, moved(condition)]);
  return {
    ...field,
    column: moved(column),
    ...(order ? { order: moved(order) } : {}),
    ...(words ? { words: Object.fromEntries(inWords) } : {}),
  };
}

/** The list with the edges that its filter can have conditions across. */
export function withFilterEdges(list: RecordList, now: Date): RecordList {
  return { ...list, edges: filterEdgesOf(list, now) };
}
