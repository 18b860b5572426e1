import { createHmac, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { parseAppKey } from '../../src/domain/pairing/app-key.ts';
import { expiryOf, issueCredential, wholeSeconds } from '../../src/domain/pairing/credential.ts';
import { challengePayload, newNonce, subjectOf } from '../../src/domain/pairing/hardware-proof.ts';
import { Pairing } from '../../src/persistence/pairing/pairing.entity.ts';
import { PairingChallenge } from '../../src/persistence/pairing/pairing-challenge.entity.ts';
import { bearer, hexHmac, newPhone, type Phone } from '../pairing/support.ts';
import type { RunningApp } from '../support/app.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import type { Example, ExampleMaker } from './example.ts';

type Input = Readonly<Record<string, unknown>>;

/** What follows the timestamp in the proof of each operation, as the specification says. */
export const PAYLOADS: Readonly<Record<string, (input: Input) => string>> = {
  'devices.heartbeat': ({ serial, firmwareVersion, uptime }) => `${serial}.${firmwareVersion}.${uptime}`,
  'firmware.latest': ({ serial, currentFirmware }) => `${serial}.${currentFirmware}`,
  'firmware.currentInstallation': ({ serial, installationId = 'latest' }) =>
    `${serial}.installation-status.${installationId}`,
  'firmware.report': ({ serial, releaseId, installationId, status }) =>
    [serial, releaseId, ...(installationId === undefined ? [] : [installationId]), status].join('.'),
};

/** The headers of a proof. @param timestamp Unix milliseconds */
export function proofHeaders(id: string, secret: Buffer, input: Input, timestamp: number): Record<string, string> {
  const payload = `${timestamp}.${PAYLOADS[id]?.(input)}`;
  const proof = createHmac('sha256', secret).update(payload).digest('hex');
  return { 'x-karvon-timestamp': String(timestamp), 'x-karvon-proof': proof };
}

/** A valid call of a device, and the proof of any other. */
function signed(app: RunningApp, id: string, { secret }: MadeDevice, input: Input, as: 'body' | 'query'): Example {
  const sign = (other: Input, timestamp = app.clock.now().getTime(), operation = id) =>
    proofHeaders(operation, secret, other, timestamp);
  return { [as]: input, headers: sign(input), sign };
}

/** What devices ask and say. */
export const deviceExamples: Readonly<Record<string, ExampleMaker>> = {
  'devices.heartbeat': async (app) => {
    const device = await makeDevice(app);
    const input = { serial: device.serial, firmwareVersion: '1.2.3', appVersion: '2.0.0', uptime: 3600 };
    return signed(app, 'devices.heartbeat', device, input, 'body');
  },
  'firmware.latest': async (app) => {
    const device = await makeDevice(app);
    const { serial, hardwareRevision } = device;
    const input = { serial, hardwareRevision, currentFirmware: '1.0.0', appVersion: '2.0.0' };
    return signed(app, 'firmware.latest', device, input, 'query');
  },
  'firmware.currentInstallation': async (app) => {
    const device = await makeDevice(app);
    return signed(app, 'firmware.currentInstallation', device, { serial: device.serial }, 'query');
  },
  'firmware.report': async (app) => {
    const device = await makeDevice(app);
    const release = await makeRelease(app);
    const installation = await makeInstallation(app, device, release);
    const input = {
      serial: device.serial,
      releaseId: release.id,
      installationId: installation.id,
      status: 'DOWNLOADING',
    };
    return signed(app, 'firmware.report', device, input, 'body');
  },
};

/** A pairing of a claimed device, with the credential that its app holds. */
export async function makeApp(
  app: RunningApp,
  { expiresAt = expiryOf(app.clock.now(), 365) } = {},
): Promise<Phone & { readonly credential: string }> {
  const device = await makeDevice(app, { status: 'CLAIMED' });
  const phone = newPhone();
  const key = parseAppKey(phone.publicKey);
  const now = app.clock.now();
  const facts = {
    pairingId: uuidv7(),
    credentialId: uuidv7(),
    deviceId: device.id,
    serial: device.serial,
    appInstallationId: phone.installationId,
    customerId: device.ownerId,
    epoch: 0,
    keyThumbprint: key.thumbprint,
    issuer: null,
    issuedAt: wholeSeconds(now),
    expiresAt,
  };
  const { pairingId, keyThumbprint, issuedAt: _issued, serial: _serial, ...pairing } = facts;
  await insertRow(app.sql, Pairing, {
    ...pairing,
    id: pairingId,
    publicKey: key.jwk,
    keyThumbprint,
    deviceName: 'Phone',
    appVersion: '1.0.0',
    createdAt: now,
  });
  return { ...phone, credential: await issueCredential(app.runtime.keys, app.runtime.settings, facts) };
}

/** A right claim of a new device, with a challenge that is there without anybody having asked for it. */
async function aClaim(app: RunningApp): Promise<Input> {
  const { id, serial, secret, claimCode } = await makeDevice(app);
  const phone = newPhone();
  const now = app.clock.now();
  const challenge = {
    challengeId: uuidv7(),
    serial,
    appInstallationId: phone.installationId,
    nonce: newNonce(),
    expiresAt: new Date(now.getTime() + 300_000),
  };
  await insertRow(app.sql, PairingChallenge, {
    id: challenge.challengeId,
    deviceId: id,
    subject: subjectOf(serial),
    appInstallationId: phone.installationId,
    nonce: challenge.nonce,
    createdAt: now,
    expiresAt: challenge.expiresAt,
  });
  return {
    serial,
    ...phone,
    challengeId: challenge.challengeId,
    nonce: challenge.nonce,
    claimCode,
    hardwareProof: hexHmac(secret, challengePayload(challenge)),
    deviceName: 'Phone',
    appVersion: '2.1.0',
  };
}

/** What companion apps call. */
export const pairingExamples: Readonly<Record<string, ExampleMaker>> = {
  'pairing.challenge': async (app) => ({
    body: { serial: (await makeDevice(app)).serial, installationId: randomBytes(16).toString('hex') },
  }),
  'pairing.claim': async (app) => ({ body: await aClaim(app) }),
  'pairing.codeStatus': async (app) => ({ body: { claimCode: (await makeDevice(app)).claimCode } }),
  'pairing.refresh': async (app) => ({ body: { credential: (await makeApp(app)).credential } }),
  'pairing.revoke': async (app) => {
    const { installationId, credential } = await makeApp(app);
    return { body: { installationId }, headers: bearer(credential) };
  },
  'pairing.me': async (app) => ({ headers: bearer((await makeApp(app)).credential) }),
};
