import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import {
  CLOSED_REASONS,
  FAILURE_SOURCES,
  INSTALLATION_STATUSES,
  RECONCILE_EVIDENCES,
  VERIFICATIONS,
} from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, reference, revision, timestamp } from '../columns.ts';
import { Device } from '../devices/device.entity.ts';
import { Release } from '../firmware/release.entity.ts';

/** One attempt of one device to install one release. A trigger counts them by status (release_counter). */
export const Installation = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'installation', 'device_id').deleteRule('restrict'),
    releaseId: () => reference(Release, 'installation', 'release_id').deleteRule('restrict'),
    /** 1-based. */
    attempt: p.integer(),
    status: enumColumn(INSTALLATION_STATUSES),
    /** Set if it was withdrawn: an offer before the device started it, or anything before INSTALLING. */
    closedReason: enumColumn(CLOSED_REASONS).nullable(),
    failureSource: enumColumn(FAILURE_SOURCES).nullable(),
    /** A normalized code, so that equal failures of a release can be counted. */
    failureCode: p.text().nullable(),
    failureReason: p.text().nullable(),
    fromVersion: p.text().nullable(),
    fromBuildNumber: p.bigint('number').nullable(),
    verification: enumColumn(VERIFICATIONS).nullable(),
    evidence: enumColumn(RECONCILE_EVIDENCES).nullable(),
    /** True if the device reported SUCCESS after FAILED, for operators to review. */
    reconcilable: p.boolean().default(false),
    restarts: p.integer().default(0),
    anomalies: p.integer().default(0),
    /** The count of heartbeats with the target version since REBOOTING, and the time of the first. */
    matchingHeartbeats: p.integer().default(0),
    firstMatchAt: timestamp().nullable(),
    startedAt: timestamp().nullable(),
    finishedAt: timestamp().nullable(),
    lastReportAt: timestamp().nullable(),
    /** The signed timestamp of the newest report, Unix milliseconds. */
    lastReportMs: p.bigint('number').nullable(),
    stuckSince: timestamp().nullable(),
    /** The earliest time of the next offer; null = by the rules of the failure code. */
    retryAt: timestamp().nullable(),
    possiblyBricked: p.boolean().default(false),
    /** The device may just be switched off: neither a failure of the release nor an attempt. */
    silent: p.boolean().default(false),
    /** Leases on a download that ended without a report. */
    unusedLeases: p.integer().default(0),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ name: 'installation_attempt_unique', properties: ['deviceId', 'releaseId', 'attempt'] }],
  indexes: [
    ...mentionIndexes('installation', 'failure_reason'),
    {
      name: 'installation_one_open',
      expression: `create unique index "installation_one_open" on "installation" ("device_id", "release_id") where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null`,
    },
    { name: 'installation_created_at_index', properties: ['createdAt', 'id'] },
    {
      name: 'installation_failed_index',
      expression: `create index "installation_failed_index" on "installation" ("status", "created_at", "id") where status in ('FAILED', 'ROLLED_BACK')`,
    },
    { name: 'installation_device_index', properties: ['deviceId', 'createdAt', 'id'] },
    { name: 'installation_release_index', properties: ['releaseId', 'status', 'createdAt', 'id'] },
    { name: 'installation_release_created_index', properties: ['releaseId', 'createdAt', 'id'] },
    {
      name: 'installation_release_finished_index',
      expression: `create index "installation_release_finished_index" on "installation" ("release_id", "finished_at") where finished_at is not null`,
    },
    {
      name: 'installation_interrupted_index',
      expression: `create index "installation_interrupted_index" on "installation" ("release_id") where status = 'FAILED' and failure_source = 'OPERATOR'`,
    },
    {
      name: 'installation_silent_index',
      expression: `create index "installation_silent_index" on "installation" ("release_id", "created_at", "id") where silent`,
    },
    {
      name: 'installation_stuck_since_index',
      expression: `create index "installation_stuck_since_index" on "installation" ("created_at", "id") where stuck_since is not null`,
    },
    {
      name: 'installation_possibly_bricked_index',
      expression: `create index "installation_possibly_bricked_index" on "installation" ("created_at", "id") where possibly_bricked`,
    },
    {
      name: 'installation_contradicted_index',
      expression: `create index "installation_contradicted_index" on "installation" ("release_id") where status = 'SUCCESS' and verification = 'CONTRADICTED'`,
    },
    {
      name: 'installation_repeated_index',
      expression: `create index "installation_repeated_index" on "installation" ("release_id", "device_id", "attempt") where status = 'SUCCESS' and attempt > 1`,
    },
    {
      name: 'installation_leases_index',
      expression: `create index "installation_leases_index" on "installation" ("updated_at") where status in ('AVAILABLE', 'QUEUED', 'DOWNLOADING') and closed_reason is null`,
    },
    {
      name: 'installation_under_way_index',
      expression: `create index "installation_under_way_index" on "installation" ("status", coalesce(last_report_at, created_at)) where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null and stuck_since is null`,
    },
    {
      name: 'installation_stuck_index',
      expression: `create index "installation_stuck_index" on "installation" ("status", "stuck_since") where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null and stuck_since is not null`,
    },
  ],
});
export type InstallationRow = InferEntity<typeof Installation>;
