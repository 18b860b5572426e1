import type { EntityManager } from '@mikro-orm/postgresql';
import { countAudience } from '../../persistence/firmware/package-devices.ts';
import {
  findHighestOfHardware,
  findHighestSecurityVersion,
  findReleaseOfBuild,
  findReleaseOfImage,
} from '../../persistence/firmware/release-repository.ts';
import { parseVersion } from '../formats/firmware-version.ts';
import type { PackageContext, PackageWarning } from './inspection-view.ts';
import { type PackageReport, type ReleaseManifest, securityStepsLeft } from './package/index.ts';
import { FIRMWARE_DEVICE_STATUSES } from './release-rules.ts';

/** A warning is given below this number of remaining security versions: each uses up an eFuse bit permanently. */
const FEW_SECURITY_STEPS = 4;

/** Reads the devices and releases that a package relates to, with warnings for the uploader. */
export async function packageContextOf(em: EntityManager, report: PackageReport): Promise<PackageContext> {
  const { manifest, firmware } = report;
  const sameDigestReleaseId = (firmware && (await findReleaseOfImage(em, firmware.sha256))) ?? null;
  if (!manifest) {
    return {
      compatible: { deviceCount: 0, hardwareRevisions: [] },
      existing: { sameDigestReleaseId, sameVersionReleaseId: null },
      wouldBeDowngradeFor: 0,
      securityStepsLeft: null,
      warnings: [],
    };
  }
  const { model, version, buildNumber } = manifest;
  const [hardwareRevision = ''] = manifest.hardwareRevisions;
  const { major, minor, patch } = parseVersion(version) ?? { major: 0, minor: 0, patch: 0 };
  const audience = await countAudience(
    em,
    { hardwareRevision, model, statuses: FIRMWARE_DEVICE_STATUSES },
    { version: [major, minor, patch], buildNumber },
  );
  const sameVersionReleaseId = (await findReleaseOfBuild(em, { hardwareRevision, version, buildNumber })) ?? null;
  return {
    compatible: { deviceCount: audience.devices, hardwareRevisions: manifest.hardwareRevisions },
    existing: { sameDigestReleaseId, sameVersionReleaseId },
    wouldBeDowngradeFor: audience.newer,
    securityStepsLeft: securityStepsLeft(manifest),
    warnings: warningsOf(manifest, {
      ...(await findHighestOfHardware(em, hardwareRevision)),
      completed: await findHighestSecurityVersion(em, hardwareRevision),
    }),
  };
}

interface Highest {
  readonly buildNumber: number;
  readonly securityVersion: number;
  /** The highest security version of completed releases. */
  readonly completed: number;
}

function warningsOf(manifest: ReleaseManifest, highest: Highest): PackageWarning[] {
  const { buildNumber, securityVersion } = manifest;
  const left = securityStepsLeft(manifest);
  const found: (PackageWarning | undefined)[] = [
    left < FEW_SECURITY_STEPS
      ? { code: 'SECURITY_STEPS_LOW', message: `The chip can raise its security version only ${left} more times.` }
      : undefined,
    securityVersion - highest.securityVersion > 1
      ? {
          code: 'SECURITY_VERSION_JUMP',
          message: `Security version ${securityVersion} skips values after ${highest.securityVersion}; each skipped value uses up an eFuse bit permanently.`,
        }
      : undefined,
    securityVersion < highest.completed
      ? {
          code: 'SECURITY_VERSION_LOWER',
          message: `Security version ${securityVersion} is lower than the ${highest.completed} of a completed release: the release cannot become READY.`,
        }
      : undefined,
    buildNumber <= highest.buildNumber
      ? {
          code: 'BUILD_NOT_GREATER',
          message: `Build ${buildNumber} is not greater than build ${highest.buildNumber}, the highest for this hardware revision.`,
        }
      : undefined,
  ];
  return found.filter((warning) => warning !== undefined);
}
