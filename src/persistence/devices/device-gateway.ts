import { classifyFault } from '../faults.ts';
import { openPool } from '../pool.ts';
import { inGroups } from './group.ts';
import { type HeartbeatOutcomeRow, type HeartbeatRow, writeHeartbeats } from './heartbeat-store.ts';
import { findProvableDevices, type ProvableDeviceRow } from './provable-devices.ts';
import { promoteSecret } from './secret-promotion.ts';

export interface DeviceGateway {
  findProvable(serial: string): Promise<ProvableDeviceRow | undefined>;
  writeHeartbeat(heartbeat: HeartbeatRow): Promise<HeartbeatOutcomeRow | undefined>;
  promoteSecret(deviceId: string, version: number, now: Date): Promise<string | undefined>;
  /** Closes its connections; what waits is refused. */
  close(): Promise<void>;
}

/** One connection looks up, one writes, one is left for what is rare. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 2_000;
/** Devices retry: a server that hangs is told to them soon. */
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 2_000;
/**
 * Both statements touch few rows of large tables, by key. Their plans are made once for a connection, perhaps while the
 * tables are still empty, when a sequential scan looks cheap; they would keep it as the tables grow.
 */
export const BY_INDEX =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';
const MAX_GROUP = 512;
const MAX_WAITING = 10_000;

/**
 * The hot path of devices: look-ups and heartbeats that arrive together share statements and commits. It has connections
 * of its own, so that no load of the admins' can starve the devices, nor theirs the admins.
 * @param url PostgreSQL connection URL
 */
export function deviceGateway(url: string, warn: (message: string) => void): DeviceGateway {
  const pool = openPool({
    name: 'device',
    url,
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    session: BY_INDEX,
    warn,
  });
  const bounds = { concernsAll: isOfTheDatabase, maxGroup: MAX_GROUP, maxWaiting: MAX_WAITING };
  return {
    findProvable: inGroups({ ...bounds, work: (serials: readonly string[]) => findProvableDevices(pool, serials) }),
    writeHeartbeat: inGroups({ ...bounds, work: (rows: readonly HeartbeatRow[]) => writeHeartbeats(pool, rows) }),
    promoteSecret: (deviceId, version, now) => promoteSecret(pool, deviceId, version, now),
    close: () => pool.end(),
  };
}

function isOfTheDatabase(error: unknown): boolean {
  const fault = classifyFault(error);
  return fault === 'unavailable' || fault === 'overloaded';
}
