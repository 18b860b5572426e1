import type { AdminStatus } from '../../model/enums.ts';
import { conflict, type DomainError } from '../kernel/errors.ts';
import { inSteps, shortestPath, type Transition, transitionError } from '../kernel/transitions.ts';

/** Every legal transition of an admin. Leaving ACTIVE ends the sessions; leaving DISABLED issues a new password. */
export const ADMIN_TRANSITIONS: readonly Transition<AdminStatus, 'admin'>[] = [
  { from: 'ACTIVE', to: 'SUSPENDED', by: 'admin' },
  { from: 'ACTIVE', to: 'DISABLED', by: 'admin' },
  { from: 'SUSPENDED', to: 'ACTIVE', by: 'admin' },
  { from: 'SUSPENDED', to: 'DISABLED', by: 'admin' },
  { from: 'DISABLED', to: 'ACTIVE', by: 'admin' },
];

/** The error of a status change: 409 SELF_CHANGE_FORBIDDEN, INVALID_TRANSITION. */
export function statusError(
  callerId: string,
  admin: { readonly id: string; readonly status: AdminStatus },
  to: AdminStatus,
): DomainError | undefined {
  const self = selfChangeError(callerId, admin.id, `set your own status to ${to}`);
  if (self || ADMIN_TRANSITIONS.some((move) => move.from === admin.status && move.to === to)) return self;
  const path = shortestPath(ADMIN_TRANSITIONS, admin.status, [to]) ?? [];
  return transitionError(admin.status, to, inSteps(path.map((move) => `set the admin to ${move.to} (setAdminStatus)`)));
}

/** The words of `selfChangeError` for a change of role. */
export const CHANGE_OF_ROLE = 'change your own role';

/** Lifetime of a one-time password. */
export const TEMPORARY_PASSWORD_LIFETIME_MS = 72 * 60 * 60 * 1000;

/**
 * Admins cannot change their own role or status: they could not undo a mistake.
 * @param change what the caller wants to do: `change your own role`
 * @returns 409 SELF_CHANGE_FORBIDDEN
 */
export function selfChangeError(callerId: string, targetId: string, change: string): DomainError | undefined {
  if (callerId !== targetId) return undefined;
  return conflict('SELF_CHANGE_FORBIDDEN', `You cannot ${change}. Ask another SUPER_ADMIN to do it.`);
}

/**
 * Admins cannot reset their own password: it would turn a stolen session into a stolen account.
 * @returns 409 SELF_CHANGE_FORBIDDEN
 */
export function ownPasswordError(callerId: string, targetId: string): DomainError | undefined {
  if (callerId !== targetId) return undefined;
  return conflict(
    'SELF_CHANGE_FORBIDDEN',
    'You cannot reset your own password: change it with your current password (PUT /v1/admin/auth/password, changePassword).',
  );
}

/**
 * At least one ACTIVE super admin must remain.
 * @param superAdmins ids of all ACTIVE super admins, locked
 * @param leavingId the super admin to be demoted or deactivated
 * @throws DomainError 409 LAST_SUPER_ADMIN
 */
export function requireAnotherSuperAdmin(superAdmins: readonly string[], leavingId: string): void {
  if (!superAdmins.includes(leavingId)) return;
  if (superAdmins.length < 2)
    throw conflict('LAST_SUPER_ADMIN', 'This is the last active SUPER_ADMIN: give another admin that role first.');
}
