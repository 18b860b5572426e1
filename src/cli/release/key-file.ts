import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readText } from '../files.ts';
import { CliError, type CliIo } from '../io.ts';
import { readSecretText } from '../secret.ts';

/**
 * Reads a private Ed25519 key from a JWK (RFC 8037) or a PEM (PKCS#8).
 * @param path `-` for stdin
 * @throws CliError that never contains the input
 */
export async function readPrivateKey(path: string, io: CliIo): Promise<KeyObject> {
  const text = (path === '-' ? await readSecretText('Private key', io) : await readText(path, io)).trim();
  const key = text.startsWith('{') ? fromJwk(text) : fromPem(text);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new CliError(`${path === '-' ? 'stdin' : path} is not a private Ed25519 key (JWK or PKCS#8 PEM).`);
}

/** Drops the parser's message: it may contain a part of the key. */
function fromJwk(text: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: JSON.parse(text), format: 'jwk' });
  } catch {
    return undefined;
  }
}

function fromPem(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}
