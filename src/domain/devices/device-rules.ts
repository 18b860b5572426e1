import type { AdminRole, DeviceDisposition, DeviceStatus } from '../../model/enums.ts';
import type { StoredDevice } from '../../model/records/device.ts';
import { conflict } from '../kernel/errors.ts';
import { reachable, requireTransition, type Transition } from '../kernel/transitions.ts';

/** What may move a device: admins by hand, or what happens to it. `superAdmin` is what only a SUPER_ADMIN may do by hand. */
export type DeviceTrigger =
  | 'admin'
  | 'superAdmin'
  | 'proof'
  | 'sale'
  | 'saleCancel'
  | 'claim'
  | 'heartbeat'
  | 'transfer'
  | 'claimReset'
  | 'refund';

/** Nobody has claimed the device yet, or not any more: it gets a new claim code and stays where it is. */
const STAYING_RESETS: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'SOLD', 'RETURNED', 'REPAIR'];

type DeviceTransition = Transition<DeviceStatus, DeviceTrigger>;

/**
 * Every legal move of a device. A device begins READY, made with its batch, which is no move. Moves of an admin back to
 * SOLD, CLAIMED and ACTIVE are returns: only to where the device came from.
 */
export const DEVICE_TRANSITIONS: readonly DeviceTransition[] = [
  ...moves(['RETURNED', 'REPAIR'], ['INVENTORY'], ['admin']),
  ...moves(['INVENTORY'], ['READY'], ['admin', 'proof']),
  ...moves(['READY'], ['SOLD'], ['sale']),
  ...moves(['SOLD'], ['READY'], ['saleCancel']),
  ...moves(['READY', 'SOLD'], ['CLAIMED'], ['claim']),
  ...moves(['CLAIMED'], ['ACTIVE'], ['heartbeat']),
  ...moves(['CLAIMED', 'ACTIVE'], ['CLAIMED'], ['transfer']),
  ...moves(['CLAIMED', 'ACTIVE'], ['READY', 'SOLD'], ['claimReset']),
  ...STAYING_RESETS.flatMap((at) => moves([at], [at], ['claimReset'])),
  ...moves(['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REPAIR'], ['RETURNED'], ['admin', 'refund']),
  ...moves(['SOLD', 'CLAIMED', 'ACTIVE'], ['SUSPENDED'], ['admin']),
  ...moves(['SUSPENDED', 'REPAIR'], ['SOLD', 'CLAIMED', 'ACTIVE'], ['admin']),
  ...moves(['CLAIMED', 'ACTIVE', 'RETURNED', 'SOLD', 'READY'], ['REPAIR'], ['admin']),
  ...moves(['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'RETURNED'], ['REVOKED'], ['admin', 'refund']),
  ...moves(['INVENTORY', 'READY'], ['REVOKED'], ['admin']),
  ...moves(['REVOKED'], ['REPAIR'], ['superAdmin']),
  ...moves(['INVENTORY', 'READY', 'RETURNED', 'REPAIR', 'REVOKED'], ['RETIRED'], ['admin']),
];

function moves(
  from: readonly DeviceStatus[],
  to: readonly DeviceStatus[],
  by: readonly DeviceTrigger[],
): DeviceTransition[] {
  return from.flatMap((start) => to.flatMap((end) => by.map((trigger) => ({ from: start, to: end, by: trigger }))));
}

/** These have facts behind them (a sale, an owner, a heartbeat), so no admin sets them by hand. */
const WITH_FACTS: readonly DeviceStatus[] = ['SOLD', 'CLAIMED', 'ACTIVE'];
/** They remember where the device was, to go back there. */
const REMEMBERING: readonly DeviceStatus[] = ['SUSPENDED', 'REPAIR'];
/** A customer has the device. */
const OWNED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];
/** A device on the bench, or on its way to it, can be given a new secret. */
const ENVELOPE_STATUSES: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'REPAIR', 'RETURNED'];

/** What the rules need of a device. */
export type DeviceState = Pick<StoredDevice, 'status' | 'pairingEpoch'> &
  Partial<Pick<StoredDevice, 'previousStatus' | 'ownerId' | 'claimedAt' | 'activatedAt'>>;

/** The moves that an admin of this role may make with this device by hand. */
export function adminMoves(device: DeviceState, role: AdminRole): DeviceTransition[] {
  return DEVICE_TRANSITIONS.filter(
    ({ from, to, by }) =>
      from === device.status &&
      (by === 'admin' || (by === 'superAdmin' && role === 'SUPER_ADMIN')) &&
      (!WITH_FACTS.includes(to) || to === device.previousStatus),
  ).map((move) => ({ ...move, by: 'admin' }));
}

/** @throws DomainError 409 INVALID_TRANSITION when an admin of this role may not move the device there by hand */
export function requireAdminMove(device: DeviceState, to: DeviceStatus, role: AdminRole): void {
  requireTransition(adminMoves(device, role), device.status, to, 'admin');
}

/** What entering a status ends, beside the status itself. */
export interface MoveEffects {
  /** Nothing proves the device any more. */
  readonly retiresSecrets?: true;
  readonly voidsCodes?: true;
  readonly revokesPairings?: true;
  /** The owner goes, and pairings of this epoch are void also where nobody can be told. */
  readonly endsOwnership?: true;
}

const ENTERING: Readonly<Partial<Record<DeviceStatus, MoveEffects>>> = {
  INVENTORY: { retiresSecrets: true, voidsCodes: true, revokesPairings: true, endsOwnership: true },
  RETURNED: { voidsCodes: true, revokesPairings: true, endsOwnership: true },
  REVOKED: { retiresSecrets: true, voidsCodes: true, revokesPairings: true },
  RETIRED: { voidsCodes: true, revokesPairings: true },
};

/** What entering this status ends. */
export function effectsOfEntering(to: DeviceStatus): MoveEffects {
  return ENTERING[to] ?? {};
}

/** The device's own fields after a move. */
export function afterMove(device: DeviceState, to: DeviceStatus): DeviceState {
  const previousStatus = REMEMBERING.includes(to) ? device.status : null;
  const moved = { ...kept(device), status: to, previousStatus };
  return effectsOfEntering(to).endsOwnership ? withoutOwner(moved) : moved;
}

/**
 * The device's own fields after an app claimed it for its owner.
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function afterClaim(device: DeviceState, ownerId: string, now: Date): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, 'CLAIMED', 'claim');
  return { ...kept(device), status: 'CLAIMED', previousStatus: null, ownerId, claimedAt: now, activatedAt: null };
}

/** The device's own fields after it proved itself with a new secret: what waited for that in INVENTORY is READY. */
export function afterProof(device: DeviceState): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, 'READY', 'proof');
  return { ...kept(device), status: 'READY', previousStatus: null };
}

/**
 * The device's own fields after its claim was reset. Whoever had claimed it has it no longer; from repair it does not
 * go back to them then. The buyer of a SOLD device stays: they have not claimed it yet.
 * @param buyerId the customer of the sale that stands; a device without one is nobody's then
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function afterClaimReset(device: DeviceState, buyerId: string | undefined): DeviceState {
  const { status, previousStatus, ownerId } = device;
  const claimed = OWNED.includes(status);
  const unclaimed = buyerId ? 'SOLD' : 'READY';
  requireTransition(DEVICE_TRANSITIONS, status, claimed ? unclaimed : status, 'claimReset');
  const freed = { ...withoutOwner(kept(device)), ownerId: buyerId ?? null };
  if (claimed) return { ...freed, status: unclaimed, previousStatus: null };
  const leavesOwner = status === 'REPAIR' && ownerId && previousStatus !== 'SOLD';
  if (leavesOwner) return { ...freed, previousStatus: buyerId ? 'SOLD' : null };
  return kept(device);
}

/** The device's own fields after it was sold. @throws DomainError 409 DEVICE_NOT_SELLABLE */
export function afterSale(device: DeviceState, buyerId: string): DeviceState {
  if (reachable(DEVICE_TRANSITIONS, device.status, 'sale').includes('SOLD')) {
    return { ...kept(device), status: 'SOLD', previousStatus: null, ownerId: buyerId };
  }
  throw conflict(
    'DEVICE_NOT_SELLABLE',
    `Cannot sell the device: it is ${device.status} (only READY devices can be sold).`,
  );
}

/** The device's own fields after its sale was called off; its claim code stays. @throws DomainError 409 INVALID_TRANSITION */
export function afterSaleCancel(device: DeviceState): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, 'READY', 'saleCancel');
  return { ...kept(device), status: 'READY', previousStatus: null, ownerId: null };
}

/** The device's own fields after the sale that stands went to another buyer. */
export function afterBuyerChange(device: DeviceState, buyerId: string): DeviceState {
  return { ...kept(device), ownerId: buyerId };
}

/** The device's own fields after a refund disposed of it. @throws DomainError 409 INVALID_TRANSITION */
export function afterDisposition(device: DeviceState, disposition: DeviceDisposition): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, disposition, 'refund');
  return afterMove(device, disposition);
}

/**
 * The device's own fields after it went to another owner: CLAIMED, and ACTIVE again at its next heartbeat.
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function afterTransfer(device: DeviceState, ownerId: string): DeviceState {
  requireTransferable(device);
  return { ...withoutOwner(kept(device)), status: 'CLAIMED', ownerId, claimedAt: device.claimedAt ?? null };
}

/** @throws DomainError 409 INVALID_TRANSITION when nobody has the device, so nobody can pass it on */
export function requireTransferable({ status }: DeviceState): void {
  requireTransition(DEVICE_TRANSITIONS, status, 'CLAIMED', 'transfer');
}

/** The fields of a device that moves decide on; a row that came with more gives only these. */
export function kept(device: DeviceState): Required<DeviceState> {
  return {
    status: device.status,
    previousStatus: device.previousStatus ?? null,
    ownerId: device.ownerId ?? null,
    pairingEpoch: device.pairingEpoch,
    claimedAt: device.claimedAt ?? null,
    activatedAt: device.activatedAt ?? null,
  };
}

function withoutOwner(device: Required<DeviceState>): Required<DeviceState> {
  return { ...device, ownerId: null, pairingEpoch: device.pairingEpoch + 1, claimedAt: null, activatedAt: null };
}

/**
 * Only a device that is here gets a new secret, and only the one that the caller means.
 * @throws DomainError 409 INVALID_TRANSITION, EXPECTATION_MISMATCH
 */
export function requireEnvelopeAllowed(
  device: { readonly status: DeviceStatus; readonly serial: string; readonly hardwareRevision: string },
  expected: { readonly serialNumber: string; readonly expectedHardwareRevision: string },
): void {
  if (!ENVELOPE_STATUSES.includes(device.status)) {
    throw conflict(
      'INVALID_TRANSITION',
      `Cannot issue a provisioning envelope: the device is ${device.status} (allowed: ${ENVELOPE_STATUSES.join(', ')}).`,
    );
  }
  if (device.serial !== expected.serialNumber) {
    throw conflict('EXPECTATION_MISMATCH', 'serialNumber does not match the serial of this device.');
  }
  if (device.hardwareRevision !== expected.expectedHardwareRevision) {
    throw conflict(
      'EXPECTATION_MISMATCH',
      'expectedHardwareRevision does not match the hardware revision of this device.',
    );
  }
}
