import { assertAcceptable } from '../../domain/firmware/package/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { FirmwareChannel } from '../../model/enums.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { reportJson } from './describe.ts';
import { readPackageFile, requireNoErrors } from './package-file.ts';
import { readTrust } from './trust.ts';

export interface VerifyOptions {
  readonly trust: string;
  readonly channel?: FirmwareChannel;
  readonly threshold: number;
  readonly brand: string;
  readonly maxBytes: number;
  readonly json?: boolean;
}

/** Checks a package like an upload. @throws CliError with the reason when the service would reject it */
export async function verify(path: string, options: VerifyOptions, io: CliIo): Promise<void> {
  const { channel, threshold, brand, maxBytes } = options;
  const registry = await readTrust(options.trust, io);
  const report = await readPackageFile(path, { brand, maxBytes, registry, threshold }, io);
  if (options.json) io.stdout.write(reportJson(report));
  requireNoErrors(path, report);
  if (channel) requireFor(channel);
  if (!options.json) io.stdout.write(line(`${path}: valid${channel ? ` for ${channel}` : ''}.`));

  function requireFor(wanted: FirmwareChannel): void {
    try {
      assertAcceptable(report, { channel: wanted });
    } catch (error) {
      if (error instanceof DomainError) throw new CliError(`${path}: ${error.code}: ${error.message}`);
      throw error;
    }
  }
}
