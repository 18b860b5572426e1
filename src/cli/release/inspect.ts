import type { CliIo } from '../io.ts';
import { describeReport, reportJson } from './describe.ts';
import { readPackageFile, requireNoErrors } from './package-file.ts';
import { readTrust } from './trust.ts';

export interface InspectOptions {
  readonly trust?: string;
  readonly brand: string;
  readonly maxBytes: number;
  readonly json?: boolean;
}

/**
 * Shows what is in a package.
 * @throws CliError after that when something is wrong with it; without a registry, unknown keys are only warned about
 */
export async function inspect(path: string, options: InspectOptions, io: CliIo): Promise<void> {
  const { trust, brand, maxBytes, json } = options;
  const registry = trust === undefined ? [] : await readTrust(trust, io);
  const threshold = trust === undefined ? 0 : 1;
  const report = await readPackageFile(path, { brand, maxBytes, registry, threshold }, io);
  io.stdout.write(json ? reportJson(report) : describeReport(path, report));
  requireNoErrors(path, report);
}
