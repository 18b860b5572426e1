import type { FirmwareChannel, FirmwareLifecycle, ReleaseSource } from '../../model/enums.ts';
import { defineList } from '../list-query.ts';

/** A release as the list selects it: without the bytes that were signed. */
export interface ReleaseListRow {
  readonly id: string;
  readonly source: ReleaseSource;
  readonly product: string | null;
  readonly model: string | null;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
  readonly securityVersion: number;
  readonly channel: FirmwareChannel;
  readonly lifecycle: FirmwareLifecycle;
  readonly targetDeviceId: string | null;
  readonly mandatory: boolean;
  readonly mandatoryAfter: Date | null;
  readonly releaseNotes: readonly string[];
  readonly minFromVersion: string | null;
  readonly minAppVersion: string | null;
  readonly firmwareSha256: string;
  readonly firmwareSize: number;
  readonly packageSha256: string | null;
  readonly packageSize: number | null;
  readonly signedBy: readonly string[];
  readonly rolloutPercentage: number;
  readonly rolloutStartedAt: Date | null;
  readonly completedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly failureWindowFrom: Date | null;
  readonly pauseReason: string | null;
  readonly pausedBy: string | null;
  readonly createdBy: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Releases, newest first. */
export const releaseList = defineList({
  from: 'release r',
  columns: {
    id: 'r.id',
    source: 'r.source',
    product: 'r.product',
    model: 'r.model',
    version: 'r.version',
    buildNumber: 'r.build_number',
    hardwareRevision: 'r.hardware_revision',
    securityVersion: 'r.security_version',
    channel: 'r.channel',
    lifecycle: 'r.lifecycle',
    targetDeviceId: 'r.target_device_id',
    mandatory: 'r.mandatory',
    mandatoryAfter: 'r.mandatory_after',
    releaseNotes: 'r.release_notes',
    minFromVersion: 'r.min_from_version',
    minAppVersion: 'r.min_app_version',
    firmwareSha256: 'r.firmware_sha256',
    firmwareSize: 'r.firmware_size',
    packageSha256: 'r.package_sha256',
    packageSize: 'r.package_size',
    signedBy: 'r.signed_by',
    rolloutPercentage: 'r.rollout_percentage',
    rolloutStartedAt: 'r.rollout_started_at',
    completedAt: 'r.completed_at',
    revokedAt: 'r.revoked_at',
    failureWindowFrom: 'r.failure_window_from',
    pauseReason: 'r.pause_reason',
    pausedBy: 'r.paused_by',
    createdBy: 'r.created_by',
    revision: 'r.revision',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  },
  fields: {
    source: { column: 'r.source', type: 'enum', notNull: true },
    model: { column: 'r.model', type: 'text' },
    version: { column: 'r.version', type: 'text', notNull: true },
    buildNumber: { column: 'r.build_number', type: 'integer', notNull: true },
    hardwareRevision: { column: 'r.hardware_revision', type: 'text', notNull: true },
    securityVersion: { column: 'r.security_version', type: 'integer', notNull: true },
    channel: { column: 'r.channel', type: 'enum', notNull: true },
    lifecycle: { column: 'r.lifecycle', type: 'enum', notNull: true },
    targetDeviceId: { column: 'r.target_device_id', type: 'id' },
    mandatory: { column: 'r.mandatory', type: 'boolean', notNull: true },
    mandatoryAfter: { column: 'r.mandatory_after', type: 'time' },
    firmwareSha256: { column: 'r.firmware_sha256', type: 'text', notNull: true },
    firmwareSize: { column: 'r.firmware_size', type: 'integer', notNull: true },
    rolloutPercentage: { column: 'r.rollout_percentage', type: 'integer', notNull: true },
    rolloutStartedAt: { column: 'r.rollout_started_at', type: 'time' },
    completedAt: { column: 'r.completed_at', type: 'time' },
    revokedAt: { column: 'r.revoked_at', type: 'time' },
    createdBy: { column: 'r.created_by', type: 'id', notNull: true },
    createdAt: { column: 'r.created_at', type: 'time', notNull: true },
    updatedAt: { column: 'r.updated_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'r.id',
});
