import { randomBytes } from 'node:crypto';
import type { Keys } from '../../model/ports.ts';
import { open, seal } from '../formats/secret-box.ts';

const SECRET_BYTES = 32;

/** A sealed secret is bound to its device and version: it cannot be decrypted in another row. */
export interface SecretBinding {
  readonly deviceId: string;
  readonly serial: string;
  readonly secretVersion: number;
}

/** A new device secret: 32 random bytes, used raw as the HMAC-SHA256 key of the device's proofs. */
export function newDeviceSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Encrypts a device secret for storage. */
export function sealDeviceSecret(keys: Pick<Keys, 'currentKek'>, secret: Buffer, binding: SecretBinding): Buffer {
  return seal(keys, secret, aadOf(binding));
}

/**
 * Decrypts a stored device secret.
 * @throws Error if it belongs to another device or version, was altered, or its key is unknown here
 */
export function openDeviceSecret(keys: Pick<Keys, 'kek'>, sealed: Buffer, binding: SecretBinding): Buffer {
  return open(keys, sealed, aadOf(binding));
}

/** A device with its stored secrets. */
interface SealedDevice {
  readonly id: string;
  readonly serial: string;
  readonly secrets: readonly { readonly version: number; readonly sealed: Buffer }[];
}

/**
 * Decrypts the stored secrets of a device, keeping their order.
 * @throws Error as openDeviceSecret does
 */
export function openDeviceSecrets(
  keys: Pick<Keys, 'kek'>,
  { id: deviceId, serial, secrets }: SealedDevice,
): readonly Buffer[] {
  return secrets.map(({ sealed, version }) =>
    openDeviceSecret(keys, sealed, { deviceId, serial, secretVersion: version }),
  );
}

function aadOf({ deviceId, serial, secretVersion }: SecretBinding): string {
  return `${deviceId}|${serial}|${secretVersion}`;
}
