import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keys } from '../../model/ports.ts';
import type { MadeDevice } from '../../model/records/batch.ts';
import { newId } from '../../persistence/columns.ts';
import { insertDevices } from '../../persistence/inventory/batch-devices.ts';
import {
  claimCodeHash,
  newClaimCode,
  newDeviceSecret,
  newSerial,
  sealClaimCode,
  sealDeviceSecret,
} from '../devices/index.ts';

/** The parameters of creating devices. */
export interface MakeDevicesOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly now: Date;
  /** The expiry of the claim codes; null = never. */
  readonly expiresAt: Date | null;
  /** The operation's name, for the devices' histories. */
  readonly cause: string;
  readonly actorId: string;
}

const FIRST_SECRET = 1;
const LAST_CHARACTERS = 4;

/**
 * Creates READY devices, each with a serial, a first secret and a claim code: one statement per table for all of them.
 * @param ordinals 1-based places in the batch that have no device yet
 * @returns in the order of the ordinals
 */
export async function makeDevices(
  em: EntityManager,
  batch: { readonly id: string; readonly model: string; readonly hardwareRevision: string },
  ordinals: readonly number[],
  { keys, publicUrl, ...making }: MakeDevicesOptions,
): Promise<MadeDevice[]> {
  const devices = ordinals.map((ordinal) => newDevice(keys, ordinal));
  await insertDevices(em, { batch, devices: devices.map(({ stored }) => stored), ...making });
  return devices.map(({ stored: { id, serial }, claimCode }) => ({
    id,
    serial,
    claimCode,
    hardwareRevision: batch.hardwareRevision,
    qr: labelUrl(publicUrl, { serial, claimCode }),
  }));
}

/**
 * What the QR code of a label says: the page that leads to the app (src/rest/pages/pair-page.ts). The serial and the code are in
 * the fragment, which browsers send to no server, so that no log and no Referer has them. Labels made before have them in the query.
 */
function labelUrl(publicUrl: string, { serial, claimCode }: Pick<MadeDevice, 'serial' | 'claimCode'>): string {
  return `${publicUrl}/pair#serial=${serial}&code=${claimCode}`;
}

function newDevice(keys: Keys, ordinal: number) {
  const id = newId();
  const serial = newSerial();
  const claimCode = newClaimCode();
  const binding = { deviceId: id, serial };
  const stored = {
    id,
    serial,
    ordinal,
    secretVersion: FIRST_SECRET,
    sealedSecret: sealDeviceSecret(keys, newDeviceSecret(), { ...binding, secretVersion: FIRST_SECRET }),
    sealedCode: sealClaimCode(keys, claimCode, binding),
    codeHash: claimCodeHash(keys, claimCode),
    lastFour: claimCode.slice(-LAST_CHARACTERS),
  };
  return { stored, claimCode };
}
