import {
  assertAcceptable,
  encodeManifest,
  type ReleaseManifest,
  securityStepsLeft,
} from '../../src/domain/firmware/package/index.ts';
import {
  makeImage,
  makeManifest,
  makePackage,
  makeReleaseKey,
  packageOf,
  resealed,
  sha256Of,
} from '../support/release-package.ts';
import { read, uploadError } from './reading.ts';

const BLOCK = 512;
const key = makeReleaseKey();

it.each([
  ['esp32', 3, 29],
  ['esp32s3', 3, 13],
  ['esp32s3', 20, 0],
] as const)('a chip %s with security version %i can raise it %i more times', (chip, securityVersion, left) => {
  const firmware = { chip } as ReleaseManifest['firmware'];
  expect(securityStepsLeft({ securityVersion, firmware } as ReleaseManifest)).toBe(left);
});

describe('a valid package', () => {
  it('a valid package is accepted, and the report contains everything in it', async () => {
    const made = await makePackage([key], { image: { size: 5000, secureVersion: 3 } });
    const report = await read(made.bytes, [key]);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({
      manifest: made.manifest,
      thresholdMet: true,
      package: { size: made.bytes.length, sha256: sha256Of(made.bytes) },
      firmware: {
        size: made.image.length,
        sha256: sha256Of(made.image),
        embedded: {
          version: '1.4.2',
          projectName: 'lamp',
          secureVersion: 3,
          idfVersion: 'v5.3',
          chip: 'esp32s3',
          appElfSha256: made.manifest.firmware.appElfSha256,
        },
      },
      signatures: [{ kid: key.kid, alg: 'Ed25519', status: 'VALID', keyLabel: 'test key' }],
    });
    expect(report.manifestBytes?.equals(made.manifestBytes)).toBe(true);
    const accepted = assertAcceptable(report, { channel: 'BETA' });
    expect(accepted).toMatchObject({ signedBy: [key.kid], manifest: made.manifest });
  });

  it.each([1, 7, 511, 512, 513, 100_000])(
    'a valid package gets the same report if read in chunks of %i bytes',
    async (size) => {
      const { bytes } = await makePackage([key], { image: { size: 1537 } });
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      expect(await read(pieces(), [key])).toEqual(await read(bytes, [key]));
    },
  );
});

describe('a damaged package is rejected', () => {
  it('a damaged package is rejected if any byte was changed, with the error code of that place', async () => {
    const {
      bytes,
      manifestBytes,
      image: { length },
    } = await makePackage([key], { image: { size: 600 } });
    const image = bytes.indexOf('firmware.bin\0') + BLOCK;
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const code = uploadError(await read(damaged, [key]));
      const inManifest = at >= BLOCK && at < BLOCK + manifestBytes.length;
      const inImage = at >= image && at < image + length;
      if (inManifest) expect([at, code]).toEqual([at, 'PACKAGE_SIGNATURE_INVALID']);
      else if (inImage) expect([at, code]).toEqual([at, 'PACKAGE_DIGEST_MISMATCH']);
      else expect(code).toMatch(/^PACKAGE_(MALFORMED|SIGNATURE_INVALID)$/);
    }
  });

  it('a damaged package is rejected if it is truncated at or within any block', async () => {
    const { bytes } = await makePackage([key], { image: { size: 600 } });
    for (let end = 0; end < bytes.length; end += BLOCK) {
      expect(uploadError(await read(bytes.subarray(0, end), [key]))).toBe('PACKAGE_MALFORMED');
      expect(uploadError(await read(bytes.subarray(0, end + 17), [key]))).toBe('PACKAGE_MALFORMED');
    }
  });

  it.each([
    ['a byte', Buffer.from('x')],
    ['a zero', Buffer.alloc(1)],
    ['an empty block', Buffer.alloc(BLOCK)],
    ['the padding of a tape', Buffer.alloc(10_240)],
    ['much more', Buffer.alloc(5_000_000)],
  ])('a damaged package is rejected if %s follows', async (_, tail) => {
    const { bytes } = await makePackage([key]);
    const report = await read(Buffer.concat([bytes, tail]), [key]);
    expect(uploadError(report)).toBe('PACKAGE_MALFORMED');
  });

  it('a damaged package is rejected if a second package follows', async () => {
    const { bytes } = await makePackage([key]);
    expect(uploadError(await read(Buffer.concat([bytes, bytes]), [key]))).toBe('PACKAGE_MALFORMED');
  });
});

describe('a firmware image', () => {
  it('a firmware image with another size or digest than the signed one is PACKAGE_DIGEST_MISMATCH', async () => {
    const image = makeImage();
    for (const firmware of [{ size: image.length - 1 }, { size: image.length + 1 }, { sha256: 'a'.repeat(64) }]) {
      const { bytes } = await makePackage([key], { manifest: { firmware } });
      expect(uploadError(await read(bytes, [key]))).toBe('PACKAGE_DIGEST_MISMATCH');
    }
  });

  it.each([
    ['version', { version: '1.4.3' }],
    ['securityVersion', { securityVersion: 1 }],
    ['projectName', { firmware: { projectName: 'lamb' } }],
    ['appElfSha256', { firmware: { appElfSha256: 'b'.repeat(64) } }],
    ['idfVersion', { firmware: { idfVersion: 'v5.4' } }],
    ['chip', { firmware: { chip: 'esp32' } }],
  ])('a firmware image whose descriptor has another %s is PACKAGE_NOT_ALLOWED', async (name, manifest) => {
    const report = await read((await makePackage([key], { manifest })).bytes, [key]);
    expect(uploadError(report)).toBe('PACKAGE_NOT_ALLOWED');
    expect(report.problems).toEqual([
      { code: 'PACKAGE_NOT_ALLOWED', severity: 'error', message: expect.stringContaining(name) },
    ]);
  });

  it.each([
    ['has no image magic', makeImage().fill(0, 0, 1)],
    ['has no descriptor', resealed((content) => content.fill(0, 32, 36))],
    ['has a version that is not text', resealed((content) => content.fill(0xff, 48, 50))],
  ])('a firmware image that %s is PACKAGE_NOT_ALLOWED', async (_, image) => {
    const manifest = makeManifest({}, { firmware: { size: image.length, sha256: sha256Of(image) } });
    const bytes = (await packageOf(encodeManifest(manifest), [key], image)).bytes;
    const report = await read(bytes, [key]);
    expect(uploadError(report)).toBe('PACKAGE_NOT_ALLOWED');
    expect(report.firmware?.embedded).toBeNull();
  });
});

describe('the consumer of the image', () => {
  const take = (pieces: Uint8Array[]) => async (image: AsyncIterable<Uint8Array>) => {
    for await (const piece of image) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    return { size: bytes.length, sha256: sha256Of(bytes) };
  };

  it('the consumer of the image gets it in the chunks that were read', async () => {
    const made = await makePackage([key], { image: { size: 50_000 } });
    const pieces: Uint8Array[] = [];
    const report = await read(made.bytes, [key], { firmware: take(pieces) });
    expect(uploadError(report)).toBeUndefined();
    expect(Buffer.concat(pieces).equals(made.image)).toBe(true);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(700);
  });

  it('the consumer of the image is not called if something before the image is invalid', async () => {
    const stranger = makeReleaseKey();
    const packages = [
      await makePackage([stranger]),
      await makePackage([key], { manifest: { firmware: { size: 5 } } }),
      await makePackage([key], { manifest: { expiresAt: '2026-11-21T12:00:00Z' } }),
    ];
    for (const { bytes } of packages) {
      const pieces: Uint8Array[] = [];
      expect(uploadError(await read(bytes, [key], { firmware: take(pieces) }))).toBeDefined();
      expect(pieces).toEqual([]);
    }
  });

  it('the consumer of the image gets an error if the package is truncated, also after its own error', async () => {
    const { bytes } = await makePackage([key], { image: { size: 5000 } });
    const wrapped = (image: AsyncIterable<Uint8Array>) =>
      take([])(image).catch((cause: unknown) => {
        throw new Error('could not take it in', { cause });
      });
    for (const firmware of [take([]), wrapped]) {
      const report = await read(bytes.subarray(0, 4000), [key], { firmware });
      expect(uploadError(report)).toBe('PACKAGE_MALFORMED');
      expect(report.firmware).toBeUndefined();
    }
  });

  it('the consumer of the image can fail: its error is rethrown and the source is closed', async () => {
    const { bytes } = await makePackage([key]);
    let stopped = false;
    async function* source() {
      try {
        for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
      } finally {
        stopped = true;
      }
    }
    const firmware = async () => {
      throw new Error('disk full');
    };
    await expect(read(source(), [key], { firmware })).rejects.toThrow('disk full');
    expect(stopped).toBe(true);
  });

  it('the consumer of the image can rely on the errors of the source being rethrown', async () => {
    const { bytes } = await makePackage([key]);
    async function* source() {
      yield bytes.subarray(0, 3000);
      throw new Error('connection lost');
    }
    await expect(read(source(), [key])).rejects.toThrow('connection lost');
  });
});
