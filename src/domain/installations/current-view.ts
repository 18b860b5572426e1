import type { FirmwareChannel, FirmwareLifecycle, InstallationStatus } from '../../model/enums.ts';
import type { CurrentInstallationRow } from '../../persistence/installations/current-installation.ts';
import { type Directive, directiveOf } from './installation-rules.ts';

/** A device's installation as returned to the device; all null with the directive NONE if there is none. */
export interface CurrentInstallationView {
  readonly installationId: string | null;
  readonly releaseId: string | null;
  readonly status: InstallationStatus | null;
  /** 1-based. */
  readonly attempt: number | null;
  readonly directive: Directive;
  readonly fromVersion: string | null;
  readonly failureCode: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly lastReportAt: Date | null;
  /** The earliest time of the next offer. */
  readonly retryAt: Date | null;
  readonly release: CurrentReleaseView | null;
}

/** The release being installed, with enough to resume a partial download. */
interface CurrentReleaseView {
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
  readonly securityVersion: number;
  readonly channel: FirmwareChannel;
  readonly lifecycle: FirmwareLifecycle;
  readonly mandatory: boolean;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** The response to a device without an installation. */
export const NO_INSTALLATION: CurrentInstallationView = {
  installationId: null,
  releaseId: null,
  status: null,
  attempt: null,
  directive: 'NONE',
  fromVersion: null,
  failureCode: null,
  startedAt: null,
  finishedAt: null,
  lastReportAt: null,
  retryAt: null,
  release: null,
};

export function viewCurrent(row: CurrentInstallationRow): CurrentInstallationView {
  return {
    installationId: row.id,
    releaseId: row.releaseId,
    status: row.status,
    attempt: row.attempt,
    directive: directiveOf(row, row),
    fromVersion: row.fromVersion,
    failureCode: row.failureCode,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    lastReportAt: row.lastReportAt,
    retryAt: row.retryAt,
    release: {
      version: row.version,
      buildNumber: row.buildNumber,
      hardwareRevision: row.hardwareRevision,
      securityVersion: row.securityVersion,
      channel: row.channel,
      lifecycle: row.lifecycle,
      mandatory: row.mandatory,
      size: row.firmwareSize,
      sha256: row.firmwareSha256,
    },
  };
}
