import type { Pool } from 'pg';
import type { ScheduledJob } from '../jobs.ts';
import { Source, textOf, trustedSql } from '../sql/sql.ts';
import type { HeartbeatRecord } from './heartbeat-columns.ts';
import { writeHeartbeats } from './heartbeat-store.ts';
import { AHEAD, isOnline } from './presence-time.ts';

/** Heartbeats that one statement stores. */
const CHUNK = 500;

const IS_ONLINE = textOf(
  isOnline(new Source('device_presence', 'p'), trustedSql('n.since'), trustedSql(`$1::timestamptz + ${AHEAD}`)),
);

/** A heartbeat at $1 of each device that was online when the newest heartbeat came. It says what the one before said. */
const NEXT = `
  with n as materialized (
    select max(last_seen_at) - (select make_interval(mins => online_threshold_minutes) from business_settings) as since
      from device_presence where last_seen_at <= $1
  )
  select p.device_id as "deviceId", s.version as "secretVersion", $1::timestamptz as "receivedAt",
         p.firmware_version as "firmwareVersion", p.firmware_build_number as "firmwareBuildNumber",
         p.hardware_revision as "hardwareRevision", p.ota_slot as "otaSlot", p.app_version as "appVersion",
         (p.uptime + extract(epoch from $1 - p.last_seen_at))::bigint as uptime, p.wifi_rssi as "wifiRssi",
         p.free_heap as "freeHeap", p.temperature, p.status
    from n, device_presence p join device_secret s on s.device_id = p.device_id and s.state = 'ACTIVE'
   where ${IS_ONLINE} and p.last_seen_at < $1
   order by p.device_id`;

/**
 * Heartbeats for the made-up devices of `npm start -- --sample`, which do not run anywhere. They are stored as those of real devices
 * are, so whoever is revoked falls silent. Which devices are online is read from the data: after a pause the same ones go on.
 * @param now the time of the heartbeats
 */
export async function sendSampleHeartbeats(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<Omit<HeartbeatRecord, 'timestampMs'>>(NEXT, [now]);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    await writeHeartbeats(
      pool,
      chunk.map((row) => ({ ...row, timestampMs: now.getTime() })),
    );
  }
}

/** Every five minutes: a device is online for ten after each heartbeat, unless the settings say otherwise. */
export function sampleHeartbeats(pool: Pool, clock: { now(): Date }): ScheduledJob {
  return {
    name: 'sampleHeartbeats',
    cron: '*/5 * * * *',
    atStart: true,
    run: () => sendSampleHeartbeats(pool, clock.now()),
  };
}
