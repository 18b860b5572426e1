import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceStatus } from '../../model/enums.ts';
import type { InstallationEventView } from '../../model/records/installation.ts';
import { newId } from '../columns.ts';
import { execute, row, rows } from '../sql/query.ts';
import type { DeviceProofFacts, InstallationFields, LockedInstallation, ReleaseFacts } from './installation-fields.ts';

/**
 * Locks and writes installations in batches. Locks are taken in one order (devices, releases, installations, counters;
 * by id within each), so that transactions cannot deadlock.
 */

/** The columns of a `LockedInstallation`, with the table alias `i`. */
export const INSTALLATION_COLUMNS = `i.id, i.device_id as "deviceId", i.release_id as "releaseId", i.attempt, i.status,
  i.closed_reason as "closedReason", i.failure_source as "failureSource", i.failure_code as "failureCode",
  i.failure_reason as "failureReason", i.from_version as "fromVersion", i.verification, i.evidence, i.reconcilable,
  i.restarts, i.anomalies, i.matching_heartbeats as "matchingHeartbeats", i.first_match_at as "firstMatchAt",
  i.started_at as "startedAt", i.finished_at as "finishedAt", i.last_report_at as "lastReportAt",
  i.last_report_ms as "lastReportMs", i.stuck_since as "stuckSince", i.retry_at as "retryAt",
  i.possibly_bricked as "possiblyBricked", i.silent, i.revision, i.created_at as "createdAt"`;

/** Locks the devices whose watched installation or confirmed security version may change. */
export async function lockInstallingDevices(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await rows(em, 'select id from device where id = any($1::uuid[]) order by id for no key update', [ids]);
}

/** Locks releases for share until the transaction ends. */
export function lockReleasesForShare(em: EntityManager, ids: readonly string[]): Promise<ReleaseFacts[]> {
  return rows(
    em,
    `select id, lifecycle, channel, version, build_number as "buildNumber", security_version as "securityVersion"
       from release where id = any($1::uuid[]) order by id for share`,
    [ids],
  );
}

/** Locks installations for update until the transaction ends. */
export function lockInstallations(em: EntityManager, ids: readonly string[]): Promise<LockedInstallation[]> {
  return rows(
    em,
    `select ${INSTALLATION_COLUMNS} from installation i where i.id = any($1::uuid[]) order by i.id for update`,
    [ids],
  );
}

/** Finds other open installations of the same devices and releases, without a lock. */
export async function findCompetingAttempts(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await rows<{ id: string }>(
    em,
    `select r.id from unnest($1::uuid[]) as asked (id)
       join installation i on i.id = asked.id
      cross join lateral (
        select id from installation
         where device_id = i.device_id and release_id = i.release_id and id <> i.id
           and status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null) r`,
    [ids],
  );
  return found.map(({ id }) => id);
}

/** Reads one installation without a lock; undefined if there is none. */
export async function findInstallation(em: EntityManager, id: string): Promise<LockedInstallation | undefined> {
  return (
    await rows<LockedInstallation>(em, `select ${INSTALLATION_COLUMNS} from installation i where i.id = $1`, [id])
  )[0];
}

/** True if an operator has reconciled the installation before. */
export async function wasReconciled(em: EntityManager, id: string): Promise<boolean> {
  const found = await row<{ id: string }>(
    em,
    `select id from installation_event where installation_id = $1 and outcome = 'RECONCILED' limit 1`,
    [id],
  );
  return found !== undefined;
}

/**
 * The installation of a device for the firmware that it runs, without an end that it reported: an open one, else the newest.
 */
export async function findUnreported(
  em: EntityManager,
  running: {
    readonly deviceId: string;
    readonly firmwareVersion: string;
    readonly firmwareBuildNumber: number | null;
  },
): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    em,
    `select i.id from installation i join release r on r.id = i.release_id
      where i.device_id = $1 and r.version = $2 and ($3::bigint is null or r.build_number = $3)
        and i.from_version is distinct from r.version
        and (i.status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK')
             or i.status = 'FAILED' and i.failure_source = 'SERVER' and i.failure_code like 'STALLED\\_%')
      order by (i.status <> 'FAILED' and i.closed_reason is null) desc, i.created_at desc, i.id desc limit 1`,
    [running.deviceId, running.firmwareVersion, running.firmwareBuildNumber],
  );
  return found?.id;
}

/** Reads one release's facts without a lock. */
export async function findReleaseFacts(em: EntityManager, id: string): Promise<ReleaseFacts | undefined> {
  const [found] = await rows<ReleaseFacts>(
    em,
    `select id, lifecycle, channel, version, build_number as "buildNumber", security_version as "securityVersion"
       from release where id = $1`,
    [id],
  );
  return found;
}

/** Reads the facts of devices on which decisions about their installations depend, without a lock. */
export async function readDeviceProofs(em: EntityManager, ids: readonly string[]): Promise<DeviceProofFacts[]> {
  const found = await rows<{
    id: string;
    serial: string;
    status: DeviceStatus;
    watchedInstallationId: string | null;
    confirmedSecurityVersion: number;
    lastSeenAt: Date | null;
    timestampMs: number;
    firmwareVersion: string;
    firmwareBuildNumber: number | null;
    otaSlot: string | null;
    uptime: number;
  }>(
    em,
    `select d.id, d.serial, d.status, d.watched_installation_id as "watchedInstallationId",
            d.confirmed_security_version as "confirmedSecurityVersion", p.last_seen_at as "lastSeenAt",
            p.last_timestamp_ms as "timestampMs", p.firmware_version as "firmwareVersion",
            p.firmware_build_number as "firmwareBuildNumber", p.ota_slot as "otaSlot", p.uptime
       from device d left join device_presence p on p.device_id = d.id
      where d.id = any($1::uuid[])`,
    [ids],
  );
  return found.map(({ id, serial, status, watchedInstallationId, confirmedSecurityVersion, lastSeenAt, ...shown }) => ({
    id,
    serial,
    status,
    watchedInstallationId,
    confirmedSecurityVersion,
    presence: lastSeenAt ? { lastSeenAt, ...shown } : null,
  }));
}

/** An installation before and after its change. */
export interface ChangedInstallation {
  readonly before: LockedInstallation;
  readonly after: InstallationFields;
}

/** Writes changed installations in one statement, so that the trigger updates the counters once. */
export async function writeInstallations(
  em: EntityManager,
  changes: readonly ChangedInstallation[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rowsToWrite = changes.map(({ before, after }) => ({ ...after, id: before.id }));
  await execute(em, UPDATE, [JSON.stringify(rowsToWrite), now, rowsToWrite.map(({ id }) => id)]);
}

/**
 * An offer's `updated_at` is the start of its lease, so changes by the service keep it. The ids are a separate parameter, so
 * that PostgreSQL uses the primary key whatever row count it estimates.
 */
const UPDATE = `
  update installation i
     set status = c.status, closed_reason = c."closedReason", failure_source = c."failureSource",
         failure_code = c."failureCode", failure_reason = c."failureReason", from_version = c."fromVersion",
         verification = c.verification, evidence = c.evidence, reconcilable = c.reconcilable, restarts = c.restarts,
         anomalies = c.anomalies, matching_heartbeats = c."matchingHeartbeats", first_match_at = c."firstMatchAt",
         started_at = c."startedAt", finished_at = c."finishedAt", last_report_at = c."lastReportAt",
         last_report_ms = c."lastReportMs", stuck_since = c."stuckSince", retry_at = c."retryAt",
         possibly_bricked = c."possiblyBricked", silent = c.silent, revision = i.revision + 1,
         updated_at = case when i.status = 'AVAILABLE' and c.status = 'AVAILABLE' then i.updated_at else $2 end
    from jsonb_to_recordset($1::jsonb) as c (
         id uuid, status text, "closedReason" text, "failureSource" text, "failureCode" text, "failureReason" text,
         "fromVersion" text, verification text, evidence text, reconcilable boolean, restarts int, anomalies int,
         "matchingHeartbeats" int, "firstMatchAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz,
         "lastReportAt" timestamptz, "lastReportMs" bigint, "stuckSince" timestamptz, "retryAt" timestamptz,
         "possiblyBricked" boolean, silent boolean)
   where i.id = any($3::uuid[]) and i.id = c.id`;

/** A report, heartbeat or decision about an installation. */
export interface EventToWrite extends Omit<InstallationEventView, 'id'> {
  readonly proofHash: Buffer | null;
}

/** Appends to the histories of installations. */
export async function writeInstallationEvents(em: EntityManager, events: readonly EventToWrite[]): Promise<void> {
  if (events.length === 0) return;
  await execute(
    em,
    `insert into installation_event (id, installation_id, at, source, signed_ms, proof_hash, reported_status, from_status,
                                     to_status, applied, outcome, failure_reason, actor_id)
     select id, "installationId", at, source, "signedMs", decode("proofHash", 'hex'), "reportedStatus", "fromStatus",
            "toStatus", applied, outcome, "failureReason", "actorId"
       from jsonb_to_recordset($1::jsonb) as e (
            id uuid, "installationId" uuid, at timestamptz, source text, "signedMs" bigint, "proofHash" text,
            "reportedStatus" text, "fromStatus" text, "toStatus" text, applied boolean, outcome text,
            "failureReason" text, "actorId" uuid)`,
    [
      JSON.stringify(
        events.map(({ proofHash, ...event }) => ({ ...event, id: newId(), proofHash: proofHash?.toString('hex') })),
      ),
    ],
  );
}

/**
 * The installation that heartbeats of a device verify from now on, and its confirmed security version; the device is
 * locked.
 */
export interface DeviceWatch {
  readonly deviceId: string;
  /** Null = none. */
  readonly watchedInstallationId: string | null;
  /** A minimum: the stored value is never lowered. */
  readonly confirmedSecurityVersion: number;
}

/** Stores the watched installations and the confirmed security versions of devices. */
export async function writeDeviceWatches(em: EntityManager, watches: readonly DeviceWatch[]): Promise<void> {
  if (watches.length === 0) return;
  await execute(
    em,
    `update device d
        set watched_installation_id = w."watchedInstallationId",
            confirmed_security_version = greatest(d.confirmed_security_version, w."confirmedSecurityVersion")
       from jsonb_to_recordset($1::jsonb) as w ("deviceId" uuid, "watchedInstallationId" uuid, "confirmedSecurityVersion" int)
      where d.id = any($2::uuid[]) and d.id = w."deviceId"`,
    [JSON.stringify(watches), watches.map(({ deviceId }) => deviceId)],
  );
}
