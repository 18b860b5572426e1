import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { FIRMWARE_CHANNELS, FIRMWARE_LIFECYCLES, RELEASE_SOURCES } from '../../model/enums.ts';
import { enumColumn, id, reference, revision, timestamp } from '../columns.ts';
import { Device } from '../devices/device.entity.ts';

/** One signature of a package. */
export interface StoredSignature {
  readonly kid: string;
  readonly alg: string;
  readonly sig: string;
}

/** A firmware release. The signed bytes are stored unchanged, so that devices can verify them. */
export const Release = defineEntity({
  name: 'Release',
  tableName: 'release',
  properties: {
    id: id(),
    source: enumColumn(RELEASE_SOURCES),
    product: p.text().nullable(),
    model: p.text().nullable(),
    version: p.text(),
    buildNumber: p.bigint('number'),
    hardwareRevision: p.text(),
    securityVersion: p.integer(),
    channel: enumColumn(FIRMWARE_CHANNELS),
    lifecycle: enumColumn(FIRMWARE_LIFECYCLES),
    targetDeviceId: () => reference(Device, 'release', 'target_device_id').nullable().deleteRule('restrict'),
    mandatory: p.boolean(),
    mandatoryAfter: timestamp().nullable(),
    releaseNotes: p.array().columnType('text[]'),
    minFromVersion: p.text().nullable(),
    minAppVersion: p.text().nullable(),
    /** Lower-case hexadecimal; the object's key in the storage. */
    firmwareSha256: p.text(),
    /** Bytes. */
    firmwareSize: p.bigint('number'),
    packageSha256: p.text().nullable(),
    packageSize: p.bigint('number').nullable(),
    /** The exact bytes of `release.json`; null for a legacy upload. */
    manifest: p.blob().nullable(),
    signatures: p.json<readonly StoredSignature[]>().nullable(),
    /** Ids of the keys whose signatures were valid at the upload. */
    signedBy: p.array().columnType('text[]'),
    rolloutPercentage: p.integer(),
    rolloutStartedAt: timestamp().nullable(),
    completedAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    /** Failures before this timestamp do not count towards an automatic pause. */
    failureWindowFrom: timestamp().nullable(),
    pauseReason: p.text().nullable(),
    /** An admin's id, or `SYSTEM`. */
    pausedBy: p.text().nullable(),
    createdBy: p.uuid(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ name: 'release_version_unique', properties: ['hardwareRevision', 'version', 'buildNumber'] }],
  indexes: [
    { name: 'release_created_at_index', properties: ['createdAt', 'id'] },
    {
      name: 'release_offered_index',
      expression: `create index "release_offered_index" on "release" ("hardware_revision") where lifecycle in ('ROLLING_OUT', 'PAUSED', 'COMPLETED')`,
    },
    { name: 'release_firmware_index', properties: ['firmwareSha256'] },
  ],
  checks: [
    {
      name: 'release_rollout_percentage_range',
      expression: 'rollout_percentage >= 0 and rollout_percentage <= 100',
    },
    { name: 'release_internal_has_target', expression: `channel <> 'INTERNAL' or target_device_id is not null` },
  ],
});
export type ReleaseRow = InferEntity<typeof Release>;
