import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../sql/query.ts';
import { allOf, joinSql, sql, tablesSql, toQuery, trustedSql } from '../sql/sql.ts';
import type { RecordList } from './record-list.ts';

/**
 * Finds which list each id is in, in one statement.
 * @param ids UUIDs
 * @returns for each id that is in one of the lists the first of them
 */
export async function findLists(
  em: EntityManager,
  lists: readonly RecordList[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordList>> {
  if (lists.length === 0 || ids.length === 0) return new Map();
  const inEach = lists.map((list, place) => {
    const { tieBreak, where } = list;
    const conditions = [sql`${tieBreak} = any(${ids}::uuid[])`, ...(where ? [where] : [])];
    return sql`select ${trustedSql(String(place))} as place, ${tieBreak} as id from ${tablesSql(list)} where ${allOf(conditions)}`;
  });
  const { text, values } = toQuery(sql`${joinSql(inEach, ' union all ')} order by place desc`);
  const found = await rows<{ place: number; id: string }>(em, text, values);
  return new Map(found.flatMap(({ place, id }) => (lists[place] ? [[id, lists[place]] as const] : [])));
}
