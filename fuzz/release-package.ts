import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePackage, makeReleaseKey, type TestReleaseKey, trustText } from '../test/support/release-package.ts';

/** A key that the service trusts for releases. */
export type ReleaseKey = TestReleaseKey;

/**
 * Makes a key and writes the registry that trusts it alone.
 * @param trustFile RELEASE_TRUST_FILE of a service that nobody else uses
 */
export async function trustNewKey(trustFile: string): Promise<ReleaseKey> {
  const key = makeReleaseKey({ label: 'fuzz' });
  await mkdir(dirname(trustFile), { recursive: true, mode: 0o700 });
  await writeFile(trustFile, trustText([key]));
  return key;
}

/** Reads a private key as `karvon release keygen` writes it. */
export async function readReleaseKey(path: string): Promise<ReleaseKey> {
  const privateKey = createPrivateKey({ key: JSON.parse(await readFile(path, 'utf8')), format: 'jwk' });
  return { ...makeReleaseKey(), privateKey, publicKey: createPublicKey(privateKey) };
}

/** A signed package. */
export async function packageOf(
  key: ReleaseKey,
  release: { readonly version: string; readonly buildNumber: number; readonly hardwareRevision: string },
): Promise<Buffer> {
  const { version, buildNumber, hardwareRevision } = release;
  const manifest = { buildNumber, sequence: buildNumber, hardwareRevisions: [hardwareRevision] };
  return (await makePackage([key], { image: { version }, manifest })).bytes;
}
