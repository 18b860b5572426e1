import type { ReleaseKey } from '../../model/ports.ts';
import { readReleaseTrust } from '../../platform/keys/release-trust.ts';
import { readText } from '../files.ts';
import type { CliIo } from '../io.ts';

/**
 * Reads a registry like the service does; a single public JWK, as `keygen` prints it, is a registry of one key.
 * @param path `-` for stdin
 * @throws Error that names the problem
 */
export async function readTrust(path: string, io: CliIo): Promise<readonly ReleaseKey[]> {
  const text = await readText(path, io);
  const name = path === '-' ? 'stdin' : path;
  return readReleaseTrust({ name, text: isSingleKey(text) ? `{"keys":[${text}]}` : text }).keys;
}

function isSingleKey(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'kty' in value;
  } catch {
    return false;
  }
}
