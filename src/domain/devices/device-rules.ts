import type { DeviceDisposition, DeviceStatus } from '../../model/enums.ts';
import type { StoredDevice } from '../../model/records/device.ts';
import type { Step } from '../../model/wording.ts';
import { conflict, type DomainError, throwIf } from '../kernel/errors.ts';
import { reachable, requireTransition, shortestPath, type Transition } from '../kernel/transitions.ts';
import { serialOnLabel } from './serial.ts';

/**
 * The causes of a transition: an admin by hand, or an event. `superAdmin` marks transitions that only a SUPER_ADMIN may make by
 * hand.
 */
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

/** The device is unclaimed in these statuses: a claim reset gives it a new claim code and keeps its status. */
const STAYING_RESETS: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'SOLD', 'RETURNED', 'REPAIR'];

export type DeviceTransition = Transition<DeviceStatus, DeviceTrigger>;

/**
 * Every legal transition of a device. A device is created READY, with its batch. By hand, SOLD, CLAIMED and ACTIVE are
 * reachable only as returns to the device's previous status.
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

/** Derived from a sale, an owner or a heartbeat, so admins cannot set them freely. */
const WITH_FACTS: readonly DeviceStatus[] = ['SOLD', 'CLAIMED', 'ACTIVE'];
/** Statuses that store the previous status, to return to it. */
const REMEMBERING: readonly DeviceStatus[] = ['SUSPENDED', 'REPAIR'];
/** A customer has the device. */
const OWNED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];
/** A device on the bench, or on its way there, can get a new secret. */
const ENVELOPE_STATUSES: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'REPAIR', 'RETURNED'];

/** The fields of a device that the rules use. */
export type DeviceState = Pick<StoredDevice, 'status' | 'pairingEpoch'> &
  Partial<Pick<StoredDevice, 'previousStatus' | 'ownerId' | 'claimedAt' | 'activatedAt'>>;

/** The transitions that admins may make by hand. @param isSuperAdmin whether those of a SUPER_ADMIN are among them */
export function adminMoves(
  device: Pick<DeviceState, 'status' | 'previousStatus'>,
  isSuperAdmin: boolean,
): DeviceTransition[] {
  return DEVICE_TRANSITIONS.filter(
    ({ from, to, by }) =>
      from === device.status &&
      (by === 'admin' || (by === 'superAdmin' && isSuperAdmin)) &&
      (!WITH_FACTS.includes(to) || to === device.previousStatus),
  ).map((move) => ({ ...move, by: 'admin' }));
}

/** The error of a transition by hand: 409 INVALID_TRANSITION saying what leads to that status. @param isSuperAdmin of the caller */
export function moveError(device: DeviceStage, to: DeviceStatus, isSuperAdmin: boolean): DomainError | undefined {
  if (adminMoves(device, isSuperAdmin).some((move) => move.to === to)) return undefined;
  const { status: from } = device;
  const path = shortestPath(openTransitions(device), from, [to]);
  if (!path) return conflict('INVALID_TRANSITION', 'DEVICE_FINAL', { from, to });
  return conflict('INVALID_TRANSITION', 'STEPS', { from, to, steps: stepsOf(path) });
}

/** What decides where a device can go. */
type DeviceStage = Pick<DeviceState, 'status' | 'previousStatus'>;

/** What comes before an operation that accepts only a device in one of these statuses. */
function firstTo(device: DeviceStage, to: readonly DeviceStatus[]) {
  const { status } = device;
  const byHand = adminMoves(device, false).flatMap((move) => (to.includes(move.to) ? move.to : []));
  if (byHand.length > 0) return { status, byHand };
  const path = shortestPath(openTransitions(device), status, to);
  return path ? { status, steps: stepsOf(path) } : { status, final: status };
}

/** The transitions that a device can take in sequence. The status that it returns to is known only for its present status. */
function openTransitions({ status, previousStatus }: DeviceStage): readonly DeviceTransition[] {
  return DEVICE_TRANSITIONS.filter(({ from, to, by }) => {
    const isReturn = by === 'admin' && WITH_FACTS.includes(to);
    return by !== 'refund' && (!isReturn || (from === status && to === previousStatus));
  });
}

/** What somebody does for a transition: an operation, or another step of src/model/wording.ts. */
const STEPS: Readonly<Record<DeviceTrigger, Step['by']>> = {
  admin: 'setDeviceStatus',
  superAdmin: 'superAdmin',
  proof: 'proof',
  sale: 'createSale',
  saleCancel: 'cancelSale',
  claim: 'claim',
  heartbeat: 'heartbeat',
  transfer: 'transferDevice',
  claimReset: 'resetClaim',
  refund: 'refundSale',
};

function stepsOf(path: readonly DeviceTransition[]): Step[] {
  return path.map(({ by, to }) => ({
    by: by === 'admin' && to === 'READY' ? 'issueProvisioningEnvelope' : STEPS[by],
    to,
  }));
}

/** The effects of entering a status. */
export interface MoveEffects {
  /** The device can no longer prove itself. */
  readonly retiresSecrets?: true;
  readonly voidsCodes?: true;
  readonly revokesPairings?: true;
  /** The owner is removed and the epoch raised, which also voids pairings offline. */
  readonly endsOwnership?: true;
}

const ENTERING: Readonly<Partial<Record<DeviceStatus, MoveEffects>>> = {
  INVENTORY: { retiresSecrets: true, voidsCodes: true, revokesPairings: true, endsOwnership: true },
  RETURNED: { voidsCodes: true, revokesPairings: true, endsOwnership: true },
  REVOKED: { retiresSecrets: true, voidsCodes: true, revokesPairings: true },
  RETIRED: { voidsCodes: true, revokesPairings: true },
};

/** The effects of entering this status. */
export function effectsOfEntering(to: DeviceStatus): MoveEffects {
  return ENTERING[to] ?? {};
}

/** Applies a transition to the device's own fields. */
export function applyMove(device: DeviceState, to: DeviceStatus): DeviceState {
  const previousStatus = REMEMBERING.includes(to) ? device.status : null;
  const moved = { ...deviceStateOf(device), status: to, previousStatus };
  return effectsOfEntering(to).endsOwnership ? withoutOwner(moved) : moved;
}

/**
 * Applies a claim by an app for its owner.
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function applyClaim(device: DeviceState, ownerId: string, now: Date): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, 'CLAIMED', 'claim');
  return {
    ...deviceStateOf(device),
    status: 'CLAIMED',
    previousStatus: null,
    ownerId,
    claimedAt: now,
    activatedAt: null,
  };
}

/** Applies the first proof with a new secret: a device in INVENTORY becomes READY. */
export function applyProof(device: DeviceState): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, 'READY', 'proof');
  return { ...deviceStateOf(device), status: 'READY', previousStatus: null };
}

/**
 * Applies a claim reset. The device loses the owner who claimed it, and does not return to them from REPAIR. A SOLD
 * device keeps its buyer, who has not claimed it yet.
 * @param buyerId the customer of the live sale; without one, the device has no owner afterwards
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function applyClaimReset(device: DeviceState, buyerId: string | undefined): DeviceState {
  const { status, previousStatus, ownerId } = device;
  const claimed = OWNED.includes(status);
  const unclaimed = buyerId ? 'SOLD' : 'READY';
  throwIf(claimResetError(device));
  const freed = { ...withoutOwner(deviceStateOf(device)), ownerId: buyerId ?? null };
  if (claimed) return { ...freed, status: unclaimed, previousStatus: null };
  const leavesOwner = status === 'REPAIR' && ownerId && previousStatus !== 'SOLD';
  if (leavesOwner) return { ...freed, previousStatus: buyerId ? 'SOLD' : null };
  return deviceStateOf(device);
}

/** The error of a claim reset in this status: 409 INVALID_TRANSITION. A claimed device leads to READY or, when it was sold, to SOLD. */
export function claimResetError(device: DeviceStage): DomainError | undefined {
  const resets = DEVICE_TRANSITIONS.filter(({ by }) => by === 'claimReset').map(({ from }) => from);
  if (resets.includes(device.status)) return undefined;
  return conflict('INVALID_TRANSITION', 'CLAIM_RESET', firstTo(device, resets));
}

/** Applies a sale. @throws DomainError 409 DEVICE_NOT_SELLABLE */
export function applySale(device: DeviceState, buyerId: string): DeviceState {
  if (reachable(DEVICE_TRANSITIONS, device.status, 'sale').includes('SOLD')) {
    return { ...deviceStateOf(device), status: 'SOLD', previousStatus: null, ownerId: buyerId };
  }
  throw conflict('DEVICE_NOT_SELLABLE', firstTo(device, ['READY']));
}

/**
 * Applies the cancellation of its sale: the buyer no longer owns it. A SOLD device is READY again and keeps its claim code. A
 * device that is suspended, in repair or out of service keeps its status, and no longer returns to its buyer.
 * @throws DomainError 409 INVALID_TRANSITION while a customer uses it
 */
export function applySaleCancel(device: DeviceState): DeviceState {
  throwIf(saleCancelError(device.status));
  const before = deviceStateOf(device);
  const status = reachable(DEVICE_TRANSITIONS, before.status, 'saleCancel')[0] ?? before.status;
  const previous = before.previousStatus;
  const wasClaimed = before.claimedAt !== null || (previous !== null && OWNED.includes(previous));
  const left = wasClaimed ? withoutOwner(before) : { ...before, ownerId: null };
  return { ...left, status, previousStatus: previous && WITH_FACTS.includes(previous) ? null : previous };
}

/** The error of the cancellation of its sale: 409 INVALID_TRANSITION while a customer uses the device. */
export function saleCancelError(status: DeviceStatus): DomainError | undefined {
  return OWNED.includes(status) ? conflict('INVALID_TRANSITION', 'DEVICE_IN_USE', { status }) : undefined;
}

/** Applies another buyer of the live sale. */
export function applyBuyerChange(device: DeviceState, buyerId: string): DeviceState {
  return { ...deviceStateOf(device), ownerId: buyerId };
}

/** Applies the disposition of a refund. @throws DomainError 409 INVALID_TRANSITION */
export function applyDisposition(device: DeviceState, disposition: DeviceDisposition): DeviceState {
  requireTransition(DEVICE_TRANSITIONS, device.status, disposition, 'refund');
  return applyMove(device, disposition);
}

/**
 * Applies a transfer to another owner: CLAIMED, and ACTIVE again at the next heartbeat.
 * @throws DomainError 409 INVALID_TRANSITION
 */
export function applyTransfer(device: DeviceState, ownerId: string): DeviceState {
  throwIf(transferError(device));
  return { ...withoutOwner(deviceStateOf(device)), status: 'CLAIMED', ownerId, claimedAt: device.claimedAt ?? null };
}

/** The error of a transfer of a device that has no owner: 409 INVALID_TRANSITION. */
export function transferError(device: DeviceStage): DomainError | undefined {
  if (OWNED.includes(device.status)) return undefined;
  const meanwhile = device.status === 'SOLD' ? 'updateSale' : undefined;
  return conflict('INVALID_TRANSITION', 'TRANSFER', { ...firstTo(device, OWNED), meanwhile });
}

/** Copies only the fields of a device that transitions read and change. */
export function deviceStateOf(device: DeviceState): Required<DeviceState> {
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

/** The error of a provisioning envelope in this status: 409 INVALID_TRANSITION. */
export function envelopeError(device: DeviceStage): DomainError | undefined {
  if (ENVELOPE_STATUSES.includes(device.status)) return undefined;
  return conflict('INVALID_TRANSITION', 'ENVELOPE', firstTo(device, ENVELOPE_STATUSES));
}

/**
 * An envelope requires a device in one of ENVELOPE_STATUSES that matches the caller's expectations.
 * @throws DomainError 409 INVALID_TRANSITION, EXPECTATION_MISMATCH
 */
export function requireEnvelopeAllowed(
  device: DeviceStage & { readonly serial: string; readonly hardwareRevision: string },
  expected: { readonly serialNumber: string; readonly expectedHardwareRevision: string },
): void {
  throwIf(envelopeError(device));
  if (device.serial !== serialOnLabel(expected.serialNumber)) {
    throw conflict('EXPECTATION_MISMATCH', 'SERIAL');
  }
  if (device.hardwareRevision !== expected.expectedHardwareRevision) {
    throw conflict('EXPECTATION_MISMATCH', 'HARDWARE_REVISION');
  }
}
