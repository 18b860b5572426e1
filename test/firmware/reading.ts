import {
  assertAcceptable,
  type PackageReport,
  type ReadOptions,
  readPackage,
} from '../../src/domain/firmware/package/index.ts';
import { DomainError } from '../../src/domain/kernel/errors.ts';
import type { FirmwareChannel } from '../../src/model/enums.ts';
import type { ReleaseKey } from '../../src/model/ports.ts';
import { BRAND } from '../support/release-package.ts';

/** When tests of packages take place. */
export const NOW = new Date('2026-11-21T12:00:00Z');

/** Bytes as a stream of pieces of that size. */
export async function* inPieces(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a package with one key needed for every channel, unless told otherwise. */
export function read(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  registry: readonly ReleaseKey[],
  options: Partial<ReadOptions> = {},
): Promise<PackageReport> {
  return readPackage(bytes instanceof Uint8Array ? inPieces(bytes) : bytes, {
    registry,
    brand: BRAND,
    now: NOW,
    thresholds: { INTERNAL: 1, BETA: 1, STABLE: 1 },
    limits: { firmwareBytes: 100_000 },
    ...options,
  });
}

/** The code that an upload is refused with; undefined when it is taken. Anything but a DomainError of a 400 fails the test. */
export function uploadError(report: PackageReport, channel: FirmwareChannel = 'STABLE'): string | undefined {
  return errorOf(() => assertAcceptable(report, { channel }));
}

/** The code of the 400 that something is refused with. */
export function errorOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    return error.code;
  }
}
