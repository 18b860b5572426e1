import type { EntityManager } from '@mikro-orm/postgresql';
import { type NodeMember, readNodeId } from '../../model/nodes.ts';
import type { RecordModel } from '../../model/record.ts';
import { findLists } from '../../persistence/lists/node-kinds.ts';
import type { Rights } from '../kernel/access.ts';
import { mayReadId, readersFor } from './node-kinds.ts';
import { readSingletons } from './singletons.ts';

/** The object that an id names: a record, or a part of it without an id of its own. */
export interface FoundNode {
  readonly record: RecordModel;
  /** Of the record. */
  readonly id: string;
  readonly member?: NodeMember;
  /** The view of a record of which there is one. */
  readonly view?: object;
}

/**
 * Finds the objects with these ids among the records that a caller may read: one statement for those with UUIDs, and one for
 * each other. Two kinds can share an id: the Admin comes before the AdminOption of the same admin.
 * @returns in the order of the ids; null for an unknown id and for a record that the caller may not read
 */
export async function findNodes(
  em: EntityManager,
  rights: Rights,
  ids: readonly string[],
  now: Date,
): Promise<(FoundNode | null)[]> {
  const named = ids.map((text) => {
    const read = readNodeId(text);
    return read && mayReadId(rights, read) ? read : undefined;
  });
  const lists = readersFor(rights).map(({ list }) => list(now));
  const lookedUp = new Set(named.flatMap((node) => (node && !node.only ? [node.id] : [])));
  const [found, views] = await Promise.all([
    findLists(em, lists, [...lookedUp]),
    readSingletons(
      em,
      named.flatMap((node) => node?.only ?? []),
    ),
  ]);
  return named.map((node) => {
    const record = node && (node.only ?? found.get(node.id)?.model);
    if (!record || (node.member && node.member.owner !== record)) return null;
    return { record, id: node.id, member: node.member, view: views.get(record) };
  });
}
