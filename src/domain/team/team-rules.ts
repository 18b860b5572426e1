import type { AdminStatus } from '../../model/enums.ts';
import { conflict, type DomainError } from '../kernel/errors.ts';
import { shortestPath, stepsBy, type Transition } from '../kernel/transitions.ts';

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
  if (callerId === admin.id) return conflict('SELF_CHANGE_FORBIDDEN', 'STATUS', { to });
  if (ADMIN_TRANSITIONS.some((move) => move.from === admin.status && move.to === to)) return undefined;
  const path = shortestPath(ADMIN_TRANSITIONS, admin.status, [to]) ?? [];
  return conflict('INVALID_TRANSITION', 'STEPS', { from: admin.status, to, steps: stepsBy('setAdminStatus', path) });
}

/** Lifetime of a one-time password. */
export const TEMPORARY_PASSWORD_LIFETIME_MS = 72 * 60 * 60 * 1000;

/**
 * Admins cannot change their own role or status: they could not undo a mistake.
 * @returns 409 SELF_CHANGE_FORBIDDEN
 */
export function ownRoleError(callerId: string, targetId: string): DomainError | undefined {
  return callerId === targetId ? conflict('SELF_CHANGE_FORBIDDEN', 'ROLE') : undefined;
}

/**
 * Admins cannot reset their own password: it would turn a stolen session into a stolen account.
 * @returns 409 SELF_CHANGE_FORBIDDEN
 */
export function ownPasswordError(callerId: string, targetId: string): DomainError | undefined {
  return callerId === targetId ? conflict('SELF_CHANGE_FORBIDDEN', 'PASSWORD') : undefined;
}

/**
 * At least one ACTIVE super admin must remain.
 * @param superAdmins ids of all ACTIVE super admins, locked
 * @param leavingId the super admin to be demoted or deactivated
 * @throws DomainError 409 LAST_SUPER_ADMIN
 */
export function requireAnotherSuperAdmin(superAdmins: readonly string[], leavingId: string): void {
  if (!superAdmins.includes(leavingId)) return;
  if (superAdmins.length < 2) throw conflict('LAST_SUPER_ADMIN');
}
