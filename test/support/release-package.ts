import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBytesFor, sealImage } from '../../scripts/demo/app-image.ts';
import {
  type EmbeddedDescriptor,
  ESP_CHIP_IDS,
  encodeManifest,
  kidOf,
  type PackageSignature,
  publicHalf,
  type ReleaseManifest,
  signManifest,
  writePackage,
} from '../../src/domain/firmware/package/index.ts';
import type { ReleaseKey } from '../../src/model/ports.ts';
import { temporaryFolder } from './run.ts';

/** The brand of test apps. */
export const BRAND = 'karvon';

/** A key that signs releases, with both halves. */
export interface TestReleaseKey extends ReleaseKey {
  readonly privateKey: KeyObject;
}

/** A new key: ACTIVE and bound to nothing unless told. */
export function makeReleaseKey(overrides: Partial<Omit<ReleaseKey, 'kid' | 'publicKey'>> = {}): TestReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    kid: kidOf(publicKey),
    alg: 'Ed25519',
    publicKey,
    privateKey,
    label: 'test key',
    status: 'ACTIVE',
    notBefore: null,
    notAfter: null,
    channels: null,
    hardwareRevisions: null,
    ...overrides,
  };
}

/** The same key with another status or other bounds. */
export function withKey(key: TestReleaseKey, overrides: Partial<ReleaseKey>): TestReleaseKey {
  return { ...key, ...overrides };
}

/** The registry as operators write it: the text of `release-trust.jwks.json` and of RELEASE_TRUST_KEYS. */
export function trustText(keys: readonly ReleaseKey[]): string {
  return JSON.stringify({
    keys: keys.map(({ kid, publicKey, label, status, notBefore, notAfter, channels, hardwareRevisions }) => ({
      ...publicHalf(publicKey).export({ format: 'jwk' }),
      kid,
      alg: 'EdDSA',
      use: 'sig',
      label,
      status,
      ...(notBefore ? { notBefore: notBefore.toISOString() } : {}),
      ...(notAfter ? { notAfter: notAfter.toISOString() } : {}),
      ...(channels ? { channels } : {}),
      ...(hardwareRevisions ? { hardwareRevisions } : {}),
    })),
  });
}

/** A data folder whose registry holds these keys: `startTestApp({ env: { DATA_DIR: trustingFolder([key]) } })`. */
export function trustingFolder(keys: readonly ReleaseKey[]): string {
  const dataDir = temporaryFolder('trust');
  writeTrust(dataDir, keys);
  return dataDir;
}

/** Replaces the registry in a data folder, as an operator does while the service runs. */
export function writeTrust(dataDir: string, keys: readonly ReleaseKey[]): void {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'release-trust.jwks.json'), trustText(keys));
}

export interface TestImage extends Partial<Omit<EmbeddedDescriptor, 'chip'>> {
  readonly chip?: keyof typeof ESP_CHIP_IDS;
  /** Bytes of the whole image, at least 336; images grow by 16 bytes, so it may have a few less. */
  readonly size?: number;
  /** Fills what follows the descriptor: other seeds are other images. */
  readonly seed?: string;
}

/** A made-up image that a bootloader would take; the same arguments give the same bytes. */
export function makeImage(image: TestImage = {}): Buffer {
  const { size = 1024, seed = '' } = image;
  const head = Buffer.alloc(288);
  head.writeUInt16LE(ESP_CHIP_IDS[image.chip ?? 'esp32s3'], 12);
  head.writeUInt32LE(0xabcd5432, 32);
  head.writeUInt32LE(image.secureVersion ?? 0, 36);
  head.write(image.version ?? '1.4.2', 48, 32, 'latin1');
  head.write(image.projectName ?? 'lamp', 80, 32, 'latin1');
  head.write('12:00:00', 112, 'latin1');
  head.write('Sep 10 2026', 128, 'latin1');
  head.write(image.idfVersion ?? 'v5.3', 144, 32, 'latin1');
  head.write(image.appElfSha256 ?? sha256Of(Buffer.from(`elf ${seed} ${image.version ?? ''}`)), 176, 32, 'hex');
  const code = Buffer.alloc(codeBytesFor(size));
  let block = createHash('sha256').update(`image ${seed}`).digest();
  for (let offset = 0; offset < code.length; offset += block.length) {
    block.copy(code, offset);
    block = createHash('sha256').update(block).digest();
  }
  return sealImage(head, code);
}

/** A copy with one byte changed. */
export function flipped(image: Buffer, at: number): Buffer {
  const copy = Buffer.from(image);
  copy[at] = (copy[at] ?? 0) ^ 0x01;
  return copy;
}

/** An image whose content was changed before it was sealed: checksum and hash are right. */
export function resealed(change: (content: Buffer) => Buffer): Buffer {
  const content = change(makeImage());
  return sealImage(content.subarray(0, 288), content.subarray(288, -48));
}

/** Members of the manifest that a test is about; those that follow from the image are filled in. */
export type TestManifest = Partial<Omit<ReleaseManifest, 'firmware'>> & {
  readonly firmware?: Partial<ReleaseManifest['firmware']>;
};

/** A manifest that agrees with `makeImage(image)`. */
export function makeManifest(image: TestImage = {}, overrides: TestManifest = {}): ReleaseManifest {
  const bytes = makeImage(image);
  return {
    schema: 'release/1',
    product: BRAND,
    model: 'LAMP1',
    version: image.version ?? '1.4.2',
    buildNumber: 142,
    sequence: 142,
    hardwareRevisions: ['rev-b'],
    securityVersion: image.secureVersion ?? 0,
    allowedChannels: ['INTERNAL', 'BETA', 'STABLE'],
    createdAt: '2026-09-10T00:00:00Z',
    ...overrides,
    firmware: {
      name: 'firmware.bin',
      size: bytes.length,
      sha256: sha256Of(bytes),
      format: 'esp-app/1',
      chip: image.chip ?? 'esp32s3',
      projectName: image.projectName ?? 'lamp',
      appElfSha256: bytes.toString('hex', 176, 208),
      idfVersion: image.idfVersion ?? 'v5.3',
      ...overrides.firmware,
    },
  };
}

export interface TestPackage {
  /** The whole `.release` file. */
  readonly bytes: Buffer;
  readonly image: Buffer;
  readonly manifest: ReleaseManifest;
  readonly manifestBytes: Buffer;
  readonly signatures: readonly PackageSignature[];
  /** SHA-256 of the image, hexadecimal. */
  readonly sha256: string;
}

/** A package signed by these keys. */
export async function makePackage(
  keys: readonly TestReleaseKey[],
  options: { readonly image?: TestImage; readonly manifest?: TestManifest; readonly brand?: string } = {},
): Promise<TestPackage> {
  const manifest = makeManifest(options.image, options.manifest);
  const image = makeImage(options.image);
  return { ...(await packageOf(encodeManifest(manifest), keys, image, options.brand)), manifest };
}

/** A package around any bytes for a manifest: also such as are none. */
export async function packageOf(
  manifestBytes: Buffer,
  keys: readonly TestReleaseKey[],
  image: Buffer,
  brand = BRAND,
): Promise<Omit<TestPackage, 'manifest'>> {
  const signatures = keys.map(({ privateKey }) => signManifest(manifestBytes, brand, privateKey));
  const parts = { manifest: manifestBytes, brand, signatures, firmware: { size: image.length, bytes: [image] } };
  const pieces: Uint8Array[] = [];
  for await (const piece of writePackage(parts)) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), image, manifestBytes, signatures, sha256: sha256Of(image) };
}

/** The `signature` field of a legacy upload. */
export function legacySignature(image: Buffer, key: TestReleaseKey): string {
  const body = Buffer.concat([Buffer.from('legacy-firmware/v1\0', 'latin1'), Buffer.from(sha256Of(image), 'hex')]);
  return sign(null, body, key.privateKey).toString('base64');
}

/** Hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
