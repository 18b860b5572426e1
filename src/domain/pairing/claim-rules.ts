import type { ClaimCodeStatus, DeviceStatus } from '../../model/enums.ts';
import { conflict, type DomainError, forbidden, unauthenticated } from '../kernel/errors.ts';

/** How long a challenge can be answered, in milliseconds (contract: Limits); the last millisecond counts. */
export const CHALLENGE_LIFETIME_MS = 300_000;
/** Claims that may fail before a challenge is over. */
export const MAX_FAILED_TRIES = 5;

const UNCLAIMED: readonly DeviceStatus[] = ['READY', 'SOLD'];
const CLAIMED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];

/** Whether apps of a device in this status may use it. */
export function isInUse(status: DeviceStatus): boolean {
  return CLAIMED.includes(status);
}

/** What a claim is decided by, once its hardware proof holds. */
export interface ClaimFacts {
  readonly deviceStatus: DeviceStatus;
  readonly ownerId: string | null;
  /** The state of the code if it is this device's; undefined for any other code. */
  readonly codeStatus: ClaimCodeStatus | undefined;
  /** The claim names an e-mail address. */
  readonly namesCustomer: boolean;
  /** The customer with that address, when there is one. */
  readonly namedCustomerId: string | undefined;
  /** The app holds this device already, with the same key. */
  readonly sameApp: boolean;
  /** Other apps that hold this device. */
  readonly otherApps: number;
  readonly maximumApps: number;
}

/**
 * The first claim of a device takes its code. After that the code is good for its owner only: for an app that holds the
 * device already, and for further ones that name the owner's address.
 * @returns `first` when the device gets its owner by it, `further` when it has one
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
      throw conflict('DEVICE_ALREADY_CLAIMED', 'The device is already claimed by another customer.');
    }
    if (codeStatus === 'CLAIMED' && !isOwner && !facts.sameApp) throw codeUnavailable();
  }
  if (facts.otherApps >= facts.maximumApps) {
    throw conflict(
      'INSTALLATION_LIMIT_REACHED',
      `The device already has the maximum of ${facts.maximumApps} apps: revoke the pairing of one of them first.`,
    );
  }
  return first ? 'first' : 'further';
}

/** 401 for a challenge that is unknown, over, expired or another's: which of them is not told. */
export function challengeInvalid(): DomainError {
  return unauthenticated('CHALLENGE_INVALID', 'The challenge is invalid or has expired: request a new one.');
}

/** 401; the same for a serial that nobody has. */
export function hardwareProofInvalid(): DomainError {
  return unauthenticated('HARDWARE_PROOF_INVALID', 'The hardware proof is invalid.');
}

/** 409, whatever is wrong with the code: another device's, used, expired, void, or none at all. */
export function codeUnavailable(): DomainError {
  return conflict('CLAIM_CODE_UNAVAILABLE', 'The claim code cannot claim this device.');
}

/** 403 */
export function deviceNotAllowed(): DomainError {
  return forbidden('DEVICE_NOT_ALLOWED', 'The status of this device does not allow apps to use it.');
}
