import type { Pool } from 'pg';
import { newId } from '../columns.ts';
import {
  COLUMNS,
  columnOf,
  columnsOf,
  type HeartbeatRecord,
  MEASURES,
  RECEIVED_AT,
  reachOf,
  retrying,
} from './heartbeat-columns.ts';
import { LATE_MS } from './heartbeat-partitions.ts';
import { writeOutOfOrder } from './out-of-order-heartbeats.ts';
import { lastSeen, replacesPresence } from './presence-time.ts';

export interface HeartbeatOutcome {
  /** The device's status after it: a CLAIMED device became ACTIVE. */
  readonly status: string;
  readonly pairingEpoch: number;
  /** `jti` of the credentials that were revoked in this epoch. */
  readonly revokedCredentials: readonly string[];
  /** The installation that this heartbeat may confirm or contradict. */
  readonly watchedInstallationId: string | null;
  /** True for the first heartbeat with another firmware version than the one before, and for the first of all. */
  readonly changedVersion: boolean;
  /** False if a heartbeat with this or a newer timestamp exists: presence unchanged. */
  readonly newest: boolean;
  /** True if it is in the history now. Otherwise it is out of order, or a replay: `writeOutOfOrder` decides. */
  readonly stored: boolean;
}

/** Stores heartbeats, also those that arrive out of order. @returns one outcome for each, as `writeInOrder` */
export async function writeHeartbeats(
  pool: Pool,
  heartbeats: readonly HeartbeatRecord[],
): Promise<(HeartbeatOutcome | undefined)[]> {
  const outcomes = await writeInOrder(pool, heartbeats);
  const outOfOrder = heartbeats.filter((_heartbeat, index) => outcomes[index]?.stored === false);
  if (outOfOrder.length > 0) await writeOutOfOrder(pool, outOfOrder);
  return outcomes;
}

/**
 * Stores heartbeats in one statement and one commit. The newest of each device becomes its presence. Where that moves the presence
 * forward, it is also added to the history: no row with its timestamp can exist. A heartbeat that is stored long after it was
 * received is noted for its day (late-heartbeats.ts). The same statement authorizes the device: heartbeats of a revoked or retired
 * device, or with a secret that is no longer live, are not stored. Presence rows are written in the order of their ids, so that
 * instances cannot deadlock. Device rows locked by an admin are skipped: the first presence or the activation then waits for the
 * next heartbeat.
 * @returns one outcome for each, in their order, all durable; undefined for a heartbeat that was not stored
 */
export async function writeInOrder(
  pool: Pool,
  heartbeats: readonly HeartbeatRecord[],
): Promise<(HeartbeatOutcome | undefined)[]> {
  const newest = areNewest(heartbeats);
  const admitted = await retrying(() => write(pool, heartbeats, newest));
  const firsts: First[] = [];
  for (const [index, heartbeat] of heartbeats.entries()) {
    const device = admitted[index];
    if (!device || !newest[index]) continue;
    if (device.status === 'CLAIMED' || !device.moved) firsts.push({ heartbeat, device });
  }
  const first = firsts.length > 0 ? await retrying(() => writeFirsts(pool, firsts)) : NONE;
  return heartbeats.map((heartbeat, index) => {
    const device = admitted[index];
    if (!device) return undefined;
    const activated = first.get(heartbeat.deviceId);
    return {
      status: activated ? 'ACTIVE' : device.status,
      pairingEpoch: device.pairingEpoch,
      revokedCredentials: device.revokedCredentials ?? NO_CREDENTIALS,
      watchedInstallationId: device.watchedInstallationId,
      changedVersion: device.changedVersion,
      newest: newest[index] === true && (device.moved || activated !== undefined),
      stored: newest[index] === true && (device.moved ? device.forward === true : activated !== undefined),
    };
  });
}

/** An authorized device, as the write read it. */
interface Admitted {
  /** 1-based position of the heartbeat. */
  readonly n: number;
  readonly status: string;
  readonly pairingEpoch: number;
  /** Null for none, the usual case, which is cheap to read. */
  readonly revokedCredentials: readonly string[] | null;
  readonly watchedInstallationId: string | null;
  readonly changedVersion: boolean;
  /** True if the device's presence was updated to its newest heartbeat. */
  readonly moved: boolean;
  /** True if its timestamp is after that of the presence; null if there was no presence. */
  readonly forward: boolean | null;
}

/** A heartbeat that needs more than an updated presence. */
interface First {
  readonly heartbeat: HeartbeatRecord;
  readonly device: Admitted;
}

/** For each device whose presence was created or updated: true if it also became ACTIVE. */
type Firsts = ReadonlyMap<string, boolean>;
const NONE: Firsts = new Map();
const NO_CREDENTIALS: readonly string[] = [];

/** Whether each is the newest of its device. */
function areNewest(heartbeats: readonly HeartbeatRecord[]): boolean[] {
  const newest = new Map<string, HeartbeatRecord>();
  for (const heartbeat of heartbeats) {
    const known = newest.get(heartbeat.deviceId);
    if (!known || heartbeat.timestampMs > known.timestampMs) newest.set(heartbeat.deviceId, heartbeat);
  }
  return heartbeats.map((heartbeat) => newest.get(heartbeat.deviceId) === heartbeat);
}

/** Writes all heartbeats as history and updates existing presences. @returns by position */
async function write(
  pool: Pool,
  heartbeats: readonly HeartbeatRecord[],
  newest: readonly boolean[],
): Promise<(Admitted | undefined)[]> {
  const { rows } = await pool.query<Admitted>({
    ...WRITE_HEARTBEATS,
    values: [
      ...columnsOf(heartbeats),
      columnOf(heartbeats, ({ secretVersion }) => secretVersion),
      columnOf(newest, (isNewest) => isNewest),
    ],
  });
  const admitted: (Admitted | undefined)[] = new Array(heartbeats.length).fill(undefined);
  for (const row of rows) admitted[row.n - 1] = row;
  return admitted;
}

/** Handles the rare cases: a device's first presence, and its activation. */
async function writeFirsts(pool: Pool, firsts: readonly First[]): Promise<Firsts> {
  const { rows } = await pool.query<{ id: string; activated: boolean }>({
    ...WRITE_FIRST_HEARTBEATS,
    values: [
      ...columnsOf(firsts.map(({ heartbeat }) => heartbeat)),
      columnOf(firsts, ({ device }) => device.moved),
      columnOf(firsts, ({ device }) => device.status === 'CLAIMED'),
      columnOf(firsts, () => newId()),
      ...reachOf(firsts.map(({ heartbeat }) => heartbeat)),
    ],
  });
  return new Map(rows.map(({ id, activated }) => [id, activated]));
}

/**
 * Lateral, key by key: the plan lives as long as the connection and must not depend on the table sizes at planning
 * time. Updates only existing rows, because the foreign key of a new row would wait for the device.
 */
export const WRITE_HEARTBEATS = {
  name: 'heartbeats-write',
  text: `
    with incoming as materialized (
      select i.*, ${RECEIVED_AT}, d.created_at, d.made_revision, d.status as device_status, d.pairing_epoch, d.revoked_credentials, d.watched_installation_id,
             k.last_timestamp_ms as known_ms, k.firmware_version as known_version, i.timestamp_ms > k.last_timestamp_ms as forward
        from unnest(${COLUMNS}, $14::int[], $15::bool[]) with ordinality
          as i (device_id, received_ms, timestamp_ms, ${MEASURES}, secret_version, newest, n)
       cross join lateral (select created_at, hardware_revision as made_revision, status, pairing_epoch, revoked_credentials, watched_installation_id from device
                            where id = i.device_id and status not in ('REVOKED', 'RETIRED') offset 0) d
       cross join lateral (select from device_secret
                            where device_id = i.device_id and version = i.secret_version
                              and state in ('ACTIVE', 'PENDING') offset 0) s
        left join lateral (select last_timestamp_ms, firmware_version from device_presence
                            where device_id = i.device_id offset 0) k on true
    ), moved as (
      insert into device_presence as p (device_id, device_created_at, device_hardware_revision, last_seen_at, last_timestamp_ms, ${MEASURES})
      select device_id, created_at, made_revision, received_at, timestamp_ms, ${MEASURES} from incoming i
       where newest and ${replacesPresence('i.timestamp_ms', 'i.known_ms')}
       order by device_id
      on conflict (device_id) do update set
        last_seen_at = ${lastSeen('excluded.last_seen_at')},
        last_timestamp_ms = excluded.last_timestamp_ms,
        firmware_version = excluded.firmware_version,
        firmware_build_number = excluded.firmware_build_number,
        hardware_revision = excluded.hardware_revision,
        ota_slot = excluded.ota_slot,
        app_version = excluded.app_version,
        uptime = excluded.uptime,
        wifi_rssi = excluded.wifi_rssi,
        free_heap = excluded.free_heap,
        temperature = excluded.temperature,
        status = excluded.status
      where ${replacesPresence('excluded.last_timestamp_ms', 'p.last_timestamp_ms')}
      returning p.device_id
    ), stored as materialized (
      select * from incoming where newest and forward and device_id in (select device_id from moved)
    ), history as (
      insert into heartbeat (device_id, received_at, timestamp_ms, ${MEASURES})
      select device_id, received_at, timestamp_ms, ${MEASURES} from stored
    ), late as (
      insert into late_heartbeat (device_id, received_at)
      select device_id, received_at from stored where received_at < now() - interval '${LATE_MS} milliseconds'
    )
    select n::int, device_status as status, pairing_epoch as "pairingEpoch",
           nullif(revoked_credentials, '{}') as "revokedCredentials",
           watched_installation_id as "watchedInstallationId", known_version is distinct from firmware_version as "changedVersion",
           device_id in (select device_id from moved) as moved, forward
      from incoming`,
};

/** Not a named statement: it joins, so it is planned each time. */
export const WRITE_FIRST_HEARTBEATS = {
  text: `
    with incoming as materialized (
      select i.*, ${RECEIVED_AT}, k.device_id is not null as known
        from unnest(${COLUMNS}, $14::bool[], $15::bool[], $16::uuid[])
          as i (device_id, received_ms, timestamp_ms, ${MEASURES}, moved, activates, event_id)
        left join lateral (select device_id from device_presence where device_id = i.device_id offset 0) k on true
    ), free as materialized (
      -- What the foreign key of a new presence row would lock and, were it taken, wait for.
      select d.id, d.created_at, d.hardware_revision as made_revision from device d
       where d.id in (select i.device_id from incoming i where not i.known)
         for key share skip locked
    ), first as (
      insert into device_presence (device_id, device_created_at, device_hardware_revision, last_seen_at, last_timestamp_ms, ${MEASURES})
      select device_id, created_at, made_revision, received_at, timestamp_ms, ${MEASURES} from incoming join free on free.id = device_id
       order by device_id
      on conflict do nothing
      returning device_id
    ), known as materialized (
      -- A device without a presence was heard before only if an admin had locked it then: no device with one is looked for.
      select h.device_id, h.timestamp_ms from heartbeat h
       where exists (select from first) and h.received_at >= $17 and h.received_at < $18
         and h.device_id = any($1::uuid[]) and h.timestamp_ms = any($3::bigint[])
    ), stored as materialized (
      select * from incoming i join first using (device_id)
       where not exists (select from known k where k.device_id = i.device_id and k.timestamp_ms = i.timestamp_ms)
    ), history as (
      insert into heartbeat (device_id, received_at, timestamp_ms, ${MEASURES})
      select device_id, received_at, timestamp_ms, ${MEASURES} from stored
    ), late as (
      insert into late_heartbeat (device_id, received_at)
      select device_id, received_at from stored where received_at < now() - interval '${LATE_MS} milliseconds'
    ), present as materialized (
      select i.* from incoming i where i.moved or i.device_id in (select device_id from first)
    ), claimed as materialized (
      select d.id from device d
       where d.id in (select device_id from present where activates) and d.status = 'CLAIMED'
         for no key update skip locked
    ), activated as (
      update device d
         set status = 'ACTIVE', activated_at = p.received_at, updated_at = p.received_at, revision = d.revision + 1
        from claimed c join present p on p.device_id = c.id
       where d.id = c.id
      returning d.id, p.event_id, p.received_at
    ), event as (
      insert into device_event (id, device_id, at, cause, from_status, to_status)
      select event_id, id, received_at, 'heartbeat', 'CLAIMED', 'ACTIVE' from activated
    )
    select p.device_id as id, p.device_id in (select a.id from activated a) as activated from present p`,
};
