import {
  applyClaim,
  applyClaimReset,
  applyTransfer,
  type DeviceState,
  effectsOfEntering,
} from '../../src/domain/devices/device-rules.ts';
import { DEVICE_STATUSES } from '../../src/model/enums.ts';

const THEN = new Date('2026-11-01T08:00:00.000Z');
const NOW = new Date('2026-11-26T08:00:00.000Z');

const device = (state: Partial<DeviceState>): DeviceState => ({
  status: 'ACTIVE',
  previousStatus: null,
  ownerId: 'owner',
  pairingEpoch: 3,
  claimedAt: THEN,
  activatedAt: THEN,
  ...state,
});

describe('the state of a device', () => {
  it('the state of a device begins anew with a claim: claimed now, and not active yet, whatever it was', () => {
    expect(applyClaim(device({ status: 'SOLD', previousStatus: 'REPAIR' }), 'another', NOW)).toEqual({
      status: 'CLAIMED',
      previousStatus: null,
      ownerId: 'another',
      pairingEpoch: 3,
      claimedAt: NOW,
      activatedAt: null,
    });
  });

  it('the state of a device keeps the time of its first claim through a transfer, in a new epoch', () => {
    expect(applyTransfer(device({}), 'another')).toEqual({
      status: 'CLAIMED',
      previousStatus: null,
      ownerId: 'another',
      pairingEpoch: 4,
      claimedAt: THEN,
      activatedAt: null,
    });
  });

  it.each<[from: Partial<DeviceState>, buyerId: string | undefined, to: Partial<DeviceState>]>([
    [{ status: 'ACTIVE' }, undefined, { status: 'READY', previousStatus: null, ownerId: null }],
    [{ status: 'ACTIVE' }, 'buyer', { status: 'SOLD', previousStatus: null, ownerId: 'buyer' }],
    [{ status: 'CLAIMED' }, 'buyer', { status: 'SOLD', previousStatus: null, ownerId: 'buyer' }],
    // It does not return from the bench to the owner who claimed it.
    [
      { status: 'REPAIR', previousStatus: 'ACTIVE' },
      undefined,
      { status: 'REPAIR', previousStatus: null, ownerId: null },
    ],
    [
      { status: 'REPAIR', previousStatus: 'ACTIVE' },
      'buyer',
      { status: 'REPAIR', previousStatus: 'SOLD', ownerId: 'buyer' },
    ],
  ])('%j after a claim reset, with the buyer %s, is %j in a new epoch', (from, buyerId, to) => {
    const after = applyClaimReset(device(from), buyerId);
    expect(after).toEqual({ ...to, pairingEpoch: 4, claimedAt: null, activatedAt: null });
  });

  it.each<[Partial<DeviceState>, string | undefined]>([
    [{ status: 'REPAIR', previousStatus: 'SOLD', claimedAt: null, activatedAt: null }, 'owner'],
    [{ status: 'REPAIR', previousStatus: 'READY', ownerId: null, claimedAt: null, activatedAt: null }, undefined],
    [{ status: 'SOLD', claimedAt: null, activatedAt: null }, 'owner'],
    [{ status: 'READY', ownerId: null, claimedAt: null, activatedAt: null }, undefined],
  ])('%j, which nobody has claimed, stays as it is by a claim reset', (from, buyerId) => {
    expect(applyClaimReset(device(from), buyerId)).toEqual(device(from));
  });

  it('the state of a device has effects in these statuses alone', () => {
    const all = DEVICE_STATUSES.map((status) => [status, Object.keys(effectsOfEntering(status)).sort().join()]);
    expect(Object.fromEntries(all.filter(([, effects]) => effects !== ''))).toEqual({
      INVENTORY: 'endsOwnership,retiresSecrets,revokesPairings,voidsCodes',
      RETURNED: 'endsOwnership,revokesPairings,voidsCodes',
      REVOKED: 'retiresSecrets,revokesPairings,voidsCodes',
      RETIRED: 'revokesPairings,voidsCodes',
    });
  });
});
