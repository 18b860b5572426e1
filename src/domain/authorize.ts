import { recordAccessDenied } from './audit/record-access-denied.ts';
import { hashToken } from './auth/session-token.ts';
import { proveDevice } from './devices/prove-device.ts';
import {
  type Access,
  type AdminPrincipal,
  NOBODY,
  type Principal,
  SYSTEM,
  type SystemPrincipal,
} from './kernel/access.ts';
import { DomainError, forbidden, roleForbidden, unauthenticated } from './kernel/errors.ts';
import type { Call, Operation } from './kernel/operation.ts';
import { recognizeApp } from './pairing/recognize-app.ts';

/**
 * Authenticates the caller and checks that the caller may call the operation.
 * @param readInput reads the input; called only if the proof signs parts of it
 * @throws DomainError 401 or 403
 */
export async function authorize(
  operation: Operation,
  call: Call,
  readInput: () => Promise<unknown> | unknown,
): Promise<Principal> {
  const { access } = operation;
  if (call.transport === 'CLI') return theSystem(operation);
  const principal =
    access.kind === 'proof' ? await proveDevice(operation, access, call, readInput) : await whoIs(access, call);
  if (access.kind === 'admin' && principal.kind === 'admin') {
    if (!access.roles.includes(principal.role)) {
      await recordAccessDenied(call, principal, operation.name);
      throw roleForbidden(principal.role);
    }
    if (principal.mustChangePassword && !operation.beforePasswordChange) {
      throw forbidden('PASSWORD_CHANGE_REQUIRED', 'Change your one-time password first.');
    }
  }
  if (operation.effect === 'write' && !operation.alwaysAuthorized && !call.runtime.settings.mutationsAuthorized) {
    throw forbidden('OPERATION_NOT_AUTHORIZED', 'The operator of this service has not authorized writes.');
  }
  if (operation.carriesAddress && call.runtime.settings.publicUrlIsLocal) {
    throw forbidden(
      'PUBLIC_URL_IS_LOCAL',
      `Labels and envelopes would carry ${call.runtime.settings.publicUrl}, which no phone and no device can reach. Set PUBLIC_URL to the public address of this service, and start it again.`,
    );
  }
  return principal;
}

/**
 * The command line has no session, proof or credential: it always calls as the system. Knowing the database's password
 * authorizes its writes, so MUTATIONS_AUTHORIZED is not checked (docs/adr/0015).
 * @throws DomainError 403 ROLE_FORBIDDEN for an operation that is not open to the system
 */
function theSystem({ name, access }: Operation): SystemPrincipal {
  if (access.kind === 'admin' && access.system) return SYSTEM;
  throw forbidden('ROLE_FORBIDDEN', `The operation ${name} cannot be called from the command line.`);
}

async function whoIs(access: Exclude<Access, { readonly kind: 'proof' }>, call: Call): Promise<Principal> {
  if (access.kind === 'public') return NOBODY;
  return access.kind === 'app' ? recognizeApp(access, call) : signedInAdmin(call);
}

/**
 * The admin behind the call's session, looked up once per request.
 * @throws DomainError 401 ADMIN_AUTH_REQUIRED when the session is missing, unknown or expired
 */
export async function signedInAdmin(call: Call): Promise<AdminPrincipal> {
  call.admin ??= findAdmin(call);
  const admin = await call.admin;
  if (!admin) throw unauthenticated('ADMIN_AUTH_REQUIRED', 'Sign in first.');
  return admin;
}

async function findAdmin({ runtime, sessionToken }: Call): Promise<AdminPrincipal | undefined> {
  if (!sessionToken) return undefined;
  const holder = await runtime.findSession({ tokenHash: hashToken(sessionToken), now: runtime.clock.now() });
  return holder && { kind: 'admin', ...holder };
}

/** True for a client error of a caller who was not authenticated; it counts against the caller's network. */
export function isUnrecognized(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'invalid');
}
