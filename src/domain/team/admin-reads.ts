import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdminOption } from '../../model/records/admin.ts';
import { findAdminOptions } from '../../persistence/team/admin-repository.ts';

/**
 * Reads the names of admins of any status, in one statement. @returns in the order of the ids; undefined for an unknown
 * id
 */
export async function readAdminOptions(
  em: EntityManager,
  ids: readonly string[],
): Promise<(AdminOption | undefined)[]> {
  const byId = new Map((await findAdminOptions(em, ids)).map((admin) => [admin.id, admin]));
  return ids.map((id) => byId.get(id));
}
