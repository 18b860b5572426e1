import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { rows } from '../sql/query.ts';
import type { OfferableRow, RequesterKey, RequesterRow } from './offer-rows.ts';

/**
 * Lateral, one key after the other: the plan lives as long as the connection and must not depend on the table sizes at
 * planning time. A device that is revoked or retired, or whose secret is no longer live, is not found.
 */
export const FIND_REQUESTERS = `
  select asked.n::int, asked.device_id as "deviceId", d.serial, d.status, d.model,
         d.hardware_revision as "hardwareRevision",
         coalesce(d.firmware_channel, (select default_firmware_channel from system_settings)) as "allowedChannel",
         d.confirmed_security_version as "confirmedSecurityVersion",
         p.firmware_version as "seenVersion", p.firmware_build_number as "seenBuildNumber",
         r.security_version as "runningSecurityVersion", coalesce(a.attempts, '[]'::json) as attempts
    from unnest($1::uuid[], $2::int[], $3::text[]) with ordinality as asked (device_id, secret_version, current_firmware, n)
   cross join lateral (select serial, status, model, hardware_revision, firmware_channel, confirmed_security_version
                         from device where id = asked.device_id and status not in ('REVOKED', 'RETIRED') offset 0) d
   cross join lateral (select from device_secret
                        where device_id = asked.device_id and version = asked.secret_version
                          and state in ('ACTIVE', 'PENDING') offset 0) s
    left join lateral (select firmware_version, firmware_build_number from device_presence
                        where device_id = asked.device_id offset 0) p on true
    left join lateral (
      -- Of several builds with this version the one that the last heartbeat named, else the strictest.
      select coalesce(max(security_version) filter (
               where p.firmware_version = asked.current_firmware and build_number = p.firmware_build_number
             ), max(security_version)) as security_version
        from release where hardware_revision = d.hardware_revision and version = asked.current_firmware) r on true
    left join lateral (
      select json_agg(json_build_object(
               'installationId', id, 'releaseId', release_id, 'attempt', attempt, 'status', status,
               'closed', closed_reason is not null, 'silent', silent, 'silentAttempts', silent_attempts,
               'unusedLeases', unused_leases, 'verification', verification, 'failureCode', failure_code,
               'finishedMs', (extract(epoch from finished_at) * 1000)::bigint,
               'retryMs', (extract(epoch from retry_at) * 1000)::bigint,
               'createdMs', (extract(epoch from created_at) * 1000)::bigint,
               'updatedMs', (extract(epoch from updated_at) * 1000)::bigint)) as attempts
        from (select distinct on (release_id) *,
                     count(*) filter (where silent and status = 'FAILED') over (partition by release_id) as silent_attempts
                from (select * from installation where device_id = asked.device_id offset 0) own
               order by release_id, attempt desc) newest) a on true`;

const OFFERABLE = `
  select id, revision, model, hardware_revision as "hardwareRevision", version, build_number as "buildNumber",
         security_version as "securityVersion", channel, lifecycle, target_device_id as "targetDeviceId", mandatory,
         mandatory_after as "mandatoryAfter", min_from_version as "minFromVersion", min_app_version as "minAppVersion",
         signed_by as "signedBy", rollout_percentage as "rolloutPercentage", rollout_started_at as "rolloutStartedAt"
    from release`;
const LIVE = `lifecycle in ('ROLLING_OUT', 'PAUSED', 'COMPLETED')`;

/**
 * Finds requesters in one statement.
 * @returns one for each key, in their order; undefined where the device is revoked or retired, or its secret is not live
 */
export async function findRequesters(pool: Pool, keys: readonly RequesterKey[]): Promise<(RequesterRow | undefined)[]> {
  const { rows: found } = await pool.query<RequesterRow & { readonly n: number }>({
    name: 'offers-find-requesters',
    text: FIND_REQUESTERS,
    values: valuesOf(keys),
  });
  const requesters: (RequesterRow | undefined)[] = keys.map(() => undefined);
  for (const { n, ...requester } of found) requesters[n - 1] = requester;
  return requesters;
}

/** The same of one device, as the open transaction sees it. */
export async function findRequester(em: EntityManager, key: RequesterKey): Promise<RequesterRow | undefined> {
  const [found] = await rows<RequesterRow>(em, FIND_REQUESTERS, valuesOf([key]));
  return found;
}

function valuesOf(keys: readonly RequesterKey[]): unknown[] {
  return [
    keys.map(({ deviceId }) => deviceId),
    keys.map(({ secretVersion }) => secretVersion),
    keys.map(({ currentFirmware }) => currentFirmware),
  ];
}

/** Changes with every change of any of the releases: `xmin` is the transaction that wrote a row. */
const STATE = `sum(hashtextextended(id::text || xmin::text, 0))::text`;

export const FIND_STATES = `
  select hardware_revision as "hardwareRevision", ${STATE} as state from release
   where hardware_revision = any($1) and ${LIVE} group by hardware_revision`;

export const FIND_OFFERABLE = `
  select offerable.*, state from (${OFFERABLE} where hardware_revision = any($1) and ${LIVE}) offerable
    join (select hardware_revision, ${STATE} as state from release
           where hardware_revision = any($1) and ${LIVE} group by hardware_revision) s
      on s.hardware_revision = offerable."hardwareRevision"`;

/** The releases of a hardware revision at one time; all requesters share the array, nothing changes it. */
export interface OfferableSet {
  readonly state: string;
  readonly releases: readonly OfferableRow[];
}

/**
 * The releases of hardware revisions that devices may be offered or have begun. For cached ones only their state is read, so
 * that many releases cost little more than one.
 * @param cache by hardware revision; gets the releases that were read
 */
export async function findOfferable(
  pool: Pool,
  hardwareRevisions: readonly string[],
  cache: Map<string, OfferableSet>,
): Promise<readonly (readonly OfferableRow[])[]> {
  const { rows: states } = await pool.query<{ hardwareRevision: string; state: string }>({
    name: 'offers-find-states',
    text: FIND_STATES,
    values: [[...new Set(hardwareRevisions)]],
  });
  const current = new Map<string, readonly OfferableRow[]>();
  const changed: string[] = [];
  for (const { hardwareRevision, state } of states) {
    const before = cache.get(hardwareRevision);
    if (before?.state === state) current.set(hardwareRevision, before.releases);
    else changed.push(hardwareRevision);
  }
  for (const [hardwareRevision, set] of changed.length > 0 ? await readOfferable(pool, changed) : []) {
    cache.set(hardwareRevision, set);
    current.set(hardwareRevision, set.releases);
  }
  return hardwareRevisions.map((hardwareRevision) => current.get(hardwareRevision) ?? []);
}

/** Reads the releases, and in the same statement the state by which a later change is found. */
async function readOfferable(pool: Pool, hardwareRevisions: readonly string[]): Promise<Map<string, OfferableSet>> {
  const { rows: found } = await pool.query<OfferableRow & { readonly state: string }>({
    name: 'offers-find-offerable',
    text: FIND_OFFERABLE,
    values: [hardwareRevisions],
  });
  const sets = new Map<string, OfferableSet>();
  for (const [hardwareRevision, group] of Map.groupBy(found, (row) => row.hardwareRevision)) {
    const releases = group.map(({ state: _state, ...release }) => release);
    sets.set(hardwareRevision, { state: group[0]?.state ?? '', releases });
  }
  return sets;
}

/**
 * Locks a release for share until the transaction ends: its lifecycle and percentage cannot change, and concurrent changes
 * have ended.
 * @returns undefined if it is no longer offered or continued
 */
export async function lockOfferableForShare(em: EntityManager, id: string): Promise<OfferableRow | undefined> {
  const [held] = await rows<OfferableRow>(em, `${OFFERABLE} where id = $1 and ${LIVE} for share`, [id]);
  return held;
}
