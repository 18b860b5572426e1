import { Column, toQuery } from '../sql/sql.ts';
import { filterEdgesOf } from './filter-edges.ts';
import { compileFilter, leavesOf } from './list-filter.ts';
import type { RecordList } from './record-list.ts';

/**
 * The statement that a filter becomes, as text: equal at two times unless the filter depends on the present.
 * @throws ListQueryError for a filter that the list does not have
 */
export function filterTextAt(list: RecordList, filter: unknown, now: Date): string {
  return JSON.stringify(toQuery(compileFilter(list.fields, filter, now, filterEdgesOf(list, now))));
}

/**
 * Whether a change of these columns of a record can decide whether it matches: not if the filter has only conditions on other columns of
 * the record's own table.
 */
export function dependsOn({ table, fields }: RecordList, filter: unknown, columns: ReadonlySet<string>): boolean {
  return leavesOf(filter).some(([name]) => {
    const column = fields[name]?.column;
    return !(column instanceof Column && column.source === table) || columns.has(column.name);
  });
}
