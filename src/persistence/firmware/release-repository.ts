import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { ClosedReason, FirmwareChannel, FirmwareLifecycle } from '../../model/enums.ts';
import type { ReleaseEventView } from '../../model/records/release.ts';
import type { NewRow } from '../new-row.ts';
import { execute, row, rows } from '../sql/query.ts';
import { Release, type ReleaseRow } from './release.entity.ts';
import { ReleaseEvent } from './release-event.entity.ts';

/** Locks a release for update until the transaction ends. Lock it after its device, before its installations. */
export async function lockRelease(em: EntityManager, id: string): Promise<ReleaseRow | null> {
  return em.findOne(Release, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks a release for share until the transaction ends: changes wait, other shared locks do not. */
export async function lockReleaseForShare(em: EntityManager, id: string): Promise<ReleaseRow | null> {
  return em.findOne(Release, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
}

/** A new release; nullable fields can be omitted. */
export type NewRelease = NewRow<ReleaseRow>;

/** Adds a release; it is written with the next flush. The unique constraint on hardware, version and build decides. */
export function addRelease(em: EntityManager, release: NewRelease): ReleaseRow {
  return em.create(Release, release);
}

/** Adds an entry to a release's history; it is written with the next flush. */
export function addReleaseEvent(em: EntityManager, event: Omit<ReleaseEventView, 'id'>): void {
  em.create(ReleaseEvent, event);
}

export interface ReleaseCountRow {
  readonly releaseId: string;
  /**
   * A kind of count: the installations in a status, or those in any status that an operator ended or whose device fell silent.
   */
  readonly counted: 'STATUS' | 'INTERRUPTED' | 'SILENT';
  readonly status: string;
  /** Empty for installations without one. */
  readonly verification: string;
  readonly count: number;
}

/**
 * The trigger's counts of installations by release and status, and the counts of those that are no evidence about the
 * release: ended by an operator, or silent.
 */
export function countInstallations(em: EntityManager, releaseIds: readonly string[]): Promise<ReleaseCountRow[]> {
  return rows(
    em,
    `select release_id as "releaseId", 'STATUS' as counted, status, verification, count from release_counter
      where release_id = any($1::uuid[]) and count > 0
     union all
     select release_id, 'INTERRUPTED', '', '', count(*)::int from installation
      where release_id = any($1::uuid[]) and status = 'FAILED' and failure_source = 'OPERATOR' group by release_id
     union all
     select release_id, 'SILENT', '', '', count(*)::int from installation
      where release_id = any($1::uuid[]) and silent group by release_id`,
    [releaseIds],
  );
}

export interface CompetingRelease {
  readonly id: string;
  readonly version: string;
  readonly buildNumber: number;
}

/**
 * The highest build that is rolling out or completed for a hardware revision and channel; undefined if there is none.
 */
export function findHighestBuild(
  em: EntityManager,
  place: { readonly hardwareRevision: string; readonly channel: FirmwareChannel },
): Promise<CompetingRelease | undefined> {
  return row(
    em,
    `select id, version, build_number as "buildNumber" from release
      where hardware_revision = $1 and channel = $2 and lifecycle in ('ROLLING_OUT', 'COMPLETED')
      order by build_number desc, id limit 1`,
    [place.hardwareRevision, place.channel],
  );
}

/** The highest security version of completed releases for a hardware revision; 0 if there is none. */
export async function findHighestSecurityVersion(em: EntityManager, hardwareRevision: string): Promise<number> {
  const found = await row<{ highest: number }>(
    em,
    `select coalesce(max(security_version), 0) as highest from release
      where hardware_revision = $1 and lifecycle = 'COMPLETED'`,
    [hardwareRevision],
  );
  return found?.highest ?? 0;
}

/**
 * Withdraws the unstarted offers of a release. Lock the release first.
 * @returns the number of withdrawn offers
 */
export function closeOffers(em: EntityManager, releaseId: string, reason: ClosedReason, now: Date): Promise<number> {
  return execute(
    em,
    `update installation set closed_reason = $2, silent = false, stuck_since = null, updated_at = $3, revision = revision + 1
      where release_id = $1 and status = 'AVAILABLE' and closed_reason is null`,
    [releaseId, reason, now],
  );
}

/** Releases that are rolling out, with the keys that signed them. */
export function findRollingOut(em: EntityManager): Promise<{ id: string; signedBy: string[] }[]> {
  return rows(em, `select id, signed_by as "signedBy" from release where lifecycle = 'ROLLING_OUT' order by id`);
}

export interface ReleaseImage {
  readonly lifecycle: FirmwareLifecycle;
  readonly firmwareSha256: string;
  /** Bytes. */
  readonly firmwareSize: number;
}

/** The image of a release; not locked. */
export function findReleaseImage(em: EntityManager, id: string): Promise<ReleaseImage | undefined> {
  return row(
    em,
    `select lifecycle, firmware_sha256 as "firmwareSha256", firmware_size as "firmwareSize" from release where id = $1`,
    [id],
  );
}

export interface ReleaseBuild {
  readonly hardwareRevision: string;
  readonly version: string;
  readonly buildNumber: number;
}

/** The release of exactly this build, if any. */
export async function findReleaseOfBuild(em: EntityManager, build: ReleaseBuild): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    em,
    'select id from release where hardware_revision = $1 and version = $2 and build_number = $3',
    [build.hardwareRevision, build.version, build.buildNumber],
  );
  return found?.id;
}

/** The newest release with this image, if any. */
export async function findReleaseOfImage(em: EntityManager, sha256: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    em,
    'select id from release where firmware_sha256 = $1 order by created_at desc, id desc limit 1',
    [sha256],
  );
  return found?.id;
}

/**
 * The highest build and security version of a hardware revision, over all releases that are not revoked; 0 if there are
 * none.
 */
export async function findHighestOfHardware(
  em: EntityManager,
  hardwareRevision: string,
): Promise<{ readonly buildNumber: number; readonly securityVersion: number }> {
  const found = await row<{ buildNumber: number; securityVersion: number }>(
    em,
    `select coalesce(max(build_number), 0) as "buildNumber", coalesce(max(security_version), 0) as "securityVersion"
       from release where hardware_revision = $1 and lifecycle <> 'REVOKED'`,
    [hardwareRevision],
  );
  return found ?? { buildNumber: 0, securityVersion: 0 };
}
