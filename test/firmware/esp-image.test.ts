import { crc32 } from 'node:zlib';
import { checkImage, encodeManifest } from '../../src/domain/firmware/package/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { postForm } from '../support/form.ts';
import {
  flipped,
  makeImage,
  makeManifest,
  makeReleaseKey,
  packageOf,
  sha256Of,
  trustingFolder,
} from '../support/release-package.ts';
import { inPieces } from './reading.ts';
import { FIELDS, FIRMWARE, legacyFields, nextBuild, uploadLegacy } from './releases.ts';

async function reportOf(image: Uint8Array, pieceBytes = 100) {
  const checked = checkImage(inPieces(image, pieceBytes));
  const passed: Uint8Array[] = [];
  for await (const piece of checked.bytes) passed.push(Buffer.from(piece));
  expect(Buffer.concat(passed).equals(image)).toBe(true);
  return checked.report();
}

/** A sector as Secure Boot version 2 appends it: one block, its CRC-32, 16 zeros, the rest erased. */
function signatureSector(): Buffer {
  const sector = Buffer.alloc(4096, 0xff);
  sector.fill(0x5a, 0, 1196).fill(0xe7, 0, 1).fill(0, 1200, 1216);
  sector.writeUInt32LE(crc32(sector.subarray(0, 1196)), 1196);
  return sector;
}

const toSector = (image: Buffer) => Buffer.alloc(4096 - (image.length % 4096), 0xff);
const BROKEN: readonly (readonly [what: string, image: Buffer])[] = [
  ['a flipped byte of code', flipped(makeImage(), 500)],
  ['a flipped byte of the header', flipped(makeImage(), 20)],
  ['a flipped byte of the checksum', flipped(makeImage(), makeImage().length - 33)],
  ['a flipped byte of the hash', flipped(makeImage(), makeImage().length - 1)],
  ['a last byte missing', makeImage().subarray(0, -1)],
  ['the hash missing', makeImage().subarray(0, -32)],
  ['only 300 bytes', makeImage({ size: 4000 }).subarray(0, 300)],
  ['only its first byte', makeImage().subarray(0, 1)],
  ['bytes behind its end', Buffer.concat([makeImage(), Buffer.from('more')])],
  ['no segment', Buffer.from(makeImage()).fill(0, 1, 2)],
  ['17 segments', Buffer.from(makeImage()).fill(17, 1, 2)],
  ['a segment of 4 GiB', Buffer.from(makeImage()).fill(0xfc, 28, 32)],
];

describe('an ESP image', () => {
  it('an ESP image is complete with any chunking, segments of any size and every chip', async () => {
    for (const size of [336, 337, 600, 4096, 70_001]) {
      for (const pieceBytes of [1, 7, 65_536]) {
        expect(await reportOf(makeImage({ size }), pieceBytes)).toMatchObject({
          isEspImage: true,
          problem: undefined,
          embedded: { version: '1.4.2', chip: 'esp32s3' },
        });
      }
    }
  });

  it.each(BROKEN)('an ESP image is rejected with %s', async (_what, image) => {
    expect(await reportOf(image)).toMatchObject({ isEspImage: true, problem: expect.any(String) });
  });

  it('an ESP image is rejected with any one byte flipped, or truncated anywhere', async () => {
    const image = makeImage({ size: 400 });
    for (let at = 0; at < image.length; at += 1) {
      expect((await reportOf(flipped(image, at))).problem).toBeDefined();
      expect((await reportOf(image.subarray(0, at))).problem).toBeDefined();
    }
  });

  it.each([
    ['the signature of Secure Boot 2', (image: Buffer) => Buffer.concat([toSector(image), signatureSector()])],
    ['the signature of Secure Boot 1', () => Buffer.concat([Buffer.alloc(4), Buffer.alloc(64, 7)])],
    ['an erased rest of its flash sector', toSector],
  ])('an ESP image may be followed by %s', async (_what, trailer) => {
    const image = makeImage();
    const signed = Buffer.concat([image, trailer(image)]);
    expect((await reportOf(signed)).problem).toBeUndefined();
    expect((await reportOf(flipped(signed, image.length))).problem).toBeDefined();
  });

  it('an ESP image is rejected with a damaged block of Secure Boot 2', async () => {
    const image = makeImage();
    const signed = Buffer.concat([image, toSector(image), signatureSector()]);
    for (const at of [4096, 4096 + 50, 4096 + 1198, 4096 + 1210, signed.length - 1]) {
      expect((await reportOf(flipped(signed, at))).problem).toMatch(/unexpected data/);
    }
  });
});

describe('uploading an ESP image over HTTP', () => {
  const key = makeReleaseKey();
  let app: TestApp;
  let root: Caller;

  beforeAll(async () => {
    app = await startTestApp({ env: { DATA_DIR: trustingFolder([key]) } });
    root = await app.as('SUPER_ADMIN');
  });
  afterAll(() => app.stop());

  async function packaged(image: Buffer): Promise<Buffer> {
    const firmware = { size: image.length, sha256: sha256Of(image) };
    const manifest = makeManifest({}, { buildNumber: nextBuild(), firmware });
    return (await packageOf(encodeManifest(manifest), [key], image)).bytes;
  }
  const releases = async () => (await app.sql('select count(*)::int as n from release'))[0]?.n;

  it.each(BROKEN)('a signed package with %s is rejected, and its inspection reports it', async (_what, image) => {
    const before = await releases();
    const reply = await postForm(root, `${FIRMWARE}/packages`, FIELDS, await packaged(image));
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'PACKAGE_NOT_ALLOWED']);
    const { body } = await postForm(root, `${FIRMWARE}/packages/inspect`, {}, await packaged(image));
    expect(body.valid).toBe(false);
    expect(body.problems).toContainEqual(expect.objectContaining({ code: 'PACKAGE_NOT_ALLOWED', severity: 'error' }));
    expect(await releases()).toBe(before);
    expect(await app.runtime.storage.size(sha256Of(image))).toBeUndefined();
  });

  it.each(BROKEN)('a legacy upload with %s is rejected and stores nothing', async (_what, image) => {
    const before = await releases();
    const reply = await uploadLegacy(root, legacyFields(), image);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'PACKAGE_NOT_ALLOWED']);
    expect(await releases()).toBe(before);
    expect(await app.runtime.storage.size(sha256Of(image))).toBeUndefined();
  });

  it('a legacy upload accepts a complete ESP image, and any other binary', async () => {
    for (const image of [makeImage(), Buffer.from('a binary of another chip'), Buffer.from([0x7f, 0xe9])]) {
      const reply = await uploadLegacy(root, legacyFields(), image);
      expect([reply.status, reply.body.firmware?.sha256]).toEqual([201, sha256Of(image)]);
    }
  });
});
