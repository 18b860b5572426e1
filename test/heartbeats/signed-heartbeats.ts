import { createHmac } from 'node:crypto';
import type { RunningApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';

export const HEARTBEAT = '/v1/devices/heartbeat';

interface Signer {
  readonly serial: string;
  readonly secret: Buffer;
}

interface HeartbeatChanges {
  /** Signed, Unix milliseconds; the app's time when absent. */
  readonly timestamp?: number | string;
  /** Changes the body; undefined removes a field. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Changes the proof after it was made. */
  readonly proof?: (proof: string) => string;
}

/** A heartbeat as its device signs it: HMAC-SHA256(secret, timestamp.serial.firmwareVersion.uptime), hexadecimal. */
export function signedHeartbeat(now: Date, { serial, secret }: Signer, changes: HeartbeatChanges = {}) {
  const body: Record<string, unknown> = {
    serial,
    firmwareVersion: '1.4.2',
    appVersion: '2.0.0',
    uptime: 3600,
    ...changes.body,
  };
  const timestamp = String(changes.timestamp ?? now.getTime());
  const payload = `${timestamp}.${body.serial}.${body.firmwareVersion}.${body.uptime}`;
  const proof = createHmac('sha256', secret).update(payload).digest('hex');
  return {
    body,
    headers: { 'x-karvon-timestamp': timestamp, 'x-karvon-proof': changes.proof?.(proof) ?? proof },
  };
}

/** Sends a heartbeat of a device. */
export function beat(
  app: Client & Pick<RunningApp, 'clock'>,
  device: Signer,
  changes: HeartbeatChanges = {},
): Promise<Reply> {
  const { body, headers } = signedHeartbeat(app.clock.now(), device, changes);
  return app.rest('POST', HEARTBEAT, body, headers);
}

/** The stored heartbeats of a device, oldest signed timestamp first. */
export function historyOf(app: RunningApp, deviceId: string): Promise<Json[]> {
  return app.sql('select * from heartbeat where device_id = $1 order by timestamp_ms', [deviceId]);
}

/** The presence of a device, or undefined. */
export async function presenceOf(app: RunningApp, deviceId: string): Promise<Json> {
  return (await app.sql('select * from device_presence where device_id = $1', [deviceId]))[0];
}

/** The row of a device. */
export async function deviceOf(app: RunningApp, deviceId: string): Promise<Json> {
  return (await app.sql('select * from device where id = $1', [deviceId]))[0];
}
