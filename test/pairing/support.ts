import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RunningApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';
import type { MadeDevice } from '../support/factories/device.ts';

export const PAIR = '/v1/devices/pair';

export interface Phone {
  readonly installationId: string;
  readonly publicKey: string;
}

/** An app with a key and an id that no other one has. */
export function newPhone(): Phone {
  const { publicKey } = generateKeyPairSync('ed25519');
  return {
    installationId: randomBytes(16).toString('hex'),
    publicKey: JSON.stringify(publicKey.export({ format: 'jwk' })),
  };
}

/** A P-256 key is slow enough to make that tests of something else share one. */
export const hexHmac = (secret: Buffer, payload: string) => createHmac('sha256', secret).update(payload).digest('hex');

export const challengeOf = (app: Client, serial: string, installationId: string): Promise<Reply> =>
  app.rest('POST', `${PAIR}/challenge`, { serial, installationId });

type Device = Pick<MadeDevice, 'serial' | 'secret' | 'claimCode'>;

/** The body of a claim that is right in everything, with a fresh challenge. */
export async function claimBody(app: Client, device: Device, phone: Phone, more: Json = {}): Promise<Json> {
  const { body } = await challengeOf(app, device.serial, phone.installationId);
  return {
    serial: device.serial,
    ...phone,
    challengeId: body.challengeId,
    nonce: body.nonce,
    claimCode: device.claimCode,
    hardwareProof: hexHmac(device.secret, body.proofPayload),
    deviceName: 'Aziza’s phone',
    appVersion: '2.1.0',
    ...more,
  };
}

export const claim = (app: Client, body: Json): Promise<Reply> => app.rest('POST', `${PAIR}/claim`, body);

/** Challenge and claim. */
export const pair = async (app: Client, device: Device, phone = newPhone(), more: Json = {}): Promise<Reply> =>
  claim(app, await claimBody(app, device, phone, more));

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
export const me = (app: Client, credential: string): Promise<Reply> =>
  app.rest('GET', '/v1/devices/me', undefined, bearer(credential));
export const refresh = (app: Client, credential: string): Promise<Reply> =>
  app.rest('POST', `${PAIR}/refresh`, { credential });
export const revoke = (app: Client, credential: string, installationId: string): Promise<Reply> =>
  app.rest('POST', `${PAIR}/revoke`, { installationId }, bearer(credential));

/** The claims of a credential, unchecked. */
export const claimsOf = (credential: string): Json =>
  JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString('utf8'));

export const codeOf = (reply: Reply): string | undefined => reply.body?.error?.code;
export const livePairings = async (app: RunningApp, deviceId: string): Promise<Json[]> =>
  app.sql('select * from pairing where device_id = $1 and revoked_at is null order by created_at, id', [deviceId]);
