import type { View } from '../../model/record.ts';
import type { CurrentInstallationRecord } from '../../model/records/installation.ts';
import type { CurrentInstallationRow } from '../../persistence/installations/current-installation.ts';
import { directiveOf } from './state-rules.ts';

/** A device's installation as returned to the device; all null with the directive NONE if there is none. */
export type CurrentInstallationView = View<typeof CurrentInstallationRecord>;

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
