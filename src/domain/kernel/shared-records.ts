import type { TargetKind } from '../../model/enums.ts';
import { type AdminPrincipal, admins, hasRoles } from './access.ts';
import { forbidden } from './errors.ts';
import { recordNotFound } from './not-found.ts';

/** The rules of records that an admin keeps and may share with all others: saved questions and saved views. */

/** Everybody who may change anything. */
export const EDITORS = admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER');

interface Shareable {
  readonly shared: boolean;
  readonly ownerId: string;
}

/** @throws DomainError 404 for a record that is not visible to the admin */
export function requireVisible<R extends Shareable>(
  kind: TargetKind,
  record: R | null | undefined,
  { adminId }: Pick<AdminPrincipal, 'adminId'>,
): R {
  if (!record || !(record.shared || record.ownerId === adminId)) throw recordNotFound(kind);
  return record;
}

/** @throws DomainError 404 for an unknown record; 403 ROLE_FORBIDDEN for one that only its owner or a SUPER_ADMIN may change */
export function requireChangeable<R extends Shareable>(
  kind: TargetKind,
  record: R | null | undefined,
  principal: Pick<AdminPrincipal, 'adminId' | 'roles'>,
): R {
  const visible = requireVisible(kind, record, principal);
  if (visible.ownerId === principal.adminId || hasRoles(principal, ['SUPER_ADMIN'])) return visible;
  throw forbidden('ROLE_FORBIDDEN', 'SHARED');
}
