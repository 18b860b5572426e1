import { ADMIN_ROLES, type AdminRole } from '../../model/enums.ts';

/** An admin as the session look-up gives it; never cached beyond one request. */
export interface AdminPrincipal {
  readonly kind: 'admin';
  readonly sessionId: string;
  readonly adminId: string;
  readonly name: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly mustChangePassword: boolean;
}

/** A device that proved itself with its secret. */
export interface DevicePrincipal {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly serial: string;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly provenSecretVersion: number;
  readonly device: DeviceFacts;
  /**
   * Checks the proof again, against what the database says now.
   * @throws DomainError when it does not hold any more
   */
  readonly confirm: () => Promise<DevicePrincipal>;
}

/** What the proof's look-up read of the registered device. */
export interface DeviceFacts {
  readonly status: string;
  readonly hardwareRevision: string;
  readonly model: string;
  readonly firmwareChannel: string | null;
  readonly pairingEpoch: number;
}

/** A companion app that holds a credential for a device. */
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

/** The operator of this installation at its command line: whoever may read the database's password. */
export interface SystemPrincipal {
  readonly kind: 'system';
}

export type Principal = AdminPrincipal | DevicePrincipal | AppPrincipal | PublicPrincipal | SystemPrincipal;

/** Nobody in particular: the public site, a login that is still to succeed. */
export const NOBODY: PublicPrincipal = { kind: 'public' };

export const SYSTEM: SystemPrincipal = { kind: 'system' };

/** Who may call an operation. `principal` exists for the compiler only: it says what the handler gets. */
export type Access<P extends Principal = Principal> = (
  | {
      readonly kind: 'admin';
      readonly roles: readonly AdminRole[];
      /** Also the system, from the command line; closed unless an operation opens it. */
      readonly system?: true;
    }
  | { readonly kind: 'public' }
  | ({ readonly kind: 'app' } & AppRule)
  | ({ readonly kind: 'proof' } & ProofRule)
) & { readonly principal?: P };

/** Which apps may call an operation. */
export interface AppRule {
  /** Also while the device may not be used (SUSPENDED, REPAIR): an app can always sign off. */
  readonly evenOutOfUse?: boolean;
}

/** What a device signs for an operation. */
export interface ProofRule {
  /** The signed fields of the input in the contract's order; the first is the serial. */
  readonly fields: readonly [serial: string, ...rest: string[]];
  /** Signed as well where the input has them: forms of an older contract go without. */
  readonly optionalFields?: readonly string[];
  /** The payload after `<timestamp>.`; undefined when a field is outside of the grammar. */
  readonly payload: (input: Readonly<Record<string, unknown>>) => string | undefined;
  /** What is signed when a field is outside of the grammar; without it the fields in their order. */
  readonly rawPayload?: (input: Readonly<Record<string, unknown>>) => string;
  /** What valid words outside of the grammar are answered, once they are known to be the device's: they name no record. */
  readonly namesNothing?: () => Error;
  /** The handler's own write decides whether the device may still speak, so an earlier look-up will do for the proof. */
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

/** Everyone, limited by address. */
export function everyone(): Access<PublicPrincipal> {
  return { kind: 'public' };
}

/** A device that proves itself with its secret. */
export function deviceProof(rule: ProofRule): Access<DevicePrincipal> {
  return { kind: 'proof', ...rule };
}

/** A companion app with a credential that stands, by the header `Authorization: Bearer`. */
export function pairedApp(rule: AppRule = {}): Access<AppPrincipal> {
  return { kind: 'app', ...rule };
}
