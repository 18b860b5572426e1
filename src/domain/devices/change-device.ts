import type { EntityManager } from '@mikro-orm/postgresql';
import { voidClaimCodes } from '../../persistence/devices/claim-code-repository.ts';
import { addDeviceEvent } from '../../persistence/devices/device-repository.ts';
import { retireSecrets } from '../../persistence/devices/device-secret-repository.ts';
import { changesBetween } from '../kernel/changes.ts';
import type { Changes } from '../kernel/operation.ts';
import { forgetRevokedCredentials, revokePairings } from '../pairing/store.ts';
import { takesPart, withdrawInstallations } from '../rollouts/index.ts';
import { releaseDevice } from '../sales/store.ts';
import { type DeviceState, deviceStateOf, type MoveEffects } from './device-rules.ts';

/** The cause and the author of a change. */
export interface DeviceCause {
  /** The operation's name. */
  readonly cause: string;
  readonly reason: string | null;
  readonly actorId: string;
  readonly now: Date;
}

/**
 * Stores a decided change of a locked device, its effects, and an entry in the device's history. A device that loses its owner
 * leaves its sale: the sale's money is unchanged, and the device can be sold again. The open installations of a device that is
 * taken out of service end.
 * @param device the locked entity; it gets the new fields
 * @returns the fields that changed, for the audit entry
 */
export async function changeDevice(
  em: EntityManager,
  device: DeviceState & { readonly id: string },
  after: DeviceState,
  effects: MoveEffects,
  { cause, reason, actorId, now }: DeviceCause,
): Promise<Changes> {
  const before = deviceStateOf(device);
  Object.assign(device, after, { updatedAt: now });
  addDeviceEvent(em, {
    deviceId: device.id,
    at: now,
    cause,
    fromStatus: before.status,
    toStatus: after.status,
    fromOwnerId: before.ownerId,
    toOwnerId: after.ownerId ?? null,
    reason,
    actorId,
  });
  await em.flush();
  if (effects.retiresSecrets) await retireSecrets(em, device.id);
  if (effects.voidsCodes) await voidClaimCodes(em, device.id);
  if (effects.revokesPairings) await revokePairings(em, device.id, cause, now);
  if (after.pairingEpoch !== before.pairingEpoch) await forgetRevokedCredentials(em, device.id);
  if (effects.endsOwnership) await releaseDevice(em, device.id, now);
  if (!takesPart(after.status)) await withdrawInstallations(em, [device.id], { status: after.status, actorId, now });
  return changesBetween(before, deviceStateOf(after), ['status', 'previousStatus', 'ownerId', 'pairingEpoch']);
}
