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
 * Shows the contents of a package.
 * @throws CliError after printing, if the package has errors; without a registry, unknown keys are only warnings
 */
export async function inspect(path: string, options: InspectOptions, io: CliIo): Promise<void> {
  const { trust, brand, maxBytes, json } = options;
  const registry = trust === undefined ? [] : await readTrust(trust, io);
  const threshold = trust === undefined ? 0 : 1;
  const report = await readPackageFile(path, { brand, maxBytes, registry, threshold }, io);
  io.stdout.write(json ? reportJson(report) : describeReport(path, report));
  requireNoErrors(path, report);
}
