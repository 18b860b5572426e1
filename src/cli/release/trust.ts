import type { ReleaseKey } from '../../domain/kernel/ports.ts';
import { readReleaseTrust } from '../../persistence/release-trust.ts';
import { readText } from '../files.ts';
import type { CliIo } from '../io.ts';

/** The registry as the service reads it. @param path `-` for stdin @throws Error that names what is wrong */
export async function readTrust(path: string, io: CliIo): Promise<readonly ReleaseKey[]> {
  return readReleaseTrust({ name: path === '-' ? 'stdin' : path, text: await readText(path, io) }).keys;
}
