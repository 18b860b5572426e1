import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { newId } from '../columns.ts';
import { sqlState } from '../transaction.ts';

/** One heartbeat whose proof was right. */
export interface HeartbeatRow {
  readonly deviceId: string;
  readonly receivedAt: Date;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  /** The look-up saw the device CLAIMED: its first heartbeat makes it ACTIVE. */
  readonly activates: boolean;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  readonly hardwareRevision: string | null;
  readonly otaSlot: string | null;
  readonly appVersion: string;
  readonly uptime: number;
  readonly wifiRssi: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly status: string;
}

export interface HeartbeatOutcomeRow {
  /** False when a heartbeat with this timestamp or a newer one was known: stored as history, presence unchanged. */
  readonly newest: boolean;
  /** It made a CLAIMED device ACTIVE. */
  readonly activated: boolean;
}

const MAX_TRIES = 5;
/** Serialization failure, deadlock, and a default partition that lost a day to a partition made this moment. */
const RETRYABLE = new Set(['40001', '40P01', '23514']);

/**
 * Stores heartbeats in one statement and one commit: each as history, the newest of each device as its presence.
 * Presence rows are written in the order of their ids, so that instances never deadlock, and no device row that an admin
 * holds is waited for: its first presence, or its activation, is then left to its next heartbeat.
 * @returns one outcome for each, in their order; all of them are durable
 */
export async function writeHeartbeats(pool: Pool, heartbeats: readonly HeartbeatRow[]): Promise<HeartbeatOutcomeRow[]> {
  const newest = newestByDevice(heartbeats);
  const moved = await write(pool, heartbeats, newest);
  return heartbeats.map((heartbeat) => {
    const activated = newest.get(heartbeat.deviceId) === heartbeat ? moved.get(heartbeat.deviceId) : undefined;
    return { newest: activated !== undefined, activated: activated === true };
  });
}

type Newest = ReadonlyMap<string, HeartbeatRow>;

function newestByDevice(heartbeats: readonly HeartbeatRow[]): Newest {
  const newest = new Map<string, HeartbeatRow>();
  for (const heartbeat of heartbeats) {
    const known = newest.get(heartbeat.deviceId);
    if (!known || heartbeat.timestampMs > known.timestampMs) newest.set(heartbeat.deviceId, heartbeat);
  }
  return newest;
}

/** The devices whose presence moved, and whether that made them ACTIVE. */
async function write(pool: Pool, heartbeats: readonly HeartbeatRow[], newest: Newest): Promise<Map<string, boolean>> {
  const values = valuesOf(heartbeats, newest);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await pool.query<{ id: string; activated: boolean }>({ ...WRITE, values });
      return new Map(rows.map(({ id, activated }) => [id, activated]));
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

function valuesOf(heartbeats: readonly HeartbeatRow[], newest: Newest): unknown[] {
  const activating = [...newest.values()].filter(({ activates }) => activates);
  return [
    heartbeats.map(({ deviceId }) => deviceId),
    heartbeats.map(({ receivedAt }) => receivedAt.toISOString()),
    heartbeats.map(({ timestampMs }) => timestampMs),
    heartbeats.map(({ firmwareVersion }) => firmwareVersion),
    heartbeats.map(({ firmwareBuildNumber }) => firmwareBuildNumber),
    heartbeats.map(({ hardwareRevision }) => hardwareRevision),
    heartbeats.map(({ otaSlot }) => otaSlot),
    heartbeats.map(({ appVersion }) => appVersion),
    heartbeats.map(({ uptime }) => uptime),
    heartbeats.map(({ wifiRssi }) => wifiRssi),
    heartbeats.map(({ freeHeap }) => freeHeap),
    heartbeats.map(({ temperature }) => temperature),
    heartbeats.map(({ status }) => status),
    heartbeats.map((heartbeat) => newest.get(heartbeat.deviceId) === heartbeat),
    activating.map(({ deviceId }) => deviceId),
    activating.map(() => newId()),
  ];
}

const MEASURES = `firmware_version, firmware_build_number, hardware_revision, ota_slot, app_version, uptime, wifi_rssi,
  free_heap, temperature, status`;

const WRITE = {
  name: 'heartbeats-write',
  text: `
    with incoming as (
      select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
                           $8::text[], $9::bigint[], $10::int[], $11::bigint[], $12::float8[], $13::text[], $14::bool[])
        as i (device_id, received_at, timestamp_ms, ${MEASURES}, newest)
    ), history as (
      insert into heartbeat (device_id, received_at, timestamp_ms, ${MEASURES})
      select device_id, received_at, timestamp_ms, ${MEASURES} from incoming
    ), newer as materialized (
      select i.*, p.device_id is not null as known
        from incoming i left join device_presence p on p.device_id = i.device_id
       where i.newest and (p.device_id is null or i.timestamp_ms > p.last_timestamp_ms)
    ), first as materialized (
      -- What the foreign key of a new presence row would lock and, were it taken, wait for.
      select d.id from device d where d.id in (select device_id from newer where not known) for key share skip locked
    ), moved as (
      insert into device_presence as p (device_id, last_seen_at, last_timestamp_ms, ${MEASURES})
      select device_id, received_at, timestamp_ms, ${MEASURES} from newer
       where known or device_id in (select id from first)
       order by device_id
      on conflict (device_id) do update set
        last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at),
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
      where excluded.last_timestamp_ms > p.last_timestamp_ms
      returning p.device_id, p.last_seen_at
    ), claimed as materialized (
      select d.id from device d
       where d.id = any($15::uuid[]) and d.status = 'CLAIMED' and d.id in (select device_id from moved)
         for no key update skip locked
    ), activated as (
      update device d
         set status = 'ACTIVE', activated_at = m.last_seen_at, updated_at = m.last_seen_at, revision = d.revision + 1
        from claimed c join moved m on m.device_id = c.id
       where d.id = c.id
      returning d.id, d.activated_at
    ), event as (
      insert into device_event (id, device_id, at, cause, from_status, to_status)
      select e.id, a.id, a.activated_at, 'heartbeat', 'CLAIMED', 'ACTIVE'
        from activated a join unnest($15::uuid[], $16::uuid[]) as e (device_id, id) on e.device_id = a.id
    )
    select m.device_id as id, m.device_id in (select a.id from activated a) as activated from moved m`,
};
