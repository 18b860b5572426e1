import { conditionEdges } from '../../model/condition-edges.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceListAt } from '../devices/device-list.ts';
import { releaseList } from '../firmware/release-list.ts';
import { batchList } from '../inventory/batch-list.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { saleList } from '../sales/sale-list.ts';
import { serviceAccountListAt } from '../service-accounts/service-account-list.ts';
import type { FilterEdge } from './list-filter.ts';
import { type RecordList, sqlOfField } from './record-list.ts';

/** The lists of the records that conditions across an edge can be of, by the name of the record. */
const targets: Readonly<Record<string, (now: Date) => RecordList>> = {
  Batch: () => batchList,
  Customer: () => customerList,
  Device: deviceListAt,
  Preorder: () => preorderList,
  Release: () => releaseList,
  Sale: () => saleList,
  ServiceAccount: serviceAccountListAt,
};

/**
 * The edges that a filter of a list can have conditions across.
 * @param now the time at which derived fields are derived
 * @throws Error when an edge leads to a record without a list here, or to tables that hide the key of the edge
 */
export function filterEdgesOf({ model, source }: RecordList, now: Date): Readonly<Record<string, FilterEdge>> {
  return Object.fromEntries(
    conditionEdges(model).map(({ name, spec, to }) => {
      const target = targets[to.name]?.(now);
      if (!target) throw new Error(`${model.name}.${name} leads to ${to.name}: add its list to filter-edges.ts.`);
      const { table, joins = [], fields, where, tieBreak: id } = target;
      if ([table, ...joins].some(({ alias }) => alias === source.table.alias))
        throw new Error(`${model.name}.${name} leads to tables with the same alias.`);
      return [name, { key: sqlOfField(spec.key, source), table, joins, id, where, fields }];
    }),
  );
}

/** The list with the edges that its filter can have conditions across. */
export function withFilterEdges(list: RecordList, now: Date): RecordList {
  return { ...list, edges: filterEdgesOf(list, now) };
}
