import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdminRole } from '../../model/enums.ts';
import { findAdminOptions } from '../../persistence/team/admin-repository.ts';

/** An admin by name, as records show who made them. */
export interface AdminOption {
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
}

/** Admins' names in one statement, whatever their status. @returns in the order of the ids, undefined where there is none */
export async function readAdminOptions(
  em: EntityManager,
  ids: readonly string[],
): Promise<(AdminOption | undefined)[]> {
  const byId = new Map((await findAdminOptions(em, ids)).map((admin) => [admin.id, admin]));
  return ids.map((id) => byId.get(id));
}
