import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buildImage } from '../scripts/demo/app-image.ts';
import { encodeManifest, signManifest, writePackage } from '../src/domain/firmware/package/index.ts';
import { publicJwk } from '../src/platform/keys/release-trust.ts';

const IMAGE_BYTES = 1_024;
const CHIP = 'esp32s3';
/** Where `buildImage` puts the hash of the program. */
const ELF_HASH = { from: 176, to: 208 };

/** A key that the service trusts for releases. */
export type ReleaseKey = KeyObject;

/**
 * Makes a key and writes the registry that trusts it alone.
 * @param trustFile RELEASE_TRUST_FILE of a service that nobody else uses
 */
export async function trustNewKey(trustFile: string): Promise<ReleaseKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await mkdir(dirname(trustFile), { recursive: true, mode: 0o700 });
  await writeFile(trustFile, JSON.stringify({ keys: [{ ...publicJwk(publicKey), label: 'fuzz' }] }));
  return privateKey;
}

/** Reads a private key as `karvon release keygen` writes it. */
export async function readReleaseKey(path: string): Promise<ReleaseKey> {
  return createPrivateKey({ key: JSON.parse(await readFile(path, 'utf8')), format: 'jwk' });
}

/** A signed package of an image with random content. */
export async function packageOf(
  key: ReleaseKey,
  release: { readonly version: string; readonly buildNumber: number; readonly hardwareRevision: string },
): Promise<Buffer> {
  const { version, buildNumber, hardwareRevision } = release;
  const image = buildImage(version, IMAGE_BYTES);
  const manifest = encodeManifest({
    schema: 'release/1',
    product: 'karvon',
    model: 'LAMP1',
    version,
    buildNumber,
    sequence: buildNumber,
    hardwareRevisions: [hardwareRevision],
    securityVersion: 0,
    allowedChannels: ['INTERNAL', 'BETA', 'STABLE'],
    createdAt: '2026-09-10T00:00:00Z',
    firmware: {
      name: 'firmware.bin',
      size: image.length,
      sha256: sha256Of(image),
      format: 'esp-app/1',
      chip: CHIP,
      projectName: 'lamp',
      appElfSha256: image.toString('hex', ELF_HASH.from, ELF_HASH.to),
      idfVersion: 'v5.3',
    },
  });
  const signatures = [signManifest(manifest, 'karvon', key)];
  const parts = { manifest, brand: 'karvon', signatures, firmware: { size: image.length, bytes: [image] } };
  const pieces: Uint8Array[] = [];
  for await (const piece of writePackage(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The `signature` field of a legacy upload: over `legacy-firmware/v1`, a NUL and the SHA-256 of the image. */
export function legacySignature(key: ReleaseKey, image: Uint8Array): string {
  const digest = Buffer.from(sha256Of(image), 'hex');
  return sign(null, Buffer.concat([Buffer.from('legacy-firmware/v1\0', 'latin1'), digest]), key).toString('base64');
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
