import type { FirmwareChannel } from '../../../model/enums.ts';
import { type DomainError, invalid } from '../../kernel/errors.ts';
import type { ReleaseManifest } from './manifest.ts';
import type { PackageReport } from './package-report.ts';
import { countValid } from './signature-rules.ts';

/** A verified package, ready to become a release. */
export interface AcceptedPackage {
  readonly manifest: ReleaseManifest;
  readonly manifestBytes: Buffer;
  readonly firmware: NonNullable<PackageReport['firmware']>;
  /** Keys whose signatures are valid for the channel. */
  readonly signedBy: readonly string[];
}

/**
 * Checks a package against all requirements of an upload.
 * @param channel the channel of the release
 * @throws DomainError 400 with the code of the first error in the report; PACKAGE_NOT_ALLOWED for a channel that the
 *   manifest or the keys do not allow; PACKAGE_SIGNATURE_INVALID for too few signatures for this channel
 */
export function assertAcceptable(
  report: PackageReport,
  { channel }: { readonly channel: FirmwareChannel },
): AcceptedPackage {
  const error = report.problems.find(({ severity }) => severity === 'error');
  if (error) throw invalid(error.code, 'OTHER', { problem: error.message });
  const { manifest, manifestBytes, firmware, signatures } = report;
  if (!manifest || !manifestBytes || !firmware) {
    throw invalid('PACKAGE_MALFORMED', 'OTHER', { problem: 'The package is incomplete.' });
  }
  requireChannel(report, manifest, channel);
  const signedBy = signatures
    .filter(({ status, channels }) => status === 'VALID' && (channels === null || channels.includes(channel)))
    .map(({ kid }) => kid);
  return { manifest, manifestBytes, firmware, signedBy };
}

function requireChannel(report: PackageReport, { allowedChannels }: ReleaseManifest, channel: FirmwareChannel): void {
  if (!allowedChannels.includes(channel)) {
    const problem = `The manifest allows ${allowedChannels.join(', ')}, not ${channel}.`;
    throw invalid('PACKAGE_NOT_ALLOWED', 'OTHER', { problem });
  }
  const valid = countValid(report.signatures, channel);
  if (valid < report.thresholds[channel]) throw tooFew(report, channel, valid);
}

function tooFew({ signatures, thresholds }: PackageReport, channel: FirmwareChannel, valid: number): DomainError {
  const needed = thresholds[channel];
  const elsewhere = signatures.filter(({ status }) => status === 'VALID').length > valid;
  const problem = `The channel ${channel} requires ${needed} valid signature${needed === 1 ? '' : 's'} by keys allowed for it, but the package has ${valid}.`;
  return invalid(elsewhere ? 'PACKAGE_NOT_ALLOWED' : 'PACKAGE_SIGNATURE_INVALID', 'OTHER', { problem });
}
