import type { AdminStatus } from '../../model/enums.ts';
import { conflict } from '../kernel/errors.ts';
import type { Transition } from '../kernel/transitions.ts';

/** Who may be where: leaving ACTIVE ends sessions, coming back from DISABLED asks for a new password. */
export const ADMIN_TRANSITIONS: readonly Transition<AdminStatus, 'admin'>[] = [
  { from: 'ACTIVE', to: 'SUSPENDED', by: 'admin' },
  { from: 'ACTIVE', to: 'DISABLED', by: 'admin' },
  { from: 'SUSPENDED', to: 'ACTIVE', by: 'admin' },
  { from: 'SUSPENDED', to: 'DISABLED', by: 'admin' },
  { from: 'DISABLED', to: 'ACTIVE', by: 'admin' },
];

/** How long a one-time password can be used. */
export const TEMPORARY_PASSWORD_LIFETIME_MS = 72 * 60 * 60 * 1000;

/**
 * Nobody changes their own role or status: a mistake could not be taken back.
 * @throws DomainError 409 SELF_CHANGE_FORBIDDEN
 */
export function requireNotSelf(callerId: string, targetId: string): void {
  if (callerId === targetId) throw conflict('SELF_CHANGE_FORBIDDEN', 'You cannot change your own role or status.');
}

/**
 * Nobody resets their own password: a stolen session would become a stolen account.
 * @throws DomainError 409 SELF_CHANGE_FORBIDDEN
 */
export function requireOthersPassword(callerId: string, targetId: string): void {
  if (callerId !== targetId) return;
  throw conflict(
    'SELF_CHANGE_FORBIDDEN',
    'You cannot reset your own password: change it with your current password (PUT /v1/admin/auth/password, changePassword).',
  );
}

/**
 * At least one ACTIVE super admin remains.
 * @param superAdmins ids of all ACTIVE super admins, locked
 * @param leavingId who is about to stop being one
 * @throws DomainError 409 LAST_SUPER_ADMIN
 */
export function requireAnotherSuperAdmin(superAdmins: readonly string[], leavingId: string): void {
  if (!superAdmins.includes(leavingId)) return;
  if (superAdmins.length < 2)
    throw conflict('LAST_SUPER_ADMIN', 'This is the last active SUPER_ADMIN: give another admin that role first.');
}
