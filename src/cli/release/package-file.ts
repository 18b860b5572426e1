import { type PackageReport, type ReadOptions, readPackage } from '../../domain/firmware/package/index.ts';
import type { ReleaseKey } from '../../model/ports.ts';
import { readPieces, sizeOf } from '../files.ts';
import { CliError, type CliIo } from '../io.ts';
import { withProgress } from './progress.ts';

export interface PackageFileOptions {
  readonly brand: string;
  readonly maxBytes: number;
  readonly registry?: readonly ReleaseKey[];
  /** Number of keys that must have signed, for every channel (default 0). */
  readonly threshold?: number;
  readonly firmware?: ReadOptions['firmware'];
}

/** Reads a package file like the service reads an upload. */
export async function readPackageFile(path: string, options: PackageFileOptions, io: CliIo): Promise<PackageReport> {
  const { brand, maxBytes, registry = [], threshold = 0, firmware } = options;
  const total = await sizeOf(path);
  return readPackage(withProgress(readPieces(path), { what: `reading ${path}`, total, output: io.stderr }), {
    registry,
    brand,
    now: io.now(),
    thresholds: { INTERNAL: threshold, BETA: threshold, STABLE: threshold },
    limits: { firmwareBytes: maxBytes },
    firmware,
  });
}

/** @throws CliError for the first error of a report */
export function requireNoErrors(path: string, { problems }: PackageReport): void {
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) throw new CliError(`${path}: ${error.code}: ${error.message}`);
}
