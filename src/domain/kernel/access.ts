import { ADMIN_ROLES, type AdminRole } from '../../model/enums.ts';

/** The signed-in admin, as returned by the session look-up; never cached beyond one request. */
export interface AdminPrincipal {
  readonly kind: 'admin';
  readonly sessionId: string;
  readonly adminId: string;
  readonly name: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly mustChangePassword: boolean;
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
export const NOBODY: PublicPrincipal = { kind: 'public' };

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
