import type { ProvableDevice } from '../kernel/operation.ts';
import type { Keys } from '../kernel/ports.ts';
import { openDeviceSecret } from './device-secret.ts';

/** Of what was looked up: forgotten with it. */
const opened = new WeakMap<ProvableDevice, readonly Buffer[]>();

/**
 * The plaintext of a device's live secrets, in their order. Opened once for each look-up, since that takes longer than
 * the proof itself.
 * @throws Error as openDeviceSecret does
 */
export function openSecrets(keys: Pick<Keys, 'kek'>, device: ProvableDevice): readonly Buffer[] {
  const known = opened.get(device);
  if (known) return known;
  const { id: deviceId, serial } = device;
  const secrets = device.secrets.map(({ sealed, version }) =>
    openDeviceSecret(keys, sealed, { deviceId, serial, secretVersion: version }),
  );
  opened.set(device, secrets);
  return secrets;
}
