import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { publicJwk, readReleaseTrust } from '../../platform/keys/release-trust.ts';
import { writeAtomically } from '../files.ts';
import { type CliIo, line } from '../io.ts';

export interface KeygenOptions {
  readonly out: string;
  readonly trust?: string;
  readonly label: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly channels?: readonly string[];
  readonly hardwareRevisions?: readonly string[];
  readonly jwks?: boolean;
}

/** Generates a key. Checks its bounds and reads the registry before it writes anything. */
export async function keygen(options: KeygenOptions, io: CliIo): Promise<void> {
  const { out, trust, label, notBefore, notAfter, channels, hardwareRevisions } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicJwk(publicKey);
  const bounds = { ...(label ? { label } : {}), notBefore, notAfter, channels, hardwareRevisions };
  const entry = JSON.parse(JSON.stringify({ ...jwk, ...bounds }));
  readReleaseTrust({ name: 'the key', text: JSON.stringify({ keys: [entry] }) });
  const registry = trust === undefined ? undefined : withEntry(trust, entry);

  const secret = `${JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: jwk.kid })}\n`;
  await writeAtomically(out, [Buffer.from(secret)], { replace: false, mode: 0o600 });
  if (trust !== undefined && registry !== undefined) {
    await writeAtomically(trust, [Buffer.from(registry)], { replace: true });
    io.stderr.write(line(`Added the public key to ${trust}.`));
  }
  io.stderr.write(line(`Wrote the private key to ${out}. Keep it where packages are signed, never on the server.`));
  io.stdout.write(`${JSON.stringify(options.jwks ? { keys: [entry] } : entry, null, 2)}\n`);
}

/** The text of the registry with one more key. */
function withEntry(path: string, entry: unknown): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{"keys":[]}';
  readReleaseTrust({ name: path, text });
  const registry = JSON.parse(text);
  return `${JSON.stringify({ ...registry, keys: [...registry.keys, entry] }, null, 2)}\n`;
}
