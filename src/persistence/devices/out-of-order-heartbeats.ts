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
 * Stores heartbeats that did not move the presence of their device forward. If the history has a row with the same timestamp, the
 * heartbeat is a replay and is not stored, whatever it contains. Such heartbeats are few (a device that repeats, or whose clock was
 * set back), so the search in the history may cost more: the current day has no index by device. The lock of each device prevents two
 * instances from storing the same heartbeat. `writeInOrder` stores nothing with a timestamp up to that of the presence.
 */
export async function writeOutOfOrder(pool: Pool, heartbeats: readonly HeartbeatRecord[]): Promise<void> {
  const devices = columnOf(heartbeats, ({ deviceId }) => deviceId);
  await retrying(() =>
    inTransaction(pool, async (client) => {
      await client.query({ ...LOCK_DEVICES, values: [devices] });
      await client.query({ ...WRITE_OUT_OF_ORDER, values: [...columnsOf(heartbeats), ...reachOf(heartbeats)] });
    }),
  );
}

const LOCK_DEVICES = {
  name: 'heartbeats-lock-out-of-order',
  text: `select pg_advisory_xact_lock(hashtextextended('karvon:heartbeat:' || id, 0))
    from (select distinct id::text from unnest($1::uuid[]) as d (id) order by 1) ordered`,
};

/** One pass over the heartbeats of those minutes, whatever the number of devices. */
export const WRITE_OUT_OF_ORDER = {
  name: 'heartbeats-write-out-of-order',
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
