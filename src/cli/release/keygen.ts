import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { publicJwk, readReleaseTrust } from '../../platform/keys/release-trust.ts';
import { writeWhole } from '../files.ts';
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

/** Makes a key. Its bounds are checked, and the registry is read, before anything is written. */
export async function keygen(options: KeygenOptions, io: CliIo): Promise<void> {
  const { out, trust, label, notBefore, notAfter, channels, hardwareRevisions } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicJwk(publicKey);
  const bounds = { ...(label ? { label } : {}), notBefore, notAfter, channels, hardwareRevisions };
  const entry = JSON.parse(JSON.stringify({ ...jwk, ...bounds }));
  readReleaseTrust({ name: 'the key', text: JSON.stringify({ keys: [entry] }) });
  const registry = trust === undefined ? undefined : withEntry(trust, entry);

  const secret = `${JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: jwk.kid })}\n`;
  await writeWhole(out, [Buffer.from(secret)], { replace: false, mode: 0o600 });
  if (trust !== undefined && registry !== undefined) {
    await writeWhole(trust, [Buffer.from(registry)], { replace: true });
    io.stderr.write(line(`${trust} trusts it.`));
  }
  io.stderr.write(line(`${out} is the private key: keep it where packages are signed, never on the server.`));
  io.stdout.write(`${JSON.stringify(options.jwks ? { keys: [entry] } : entry, null, 2)}\n`);
}

/** The registry with one more key, in the text that it has. */
function withEntry(path: string, entry: unknown): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{"keys":[]}';
  readReleaseTrust({ name: path, text });
  const registry = JSON.parse(text);
  return `${JSON.stringify({ ...registry, keys: [...registry.keys, entry] }, null, 2)}\n`;
}
