import {
  assertAcceptable,
  type PackageReport,
  type ReadOptions,
  readPackage,
} from '../../src/domain/firmware/package/index.ts';
import { DomainError } from '../../src/domain/kernel/errors.ts';
import type { ReleaseKey } from '../../src/domain/kernel/ports.ts';
import type { FirmwareChannel } from '../../src/domain/vocabulary.ts';
import { BRAND, makePackage, makeReleaseKey, sha256Of } from '../support/release-package.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const key = makeReleaseKey();

async function* inPieces(bytes: Buffer, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(bytes: Buffer, registry: readonly ReleaseKey[] = [key], options: Partial<ReadOptions> = {}) {
  return readPackage(inPieces(bytes), {
    registry,
    brand: BRAND,
    now: NOW,
    thresholds: { INTERNAL: 1, BETA: 1, STABLE: 1 },
    limits: { firmwareBytes: 1_000_000 },
    ...options,
  });
}

/** The code that an upload is refused with; undefined when it is not. Anything but a DomainError fails the test. */
function refusal(report: PackageReport, channel: FirmwareChannel = 'STABLE'): string | undefined {
  try {
    assertAcceptable(report, { channel });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    return error.code;
  }
}

describe('a good package', () => {
  it('is accepted, and everything in it is told', async () => {
    const made = await makePackage([key], { image: { size: 5000 } });
    const report = await read(made.bytes);
    expect(report.problems).toEqual([]);
    expect(refusal(report)).toBeUndefined();
    expect(report).toMatchObject({
      manifest: made.manifest,
      thresholdMet: true,
      package: { size: made.bytes.length, sha256: sha256Of(made.bytes) },
      firmware: {
        size: 5000,
        sha256: sha256Of(made.image),
        embedded: { version: '1.4.2', projectName: 'lamp', secureVersion: 0, idfVersion: 'v5.3', chip: 'esp32s3' },
      },
      signatures: [{ kid: key.kid, alg: 'Ed25519', status: 'VALID', keyLabel: 'test key' }],
    });
    expect(report.manifestBytes?.equals(made.manifestBytes)).toBe(true);
    expect(assertAcceptable(report, { channel: 'BETA' }).signedBy).toEqual([key.kid]);
  });
});

describe('a damaged package', () => {
  it('is refused with a 400 of its own code, whichever byte was changed', async () => {
    const { bytes } = await makePackage([key], { image: { size: 600 } });
    const seen = new Map<string | undefined, number>();
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const code = refusal(await read(damaged));
      seen.set(code, (seen.get(code) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual([
      'PACKAGE_DIGEST_MISMATCH',
      'PACKAGE_KEY_UNKNOWN',
      'PACKAGE_MALFORMED',
      'PACKAGE_SIGNATURE_INVALID',
    ]);
  });
});
