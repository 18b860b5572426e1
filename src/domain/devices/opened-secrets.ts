import type { ProvableDevice } from '../kernel/operation.ts';
import type { Keys } from '../kernel/ports.ts';
import { openDeviceSecret } from './device-secret.ts';

interface Opened {
  readonly sealed: Buffer;
  readonly serial: string;
  readonly secret: Buffer;
}

/** Devices whose opened secrets are remembered: about 400 bytes each. */
const MAX_REMEMBERED = 20_000;

/** Two generations: the older one is forgotten whole when the younger one is full. */
interface Memory {
  younger: Map<string, Opened>;
  older: Map<string, Opened>;
}

const memories = new WeakMap<Pick<Keys, 'kek'>, Memory>();

/**
 * The plaintext of a device's live secrets, in their order. Which secrets are live was read from the database for this
 * very call; remembered is only what these very sealed bytes open to, since opening takes longer than the proof itself.
 * @throws Error as openDeviceSecret does
 */
export function openSecrets(keys: Pick<Keys, 'kek'>, device: ProvableDevice): Buffer[] {
  return device.secrets.map(({ sealed, version }) => {
    const memory = memoryOf(keys);
    const name = `${device.id}.${version}`;
    const known = memory.younger.get(name) ?? memory.older.get(name);
    if (known && known.serial === device.serial && known.sealed.equals(sealed)) return known.secret;
    const secret = openDeviceSecret(keys, sealed, {
      deviceId: device.id,
      serial: device.serial,
      secretVersion: version,
    });
    remember(memory, name, { sealed, serial: device.serial, secret });
    return secret;
  });
}

function memoryOf(keys: Pick<Keys, 'kek'>): Memory {
  const known = memories.get(keys);
  if (known) return known;
  const fresh: Memory = { younger: new Map(), older: new Map() };
  memories.set(keys, fresh);
  return fresh;
}

function remember(memory: Memory, name: string, opened: Opened): void {
  if (memory.younger.size >= MAX_REMEMBERED / 2) {
    memory.older = memory.younger;
    memory.younger = new Map();
  }
  memory.younger.set(name, opened);
}
