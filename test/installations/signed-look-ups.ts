import { createHmac } from 'node:crypto';
import type { RunningApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';

interface Signer {
  readonly serial: string;
  readonly secret: Buffer;
  readonly hardwareRevision: string;
}

export interface LookUp {
  /** Signed, Unix milliseconds; the app's time when absent. */
  readonly timestamp?: number;
  /** Changes the query; undefined removes a parameter. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** A look-up of firmware as its device signs it: HMAC-SHA256(secret, timestamp.serial.currentFirmware), hexadecimal. */
export function signedLookUp(now: Date, device: Signer, { timestamp, query = {} }: LookUp = {}) {
  const parameters: Record<string, string | undefined> = {
    serial: device.serial,
    hardwareRevision: device.hardwareRevision,
    currentFirmware: '1.0.0',
    appVersion: '2.0.0',
    ...query,
  };
  const stamp = String(timestamp ?? now.getTime());
  const proof = createHmac('sha256', device.secret)
    .update(`${stamp}.${parameters.serial}.${parameters.currentFirmware}`)
    .digest('hex');
  return { path: pathOf(parameters), headers: { 'x-karvon-timestamp': stamp, 'x-karvon-proof': proof } };
}

/** The path of a look-up, for a proof that was made for another one. */
export function pathOf(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `/v1/firmware/latest?${new URLSearchParams(given as [string, string][])}`;
}

/** Looks for firmware as a device. */
export function ask(app: Client & Pick<RunningApp, 'clock'>, device: Signer, lookUp: LookUp = {}): Promise<Reply> {
  const { path, headers } = signedLookUp(app.clock.now(), device, lookUp);
  return app.rest('GET', path, undefined, headers);
}

/** The answer for a device: the id of the release, or the reason. */
export async function answerFor(app: RunningApp, device: Signer, lookUp: LookUp = {}): Promise<string> {
  const { status, body, text } = await ask(app, device, lookUp);
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
