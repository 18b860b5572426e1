import { isDatabaseOutage } from '../database-error-classes.ts';
import { batched } from '../sql/batching.ts';
import type { HeartbeatRecord } from './heartbeat-columns.ts';
import { type HeartbeatOutcome, writeInOrder } from './heartbeat-store.ts';
import { openHotPool } from './hot-pool.ts';
import { writeOutOfOrder } from './out-of-order-heartbeats.ts';
import { findProvableDevices, type ProvableDevice } from './provable-devices.ts';
import { promoteSecret } from './secret-promotion.ts';

/** The reads and writes of device calls. Calls that arrive together share statements and commits. */
export interface DeviceBatcher {
  /** The registered device with the sealed secrets that may prove it, or undefined. */
  findProvable(serial: string): Promise<ProvableDevice | undefined>;
  /**
   * Stores one heartbeat, unless the device has a stored one with the same timestamp; resolves after its commit.
   * @returns undefined, with nothing stored, if the device is revoked or retired, or the proof's secret is no longer live
   */
  writeHeartbeat(heartbeat: HeartbeatRecord): Promise<HeartbeatOutcome | undefined>;
  /**
   * Makes a PENDING secret ACTIVE after its first valid proof; its predecessor is retired, and a device in INVENTORY becomes
   * READY. While an admin changes the device, the next proof tries again.
   * @returns the device's status afterwards; undefined if nothing changed
   */
  promoteSecret(deviceId: string, version: number, now: Date): Promise<string | undefined>;
  /** Closes the connections; waiting calls fail. */
  close(): Promise<void>;
}

const MAX_BATCH_ITEMS = 512;
const MAX_WAITING = 10_000;

/**
 * The hot path of devices: look-ups and heartbeats that arrive together share statements and commits. It has its own
 * connections, so that admins and devices cannot starve each other.
 * @param url PostgreSQL connection URL
 */
export function deviceBatcher(url: string, warn: (message: string) => void): DeviceBatcher {
  const pool = openHotPool('device', url, warn);
  const bounds = { concernsAll: isDatabaseOutage, maxItems: MAX_BATCH_ITEMS, maxWaiting: MAX_WAITING };
  const write = batched({ ...bounds, work: (rows: readonly HeartbeatRecord[]) => writeInOrder(pool, rows) });
  // A batch of its own: other heartbeats must not wait for the search in the history.
  const store = batched({
    ...bounds,
    work: async (rows: readonly HeartbeatRecord[]) => {
      await writeOutOfOrder(pool, rows);
      return rows;
    },
  });
  return {
    findProvable: batched({ ...bounds, work: (serials: readonly string[]) => findProvableDevices(pool, serials) }),
    async writeHeartbeat(heartbeat) {
      const outcome = await write(heartbeat);
      if (outcome && !outcome.stored) await store(heartbeat);
      return outcome;
    },
    promoteSecret: (deviceId, version, now) => promoteSecret(pool, deviceId, version, now),
    close: () => pool.end(),
  };
}
