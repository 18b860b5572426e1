import type { EntityManager } from '@mikro-orm/postgresql';
import type { EdgeSpec } from '../model/edge.ts';
import { compileFilter, type FilterNode } from './list-filter.ts';
import { rows } from './query.ts';
import { type RecordList, sqlOfField } from './record-list.ts';
import { allOf, joinSql, type SqlFragment, sql, toQuery, trustedSql } from './sql.ts';

/** The part that is read of each list. */
export interface EdgeWindow {
  /** Records of each list; null for all of them. */
  readonly first: number | null;
  readonly skip?: number;
  readonly within?: FilterNode;
  /** Members to read; default all. */
  readonly select?: readonly string[];
}

/**
 * Reads what an edge leads to from many records, in one statement.
 * @param name the name of the edge, for example `Customer.sales`
 * @param list of the records that the edge leads to
 * @param parents ids of the records that the edge starts from
 * @param view maps a row to its view
 * @returns in the order of the parents
 */
export async function readEdge<R extends object, T>(
  em: EntityManager,
  name: string,
  edge: EdgeSpec,
  list: RecordList,
  parents: readonly string[],
  window: EdgeWindow,
  now: Date,
  view: (row: R) => T,
): Promise<T[][]> {
  if (parents.length === 0) return [];
  const { text, values } = toQuery(compileEdge(name, edge, list, parents, window, now));
  const found = await rows<R & { parentPlace: number }>(em, text, values);
  const lists = parents.map((): T[] => []);
  for (const row of found) lists[row.parentPlace - 1]?.push(view(row));
  return lists;
}

function compileEdge(
  name: string,
  edge: EdgeSpec,
  { source, columns, fields, tieBreak }: RecordList,
  parents: readonly string[],
  { first, skip = 0, within, select }: EdgeWindow,
  now: Date,
): SqlFragment {
  const { table, joins = '', alias, where, edges = {} } = source;
  const ofParent = trustedSql(`${sqlOfField(edge.key, source)} = parent.id`);
  const conditions = [
    ofParent,
    ...[where, edges[name]?.(first)].flatMap((condition) => (condition ? [trustedSql(condition)] : [])),
    ...(within ? [compileFilter(fields, within, now)] : []),
  ];
  const keys = edge.order.map(({ field, direction }) => `${sqlOfField(field, source)} ${direction.toLowerCase()}`);
  const order = trustedSql([...keys, `${tieBreak} ${edge.order.at(-1)?.direction.toLowerCase() ?? 'asc'}`].join(', '));
  const members = Object.entries(columns).filter(([member]) => select?.includes(member) ?? true);
  const selected = members.map(([member, column]) => trustedSql(`${column} as "${member}"`));
  return sql`select ${joinSql([trustedSql('parent.place::int as "parentPlace"'), ...selected], ', ')}
    from unnest(${parents}::uuid[]) with ordinality as parent (id, place)
    cross join lateral (select * from ${trustedSql(table)} where ${allOf(conditions)} order by ${order} limit ${first} offset ${skip}) ${trustedSql(`${alias} ${joins}`)}
    order by parent.place, ${order}`;
}
