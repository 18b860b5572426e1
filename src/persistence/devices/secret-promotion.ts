import type { Pool, PoolClient } from 'pg';
import { newId } from '../columns.ts';
import { CONSUME_GRANTS } from '../firmware/consume-grants.ts';

/**
 * Makes a PENDING secret the ACTIVE one and retires its predecessor; a device in INVENTORY becomes READY. Skips a
 * device that an admin has locked: the next proof tries again.
 * @returns the device's status afterwards; undefined if nothing changed
 */
export async function promoteSecret(
  pool: Pool,
  deviceId: string,
  version: number,
  now: Date,
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const status = await promote(client, deviceId, version, now);
    await client.query('commit');
    client.release();
    return status;
  } catch (error) {
    // Closes a connection in an unknown state, which ends its transaction.
    client.release(true);
    throw error;
  }
}

async function promote(client: PoolClient, deviceId: string, version: number, now: Date): Promise<string | undefined> {
  const found = await client.query<{ status: string }>(
    `select d.status from device d join device_secret s on s.device_id = d.id
      where d.id = $1 and s.version = $2 and s.state = 'PENDING' for update skip locked`,
    [deviceId, version],
  );
  const status = found.rows[0]?.status;
  if (status === undefined) return undefined;
  // Two statements, because two secrets of a device must never be ACTIVE at the same time.
  await client.query(`update device_secret set state = 'RETIRED' where device_id = $1 and state = 'ACTIVE'`, [
    deviceId,
  ]);
  await client.query(
    `update device_secret set state = 'ACTIVE', activated_at = $3 where device_id = $1 and version = $2`,
    [deviceId, version, now],
  );
  await client.query(CONSUME_GRANTS, [deviceId, now]);
  if (status !== 'INVENTORY') return status;
  await client.query(`update device set status = 'READY', revision = revision + 1, updated_at = $2 where id = $1`, [
    deviceId,
    now,
  ]);
  await client.query(
    `insert into device_event (id, device_id, at, cause, from_status, to_status)
     values ($1, $2, $3, 'secretProved', 'INVENTORY', 'READY')`,
    [newId(), deviceId, now],
  );
  return 'READY';
}
