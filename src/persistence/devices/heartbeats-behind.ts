import type { Pool } from 'pg';
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
import { inTransaction, LATE_MS } from './heartbeat-partitions.ts';

/**
 * Stores heartbeats that did not move the presence of their device forward, unless the history has one with the same timestamp: then
 * they are replays, and the first one stays, whatever the other says. They are few (a device that repeats, or whose clock was set
 * back), so they pay for the look at the history: the day that is written has no index by device. The lock of each device keeps two
 * instances from storing the same one; `writeForward` stores nothing with a timestamp up to that of the presence.
 */
export async function writeBehind(pool: Pool, heartbeats: readonly HeartbeatRecord[]): Promise<void> {
  const devices = columnOf(heartbeats, ({ deviceId }) => deviceId);
  await retrying(() =>
    inTransaction(pool, async (client) => {
      await client.query({ ...LOCK_DEVICES, values: [devices] });
      await client.query({ ...WRITE_BEHIND, values: [...columnsOf(heartbeats), ...reachOf(heartbeats)] });
    }),
  );
}

const LOCK_DEVICES = {
  name: 'heartbeats-lock-behind',
  text: `select pg_advisory_xact_lock(hashtextextended('karvon:heartbeat:' || id, 0))
    from (select distinct id::text from unnest($1::uuid[]) as d (id) order by 1) ordered`,
};

/** One pass over the heartbeats of those minutes, whatever the number of devices. */
export const WRITE_BEHIND = {
  name: 'heartbeats-write-behind',
  text: `
    with known as materialized (
      select device_id, timestamp_ms from heartbeat
       where received_at >= $14 and received_at < $15 and device_id = any($1::uuid[]) and timestamp_ms = any($3::bigint[])
    ), incoming as materialized (
      select distinct on (device_id, timestamp_ms) i.*, ${RECEIVED_AT}
        from unnest(${COLUMNS}) with ordinality as i (device_id, received_ms, timestamp_ms, ${MEASURES}, n)
       where not exists (select from known k where k.device_id = i.device_id and k.timestamp_ms = i.timestamp_ms)
       order by device_id, timestamp_ms, n
    ), history as (
      insert into heartbeat (device_id, received_at, timestamp_ms, ${MEASURES})
      select device_id, received_at, timestamp_ms, ${MEASURES} from incoming
    )
    insert into late_heartbeat (device_id, received_at)
    select device_id, received_at from incoming where received_at < now() - interval '${LATE_MS} milliseconds'`,
};
