import type { AdminRole } from '../model/enums.ts';
import { recordAccessDenied } from './audit/record-access-denied.ts';
import { hashToken } from './auth/session-token.ts';
import { proveDevice } from './devices/prove-device.ts';
import {
  type Access,
  type AdminPrincipal,
  ANONYMOUS,
  type CallingAccount,
  type Principal,
  roleOutside,
  SYSTEM,
  type SystemPrincipal,
} from './kernel/access.ts';
import { DomainError, forbidden, roleForbidden, sessionRequired, unauthenticated } from './kernel/errors.ts';
import type { Call, Operation } from './kernel/operation.ts';
import { recognizeApp } from './pairing/recognize-app.ts';
import { isServiceToken } from './service-accounts/service-token.ts';

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
  const { access, admission = {} } = operation;
  if (call.transport === 'CLI') return theSystem(operation);
  const principal =
    access.kind === 'proof'
      ? await proveDevice(operation, access, call, readInput)
      : await whoIs(operation, access, call);
  if (access.kind === 'admin' && principal.kind === 'admin') {
    const role = roleOutside(principal, access.roles);
    if (role) {
      await recordAccessDenied(call, principal, operation.name, role);
      throw roleForbidden(role, { operation: operation.name, roles: access.roles });
    }
    if (admission.peopleOnly) await refuseAccounts(operation, call, principal);
    if (principal.mustChangePassword && !admission.beforePasswordChange) {
      throw forbidden('PASSWORD_CHANGE_REQUIRED');
    }
  }
  if (operation.effect === 'write' && !admission.alwaysAuthorized && !call.runtime.settings.mutationsAuthorized) {
    throw forbidden('OPERATION_NOT_AUTHORIZED');
  }
  if (admission.carriesAddress && call.runtime.settings.publicUrlIsLocal) {
    throw forbidden('PUBLIC_URL_IS_LOCAL', { url: call.runtime.settings.publicUrl });
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
  throw forbidden('ROLE_FORBIDDEN', 'COMMAND_LINE', { operation: name });
}

async function whoIs(
  operation: Operation,
  access: Exclude<Access, { readonly kind: 'proof' }>,
  call: Call,
): Promise<Principal> {
  if (access.kind === 'app') return recognizeApp(access, call);
  if (access.kind === 'admin') return signedInAdmin(call);
  // Signing in and out is public, but not for a service account.
  if (operation.admission?.peopleOnly && call.serviceToken !== undefined) {
    await refuseAccounts(operation, call, await signedInAdmin(call));
  }
  return ANONYMOUS;
}

/** @throws DomainError 403 SESSION_REQUIRED for a service account */
async function refuseAccounts({ name }: Operation, call: Call, principal: AdminPrincipal): Promise<void> {
  if (!principal.serviceAccount) return;
  await recordAccessDenied(call, principal, name, principal.serviceAccount.role);
  throw sessionRequired(name);
}

/**
 * The admin behind the call's session or, for a service account, its owner; looked up once per request.
 * @throws DomainError 401 ADMIN_AUTH_REQUIRED when session or token is missing, unknown, expired or revoked, or both are given
 */
export async function signedInAdmin(call: Call): Promise<AdminPrincipal> {
  call.admin ??= findAdmin(call);
  const admin = await call.admin;
  if (!admin) throw notSignedIn(call);
  return admin;
}

/** What a request was sent with. */
type Credentials = Pick<Call, 'bearer' | 'serviceToken' | 'sessionToken' | 'hasSessionCookie'>;

/** 401: why the call has no valid credential, in terms of the one that it was sent with. */
export function notSignedIn({ bearer, serviceToken, hasSessionCookie }: Credentials): DomainError {
  if (bearer === undefined || (hasSessionCookie && serviceToken === undefined)) {
    return unauthenticated('ADMIN_AUTH_REQUIRED', 'SIGN_IN');
  }
  if (hasSessionCookie) {
    return unauthenticated('ADMIN_AUTH_REQUIRED', 'TWO_CREDENTIALS').with({ bearerError: 'invalid_request' });
  }
  return unauthenticated('ADMIN_AUTH_REQUIRED', 'INVALID_TOKEN').with({ bearerError: 'invalid_token' });
}

/**
 * The credential of a request: the token of its session or of its service account; undefined if it has none, or none in the
 * form of one.
 */
export function credentialOf({ serviceToken, sessionToken }: Credentials): string | undefined {
  return serviceToken ?? sessionToken;
}

async function findAdmin({
  runtime,
  sessionToken,
  serviceToken,
  hasSessionCookie,
}: Call): Promise<AdminPrincipal | undefined> {
  const now = runtime.clock.now();
  if (serviceToken !== undefined) {
    if (hasSessionCookie || !isServiceToken(serviceToken)) return undefined;
    const found = await runtime.findServiceAccount({ tokenHash: hashToken(serviceToken), now });
    return found && callingFor(found.owner, found.account);
  }
  if (!sessionToken) return undefined;
  const holder = await runtime.findSession({ tokenHash: hashToken(sessionToken), now });
  if (!holder) return undefined;
  const { role, ...admin } = holder;
  return { kind: 'admin', ...admin, roles: [role], callerId: admin.adminId };
}

/** A service account has no password, so a temporary password of its owner does not stop it. */
function callingFor(
  { role, ...owner }: Pick<AdminPrincipal, 'adminId' | 'name' | 'email'> & { readonly role: AdminRole },
  account: CallingAccount,
): AdminPrincipal {
  const { id } = account;
  const roles = [account.role, role] as const;
  return {
    kind: 'admin',
    ...owner,
    sessionId: id,
    callerId: id,
    roles,
    serviceAccount: account,
    mustChangePassword: false,
  };
}

/** True for a client error of a caller who was not authenticated; it counts against the caller's network. */
export function isUnrecognized(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'invalid');
}
