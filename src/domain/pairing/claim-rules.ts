import type { ClaimCodeStatus, DeviceStatus } from '../../model/enums.ts';
import { conflict, type DomainError, forbidden, unauthenticated } from '../kernel/errors.ts';

/** Lifetime of a challenge in milliseconds, inclusive (contract: Limits). */
export const CHALLENGE_LIFETIME_MS = 300_000;
/** Failed claims that end a challenge. */
export const MAX_FAILED_TRIES = 5;

const UNCLAIMED: readonly DeviceStatus[] = ['READY', 'SOLD'];
const CLAIMED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];

/** True if apps may use a device in this status. */
export function isInUse(status: DeviceStatus): boolean {
  return CLAIMED.includes(status);
}

/** The facts that decide a claim, once its hardware proof is verified. */
export interface ClaimFacts {
  readonly deviceStatus: DeviceStatus;
  readonly ownerId: string | null;
  /** The status of this device's code; undefined for any other code. */
  readonly codeStatus: ClaimCodeStatus | undefined;
  /** True if the claim contains an e-mail address. */
  readonly namesCustomer: boolean;
  /** The customer with that address, if any. */
  readonly namedCustomerId: string | undefined;
  /** True if the app already has a live pairing with the same key. */
  readonly sameApp: boolean;
  /** Other apps with a live pairing. */
  readonly otherApps: number;
  readonly maximumApps: number;
}

/**
 * The first claim of a device uses its code. Afterwards the code works only for the owner: for an app that is already
 * paired, and for further apps that send the owner's address.
 * @returns `first` if the claim sets the owner, `further` if the device has one
 * @throws DomainError 403 DEVICE_NOT_ALLOWED; 409 CLAIM_CODE_UNAVAILABLE, DEVICE_ALREADY_CLAIMED, INSTALLATION_LIMIT_REACHED
 */
export function decideClaim(facts: ClaimFacts): 'first' | 'further' {
  const { deviceStatus, codeStatus } = facts;
  const first = UNCLAIMED.includes(deviceStatus);
  if (!first && !isInUse(deviceStatus)) throw deviceNotAllowed();
  if (first) {
    if (codeStatus !== 'AVAILABLE') throw codeUnavailable();
  } else {
    if (codeStatus !== 'AVAILABLE' && codeStatus !== 'CLAIMED') throw codeUnavailable();
    const isOwner = facts.namedCustomerId !== undefined && facts.namedCustomerId === facts.ownerId;
    if (facts.namesCustomer && !isOwner) {
      throw conflict('DEVICE_ALREADY_CLAIMED');
    }
    if (codeStatus === 'CLAIMED' && !isOwner && !facts.sameApp) throw codeUnavailable();
  }
  if (facts.otherApps >= facts.maximumApps) {
    throw conflict('INSTALLATION_LIMIT_REACHED', { maximum: facts.maximumApps });
  }
  return first ? 'first' : 'further';
}

/** The same 401 for a challenge that is unknown, used, expired or another app's. */
export function challengeInvalid(): DomainError {
  return unauthenticated('CHALLENGE_INVALID');
}

/** The same 401 for a wrong proof and for an unknown serial. */
export function hardwareProofInvalid(): DomainError {
  return unauthenticated('HARDWARE_PROOF_INVALID');
}

/** The same 409 for a code that is another device's, used, expired, void or unknown. */
export function codeUnavailable(): DomainError {
  return conflict('CLAIM_CODE_UNAVAILABLE');
}

/** 403 */
export function deviceNotAllowed(): DomainError {
  return forbidden('DEVICE_NOT_ALLOWED', 'APPS');
}
