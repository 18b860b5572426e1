import { isOfTheDatabase } from '../faults.ts';
import { inGroups } from './group.ts';
import { type HeartbeatOutcomeRow, type HeartbeatRow, writeHeartbeats } from './heartbeat-store.ts';
import { openHotPool } from './hot-pool.ts';
import { findProvableDevices, type ProvableDeviceRow } from './provable-devices.ts';
import { promoteSecret } from './secret-promotion.ts';

export interface DeviceGateway {
  findProvable(serial: string): Promise<ProvableDeviceRow | undefined>;
  writeHeartbeat(heartbeat: HeartbeatRow): Promise<HeartbeatOutcomeRow | undefined>;
  promoteSecret(deviceId: string, version: number, now: Date): Promise<string | undefined>;
  /** Closes the connections; waiting calls fail. */
  close(): Promise<void>;
}

const MAX_GROUP = 512;
const MAX_WAITING = 10_000;

/**
 * The hot path of devices: look-ups and heartbeats that arrive together share statements and commits. It has its own
 * connections, so that admins and devices cannot starve each other.
 * @param url PostgreSQL connection URL
 */
export function deviceGateway(url: string, warn: (message: string) => void): DeviceGateway {
  const pool = openHotPool('device', url, warn);
  const bounds = { concernsAll: isOfTheDatabase, maxGroup: MAX_GROUP, maxWaiting: MAX_WAITING };
  return {
    findProvable: inGroups({ ...bounds, work: (serials: readonly string[]) => findProvableDevices(pool, serials) }),
    writeHeartbeat: inGroups({ ...bounds, work: (rows: readonly HeartbeatRow[]) => writeHeartbeats(pool, rows) }),
    promoteSecret: (deviceId, version, now) => promoteSecret(pool, deviceId, version, now),
    close: () => pool.end(),
  };
}
