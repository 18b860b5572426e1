import { ADMIN_ROLES, type AdminRole } from '../../model/enums.ts';

/** The rights of a caller to admin operations. */
export interface Rights {
  /** All of them must allow an operation: a session has its admin's role, a service account its own and then its owner's. */
  readonly roles: readonly [AdminRole, ...AdminRole[]];
  /** The service account that calls; undefined for a session. */
  readonly serviceAccount?: CallingAccount;
}

/** A service account that calls, in the name of its owner. */
export interface CallingAccount {
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly expiresAt: Date;
}

/** The signed-in admin, or a service account's owner, as looked up for one request; never cached beyond it. */
export interface AdminPrincipal extends Rights {
  readonly kind: 'admin';
  /** Of the session, or of the service account. */
  readonly sessionId: string;
  /** Records and the audit log name this admin: the owner of a service account. */
  readonly adminId: string;
  readonly name: string;
  readonly email: string;
  readonly mustChangePassword: boolean;
  /** The id whose limits, idempotency keys and share of the database a call uses: the admin's, or the service account's. */
  readonly callerId: string;
}

/** A device authenticated by a proof with its secret. */
export interface DevicePrincipal {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly serial: string;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly provenSecretVersion: number;
  readonly device: DeviceFacts;
  /**
   * Verifies the proof again, against the current database.
   * @throws DomainError if it is no longer valid
   */
  readonly confirm: () => Promise<DevicePrincipal>;
}

/** The registered device, as read for the verification of the proof. */
export interface DeviceFacts {
  readonly status: string;
  readonly hardwareRevision: string;
  readonly model: string;
  readonly firmwareChannel: string | null;
  readonly pairingEpoch: number;
}

/** A companion app with a credential for a device. */
export interface AppPrincipal {
  readonly kind: 'app';
  readonly pairingId: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly appInstallationId: string;
}

export interface PublicPrincipal {
  readonly kind: 'public';
}

/** The operator at the command line of this service: anyone who can read the database password. */
export interface SystemPrincipal {
  readonly kind: 'system';
}

export type Principal = AdminPrincipal | DevicePrincipal | AppPrincipal | PublicPrincipal | SystemPrincipal;

/** An anonymous caller: the public site, or a login that has not succeeded yet. */
export const ANONYMOUS: PublicPrincipal = { kind: 'public' };

export const SYSTEM: SystemPrincipal = { kind: 'system' };

/**
 * The callers allowed to call an operation. `principal` exists only for the type checker: it is the type that the
 * handler gets.
 */
export type Access<P extends Principal = Principal> = (
  | {
      readonly kind: 'admin';
      readonly roles: readonly AdminRole[];
      /** True if the command line may call the operation; false by default. */
      readonly system?: true;
    }
  | { readonly kind: 'public' }
  | ({ readonly kind: 'app' } & AppRule)
  | ({ readonly kind: 'proof' } & ProofRule)
) & { readonly principal?: P };

/** The apps allowed to call an operation. */
export interface AppRule {
  /** Also while the device is SUSPENDED or in REPAIR: an app can always sign out. */
  readonly evenOutOfUse?: boolean;
}

/** The payload that a device signs for an operation. */
export interface ProofRule {
  /** The signed fields of the input in the contract's order; the first is the serial. */
  readonly fields: readonly [serial: string, ...rest: string[]];
  /** Signed if the input has them: older forms of the contract omit them. */
  readonly optionalFields?: readonly string[];
  /** The payload after `<timestamp>.`; undefined if a field breaks the grammar. */
  readonly payload: (input: Readonly<Record<string, unknown>>) => string | undefined;
  /** The payload if a field breaks the grammar; by default the fields in their order. */
  readonly rawPayload?: (input: Readonly<Record<string, unknown>>) => string;
  /** The error for a correctly signed value that breaks the grammar (such as a malformed UUID): 404. */
  readonly malformedIdError?: () => Error;
  /** True if the handler's write checks the status of the device, so that a cached look-up suffices for the proof. */
  readonly writeDecides?: boolean;
}

/** An operation, as far as it decides who may call it. */
interface Guarded {
  readonly access: Access;
  readonly admission?: { readonly peopleOnly?: true };
}

/** The first of the caller's roles that is not among these; undefined if all of them are. */
export function roleOutside({ roles }: Rights, allowed: readonly AdminRole[]): AdminRole | undefined {
  return roles.find((role) => !allowed.includes(role));
}

/** Whether all roles of the caller are among these. */
export function hasRoles(rights: Rights, allowed: readonly AdminRole[]): boolean {
  return roleOutside(rights, allowed) === undefined;
}

/** Whether a caller may call an admin operation: the one rule of both transports, of edges, nodes, searches and questions. */
export function mayCall(rights: Rights, { access, admission }: Guarded): boolean {
  return access.kind === 'admin' && hasRoles(rights, access.roles) && !(admission?.peopleOnly && rights.serviceAccount);
}

/** The actor of an audit entry: the admin or, for a service account, its owner and the account. */
export function actingAdmin({ adminId, email, serviceAccount }: AdminPrincipal) {
  return {
    actorType: 'ADMIN',
    actorId: adminId,
    actorLabel: email,
    serviceAccountId: serviceAccount?.id ?? null,
    serviceAccountName: serviceAccount?.name ?? null,
  } as const;
}

/** Admins with one of these roles. */
export function admins(...roles: readonly AdminRole[]): Access<AdminPrincipal> {
  return { kind: 'admin', roles };
}

/** Admins with one of these roles, and the system from the command line. */
export function adminsOrSystem(...roles: readonly AdminRole[]): Access<AdminPrincipal | SystemPrincipal> {
  return { kind: 'admin', roles, system: true };
}

/** Any signed-in admin. */
export function anyAdmin(): Access<AdminPrincipal> {
  return { kind: 'admin', roles: ADMIN_ROLES };
}

/** Everyone, rate limited by address. */
export function everyone(): Access<PublicPrincipal> {
  return { kind: 'public' };
}

/** A device, authenticated by a proof with its secret. */
export function deviceProof(rule: ProofRule): Access<DevicePrincipal> {
  return { kind: 'proof', ...rule };
}

/** A companion app with a valid credential, in the header `Authorization: Bearer`. */
export function pairedApp(rule: AppRule = {}): Access<AppPrincipal> {
  return { kind: 'app', ...rule };
}
