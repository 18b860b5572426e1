import { defineList } from '../list-query.ts';
import type { LockedInstallation } from './installation-fields.ts';

/** An installation with the names of what it hangs on, as the list selects it. */
export interface InstallationListRow extends LockedInstallation {
  readonly serial: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
  readonly lifecycle: string;
  readonly fromBuildNumber: number | null;
  readonly updatedAt: Date;
}

/** Installations, the newest first. */
export const installationList = defineList({
  from: 'installation i join device d on d.id = i.device_id join release r on r.id = i.release_id',
  columns: {
    id: 'i.id',
    deviceId: 'i.device_id',
    serial: 'd.serial',
    releaseId: 'i.release_id',
    version: 'r.version',
    buildNumber: 'r.build_number',
    hardwareRevision: 'r.hardware_revision',
    lifecycle: 'r.lifecycle',
    attempt: 'i.attempt',
    status: 'i.status',
    closedReason: 'i.closed_reason',
    failureSource: 'i.failure_source',
    failureCode: 'i.failure_code',
    failureReason: 'i.failure_reason',
    fromVersion: 'i.from_version',
    fromBuildNumber: 'i.from_build_number',
    verification: 'i.verification',
    evidence: 'i.evidence',
    reconcilable: 'i.reconcilable',
    restarts: 'i.restarts',
    anomalies: 'i.anomalies',
    matchingHeartbeats: 'i.matching_heartbeats',
    firstMatchAt: 'i.first_match_at',
    startedAt: 'i.started_at',
    finishedAt: 'i.finished_at',
    lastReportAt: 'i.last_report_at',
    lastReportMs: 'i.last_report_ms',
    stuckSince: 'i.stuck_since',
    retryAt: 'i.retry_at',
    possiblyBricked: 'i.possibly_bricked',
    revision: 'i.revision',
    createdAt: 'i.created_at',
    updatedAt: 'i.updated_at',
  },
  fields: {
    status: { column: 'i.status', type: 'enum', notNull: true },
    createdAt: { column: 'i.created_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'i.id',
});
