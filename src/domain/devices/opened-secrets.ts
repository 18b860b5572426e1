import type { ProvableDevice } from '../kernel/operation.ts';
import type { Keys } from '../kernel/ports.ts';
import { openDeviceSecret } from './device-secret.ts';
import { type Generations, generations } from './generations.ts';

interface Opened {
  readonly sealed: Buffer;
  readonly serial: string;
  readonly secret: Buffer;
}

/** Devices whose opened secrets are remembered: about 400 bytes each. */
const MAX_REMEMBERED = 20_000;

const memories = new WeakMap<Pick<Keys, 'kek'>, Generations<Opened>>();

/**
 * The plaintext of a device's live secrets, in their order. Remembered is only what these very sealed bytes open to,
 * since opening takes longer than the proof itself.
 * @throws Error as openDeviceSecret does
 */
export function openSecrets(keys: Pick<Keys, 'kek'>, device: ProvableDevice): Buffer[] {
  const memory = memoryOf(keys);
  return device.secrets.map(({ sealed, version }) => {
    const name = `${device.id}.${version}`;
    const known = memory.get(name);
    if (known && known.serial === device.serial && known.sealed.equals(sealed)) return known.secret;
    const secret = openDeviceSecret(keys, sealed, {
      deviceId: device.id,
      serial: device.serial,
      secretVersion: version,
    });
    memory.set(name, { sealed, serial: device.serial, secret });
    return secret;
  });
}

function memoryOf(keys: Pick<Keys, 'kek'>): Generations<Opened> {
  const known = memories.get(keys);
  if (known) return known;
  const fresh = generations<Opened>(MAX_REMEMBERED);
  memories.set(keys, fresh);
  return fresh;
}
