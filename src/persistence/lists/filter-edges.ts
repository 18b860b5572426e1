import { type ConditionEdge, conditionEdges, type SortAcross, sortsAcross } from '../../model/condition-edges.ts';
import { customerList, customerPurchasesList } from '../customers/customer-list.ts';
import { deviceEventList, deviceListAt } from '../devices/device-list.ts';
import { releaseList } from '../firmware/release-list.ts';
import { installationList } from '../installations/installation-list.ts';
import { batchList } from '../inventory/batch-list.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { refundList, saleList } from '../sales/sale-list.ts';
import { serviceAccountListAt } from '../service-accounts/service-account-list.ts';
import { allOf, Column, movedTables, Source, type SqlFragment, sourcesOf, sql, withSources } from '../sql/sql.ts';
import type { ListQuery } from './list-definition.ts';
import type { EdgeTarget, FilterEdge } from './list-filter.ts';
import type { SortKey } from './list-order.ts';
import type { ListField } from './list-values.ts';
import { type RecordList, sqlOfField } from './record-list.ts';
import type { Repeated } from './side-table.ts';

/** The lists of the records that conditions across an edge can be of, by the name of the record. */
const targets: Readonly<Record<string, (now: Date) => RecordList>> = {
  Batch: () => batchList,
  Customer: () => customerList,
  CustomerPurchases: () => customerPurchasesList,
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
export function filterEdgesOf(list: RecordList, now: Date, moved: Move = asItIs): Readonly<Record<string, FilterEdge>> {
  return Object.fromEntries(
    conditionEdges(list.model).map((edge) => [
      edge.name,
      { isMany: edge.isMany, at: (number: number) => targetOf(list, edge, now, moved, number) },
    ]),
  );
}

/** @throws Error when an edge leads to a record without a list here, or one that names its tables by their aliases */
function targetOf(from: RecordList, edge: ConditionEdge, now: Date, moved: Move, number: number): EdgeTarget {
  const list = listAcross(from, edge, now);
  const { fields } = list;
  const numbered = movedTables(list, (table, on) => new Source(table.table, `${table.alias}_${number}`, on));
  const own: Move = (fragment) => withSources(fragment, numbered);
  const [table, ...joins] = numbered.values();
  const isByItself = joins.every((join) => join.on && sourcesOf([join.on]).has(join));
  if (!table || !isByItself) throw new Error(`${nameOf(from, edge)} leads to tables that are joined by their aliases.`);
  return {
    table,
    joins,
    isSure: isSure(from, edge, list),
    key: keyAcross(from, edge, list, own, moved),
    conditions: furtherAcross(from, edge, list, own),
    fieldOf: (field) => (Object.hasOwn(fields, field) ? movedField(fields[field], own) : undefined),
    edges: filterEdgesOf(list, now, own),
  };
}

function nameOf({ model }: RecordList, { name }: ConditionEdge): string {
  return `${model.name}.${name}`;
}

function listAcross(from: RecordList, edge: ConditionEdge, now: Date): RecordList {
  const { to, spec } = edge;
  const name = nameOf(from, edge);
  const list = targets[to.name]?.(now);
  if (!list) throw new Error(`${name} leads to ${to.name}: add its list to filter-edges.ts.`);
  const isFound = spec.kind !== 'latest' || list.source.edges?.[name];
  if (!isFound) throw new Error(`${name} leads to the newest record: no condition finds it.`);
  return list;
}

/** What is equal in the records that an edge leads to, and in those that it leaves from. */
function keyAcross(
  from: RecordList,
  { spec }: ConditionEdge,
  { source }: RecordList,
  own: Move,
  moved: Move,
): EdgeTarget['key'] {
  const [outer, inner] = spec.kind === 'one' ? [spec.key, 'id'] : ['id', spec.key];
  return { inner: own(sqlOfField(inner, source)), outer: moved(sqlOfField(outer, from.source)) };
}

/** Whether an edge leads from each record to one: its key is never null, and what such a key names is never deleted. */
function isSure(from: RecordList, { spec }: ConditionEdge, { where }: RecordList): boolean {
  return spec.kind === 'one' && !where && from.model.fields[spec.key]?.spec.nullable === false;
}

/** The further conditions of the records that an edge leads to. */
function furtherAcross(from: RecordList, edge: ConditionEdge, { source, where }: RecordList, own: Move): SqlFragment[] {
  const only = source.edges?.[nameOf(from, edge)];
  return [where, only].flatMap((condition) => (condition ? [own(condition)] : []));
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

/** The list with what a query may name of other records: the edges that its filter crosses, and the fields that it is sorted by. */
export function withAskedEdges(
  list: RecordList,
  { filter, sort }: Partial<Pick<ListQuery, 'filter' | 'sort'>>,
  now: Date,
): RecordList {
  return withSortEdges(filter ? withFilterEdges(list, now) : list, sort, now);
}

/** The list with the edges that its filter can have conditions across. */
function withFilterEdges(list: RecordList, now: Date): RecordList {
  return { ...list, edges: filterEdgesOf(list, now) };
}

/**
 * The list with the fields across edges that an order names, and the left joins that they need: each leads to one record at most. A field that
 * the list cannot be sorted by stays unknown.
 */
export function withSortEdges(list: RecordList, sort: readonly SortKey[] | undefined, now: Date): RecordList {
  const named = sort?.some(({ field }) => field.includes('.')) ? sortsAcross(list.model) : [];
  const sorted = named.filter(({ name }) => sort?.some(({ field }) => field === name));
  if (sorted.length === 0) return list;
  const edges = Map.groupBy(sorted, ({ edge }) => edge.name);
  const parts = [...edges.values()].map((across) => {
    const [{ edge } = { edge: undefined }] = across;
    return edge ? joinedAcross(list, edge, across, now) : { joins: [], fields: [], repeats: [] };
  });
  return {
    ...list,
    sortJoins: parts.flatMap(({ joins }) => joins),
    repeats: parts.flatMap(({ repeats }) => repeats),
    fields: { ...list.fields, ...Object.fromEntries(parts.flatMap(({ fields }) => fields)) },
  };
}

function joinedAcross(from: RecordList, edge: ConditionEdge, sorted: readonly SortAcross[], now: Date) {
  const list = listAcross(from, edge, now);
  const conditionsOf = (own: Move) => {
    const { inner, outer } = keyAcross(from, edge, list, own, asItIs);
    return [sql`${inner} = ${outer}`, ...furtherAcross(from, edge, list, own)];
  };
  const tables = movedTables(list, (table, on) => {
    const onlyIt =
      (own: Source): Move =>
      (fragment) =>
        withSources(fragment, new Map([[table, own]]));
    const by = table === list.table ? (own: Source) => allOf(conditionsOf(onlyIt(own))) : on;
    return new Source(table.table, `${table.alias}_${edge.name}`, by, table === list.sideTable?.table);
  });
  const own: Move = (fragment) => withSources(fragment, tables);
  const [, ...joined] = conditionsOf(own);
  const fields = sorted.flatMap(({ name, field }) => {
    const found = movedField(list.fields[field], own);
    return found ? [[name, sortField(from, edge, list, { ...found, joined }, own)] as const] : [];
  });
  const [table = list.table] = tables.values();
  const repeats = Object.entries(list.source.repeats?.[nameOf(from, edge)] ?? {}).map(
    ([name, column]): Repeated => [sqlOfField(name, from.source), new Column(table, column)],
  );
  return { joins: [...tables.values()], fields, repeats };
}

/** A field of a joined record. Where the record must exist, it is null as rarely as the field itself. */
function sortField(
  from: RecordList,
  edge: ConditionEdge,
  list: RecordList,
  { words: _words, ...field }: ListField,
  own: Move,
): ListField {
  if (isSure(from, edge, list)) return field;
  const { spec } = edge;
  const { source, where } = list;
  const { notNull = false } = field;
  const isOne = spec.kind === 'one';
  // The key tells sooner whether there is a record.
  const key = isOne && !where ? sqlOfField(spec.key, from.source) : own(sqlOfField(isOne ? 'id' : spec.key, source));
  return { ...field, notNull: false, ...(notNull ? { none: sql`${key} is null` } : {}) };
}

function asItIs(fragment: SqlFragment): SqlFragment {
  return fragment;
}
