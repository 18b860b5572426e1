import { createHmac } from 'node:crypto';
import type { RunningApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';

interface Speaker {
  readonly serial: string;
  readonly secret: Buffer;
  readonly hardwareRevision: string;
}

export interface Asking {
  /** Signed, Unix milliseconds; the app's time when absent. */
  readonly timestamp?: number;
  /** Changes the query; undefined removes a parameter. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A question for firmware as its device signs it: HMAC-SHA256(secret, timestamp.serial.currentFirmware), hexadecimal. */
export function signedQuestion(now: Date, device: Speaker, { timestamp, query = {} }: Asking = {}) {
  const asked: Record<string, string | undefined> = {
    serial: device.serial,
    hardwareRevision: device.hardwareRevision,
    currentFirmware: '1.0.0',
    appVersion: '2.0.0',
    ...query,
  };
  const stamp = String(timestamp ?? now.getTime());
  const proof = createHmac('sha256', device.secret)
    .update(`${stamp}.${asked.serial}.${asked.currentFirmware}`)
    .digest('hex');
  return { path: pathOf(asked), headers: { 'x-karvon-timestamp': stamp, 'x-karvon-proof': proof } };
}

/** The path of a look-up, for a proof that was made for another one. */
export function pathOf(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `/v1/firmware/latest?${new URLSearchParams(given as [string, string][])}`;
}

/** Asks for firmware as a device. */
export function ask(app: Client & Pick<RunningApp, 'clock'>, device: Speaker, asking: Asking = {}): Promise<Reply> {
  const { path, headers } = signedQuestion(app.clock.now(), device, asking);
  return app.rest('GET', path, undefined, headers);
}

/** What a device is told: the id of the release, or the reason. */
export async function toldTo(app: RunningApp, device: Speaker, asking: Asking = {}): Promise<string> {
  const { status, body, text } = await ask(app, device, asking);
  if (status !== 200) throw new Error(`the look-up was refused: ${status} ${text}`);
  return body.updateAvailable ? body.releaseId : body.reason;
}

/** The installations of a device, oldest first. */
export function installationsOf(app: Pick<RunningApp, 'sql'>, deviceId: string): Promise<Json[]> {
  return app.sql('select * from installation where device_id = $1 order by created_at, id', [deviceId]);
}

/** What was stored of the last look-up of a device. */
export async function decisionOf(app: Pick<RunningApp, 'sql'>, deviceId: string): Promise<Json> {
  return (await app.sql('select * from offer_decision where device_id = $1', [deviceId]))[0];
}
