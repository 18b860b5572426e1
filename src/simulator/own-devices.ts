import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compactDecrypt } from 'jose';
import type { CredentialsLine } from './credentials.ts';
import type { Fetch } from './network.ts';

/** Longer than any rate limit window of the service: a longer wait has another cause. */
const MAX_WAIT_S = 61;

export interface OwnDevices {
  readonly url: string;
  readonly fetch: Fetch;
  readonly email: string;
  readonly password: string;
  readonly batchCode: string;
  readonly quantity: number;
  readonly model: string;
  readonly hardwareRevision: string;
  /** Called before each wait: envelopes are limited to 3 per minute. */
  readonly onWait: (seconds: number, done: number) => void;
}

interface Envelope {
  readonly serial: string;
  readonly deviceSecret: string;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly claimCode: string | null;
  readonly releaseTrustJwks: CredentialsLine['releaseTrustJwks'];
}

/**
 * Creates devices like a factory does, through the public APIs: a batch, then an envelope for each device, encrypted for a
 * temporary key.
 * @throws Error with the code and message of the service
 */
export async function makeOwnDevices(options: OwnDevices): Promise<CredentialsLine[]> {
  const { email, password, batchCode, quantity, model, hardwareRevision } = options;
  const call = caller(options);
  await call('/v1/admin/auth/login', { email, password });
  const batch = await call<{ id: string }>('/v1/admin/inventory/batches', {
    code: batchCode,
    model,
    hardwareRevision,
    quantity,
    source: 'simulator',
  });
  const { devices } = await call<{ devices: { id: string; serial: string }[] }>(
    `/v1/admin/inventory/batches/${batch.id}/provision`,
    {},
  );
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const provisionerPublicKey = publicKey.export({ type: 'spki', format: 'pem' });
  const credentials: CredentialsLine[] = [];
  for (const { id, serial } of devices) {
    const { envelope } = await call<{ envelope: string }>(
      `/v1/admin/devices/${id}/provisioning-envelope`,
      { serialNumber: serial, expectedHardwareRevision: hardwareRevision, provisionerPublicKey },
      (seconds) => options.onWait(seconds, credentials.length),
    );
    credentials.push(await openEnvelope(envelope, privateKey));
  }
  await call('/v1/admin/auth/logout', {});
  return credentials;
}

async function openEnvelope(envelope: string, privateKey: KeyObject): Promise<CredentialsLine> {
  const { plaintext } = await compactDecrypt(envelope, privateKey);
  const content: Envelope = JSON.parse(new TextDecoder().decode(plaintext));
  const { serial, deviceSecret, model, hardwareRevision, claimCode, releaseTrustJwks } = content;
  return { serial, secret: deviceSecret, model, hardwareRevision, claimCode, releaseTrustJwks };
}

/** POSTs JSON with the session cookie; waits at a rate limit. */
function caller({ url, fetch }: OwnDevices) {
  let cookie = '';
  return async function call<T>(path: string, body: object, onWait?: (seconds: number) => void): Promise<T> {
    for (;;) {
      const reply = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
      });
      cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      const answer = JSON.parse(await reply.text());
      if (reply.ok) return answer;
      const wait = Number(reply.headers.get('retry-after'));
      if (reply.status !== 429 || !(wait <= MAX_WAIT_S)) {
        throw new Error(`${path}: ${reply.status} ${answer.error?.code} ${answer.error?.message}`);
      }
      onWait?.(wait);
      await sleep(wait * 1000);
    }
  };
}
