import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { rows } from '../sql/query.ts';
import { SavedView, type SavedViewRow } from './saved-view.entity.ts';

/** Locks a view for update until the transaction ends. */
export async function lockSavedView(em: EntityManager, id: string): Promise<SavedViewRow | null> {
  return em.findOne(SavedView, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** How many views an admin has. */
export function countSavedViews(em: EntityManager, ownerId: string): Promise<number> {
  return em.count(SavedView, { ownerId });
}

/** Those of the views that an admin sees. @returns their ids and lists */
export async function findVisibleViews(
  em: EntityManager,
  ids: readonly string[],
  adminId: string,
): Promise<readonly Pick<SavedViewRow, 'id' | 'list'>[]> {
  if (ids.length === 0) return [];
  return rows(em, 'select id, list from saved_view where id = any ($1::uuid[]) and (shared or owner_id = $2)', [
    ids,
    adminId,
  ]);
}
