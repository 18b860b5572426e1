import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { addClaimCode, addSecret, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import {
  challengeOf,
  claim,
  claimBody,
  claimsOf,
  codeOf,
  hexHmac,
  livePairings,
  me,
  newPhone,
  pair,
  refresh,
} from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const codeRow = async (id: string): Promise<Json> =>
  (await app.sql('select * from claim_code where device_id = $1 order by created_at desc', [id]))[0];
const customerBy = async (email: string) => (await app.sql('select * from customer where email = $1', [email]))[0];
const maximum = (n: number) => app.sql('update system_settings set maximum_macs_per_device = $1', [n]);
afterEach(() => maximum(3));

let sequence = 0;
const newEmail = () => `app.${sequence++}@example.com`;

describe('claimDevice: a claim', () => {
  it('a claim sets the owner, uses the code and issues a credential', async () => {
    const device = await makeDevice(app);
    app.clock.advance(1_000);
    const phone = newPhone();
    const customerEmail = newEmail();
    const reply = await pair(app, device, phone, { customerEmail, customerName: 'Aziza Karimova' });
    const owner = await customerBy(customerEmail);
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body).sort()).toEqual(['credential', 'device', 'expiresAt', 'offlineCapable']);
    expect(reply.body.device).toMatchObject({
      id: device.id,
      serial: device.serial,
      status: 'CLAIMED',
      pairingEpoch: 0,
    });
    expect(owner).toMatchObject({ full_name: 'Aziza Karimova', source: 'pairing' });
    expect(await deviceRow(device.id)).toMatchObject({
      status: 'CLAIMED',
      owner_id: owner.id,
      claimed_at: app.clock.now(),
      activated_at: null,
      revision: 2,
    });
    expect(await codeRow(device.id)).toMatchObject({ status: 'CLAIMED', claimed_at: app.clock.now() });
    const [pairing, ...others] = await livePairings(app, device.id);
    expect(others).toEqual([]);
    expect(pairing).toMatchObject({
      customer_id: owner.id,
      app_installation_id: phone.installationId,
      public_key: expect.stringContaining('"kty":"OKP"'),
      device_name: 'Aziza’s phone',
      app_version: '2.1.0',
      epoch: 0,
      created_at: app.clock.now(),
    });
    const [event] = await app.sql('select * from device_event where device_id = $1', [device.id]);
    expect(event).toMatchObject({
      cause: 'claimDevice',
      from_status: 'READY',
      to_status: 'CLAIMED',
      to_owner_id: owner.id,
      reason: 'claimed without a sale',
      actor_id: pairing.id,
    });
    const [entry, ...more] = await app.sql('select * from audit_entry where request_id = $1', [
      reply.headers['x-request-id'],
    ]);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'claimDevice',
      actor_type: 'INSTALLATION',
      actor_id: pairing.id,
      actor_label: phone.installationId,
      target_kind: 'Pairing',
      target_id: pairing.id,
      changes: { status: { from: 'READY', to: 'CLAIMED' }, ownerId: { from: null, to: owner.id } },
      detail: { deviceId: device.id, serial: device.serial, kind: 'first', saleId: null, customerCreated: true },
    });
    expect((await me(app, reply.body.credential)).status).toBe(200);
  });

  it('a claim issues a credential with the documented claims', async () => {
    const device = await makeDevice(app, { pairingEpoch: 4 });
    const phone = newPhone();
    const { body } = await pair(app, device, phone);
    const [pairing] = await livePairings(app, device.id);
    const issued = Math.floor(app.clock.now().getTime() / 1000);
    expect(JSON.parse(Buffer.from(body.credential.split('.')[0], 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      typ: 'pairing+jwt',
      kid: app.runtime.keys.pairingIssuers[0]?.kid,
    });
    expect(claimsOf(body.credential)).toEqual({
      iss: 'http://karvon.test',
      aud: device.serial,
      sub: phone.installationId,
      dev: device.id,
      cid: pairing.customer_id,
      epoch: 4,
      cnf: { jkt: pairing.key_thumbprint },
      scope: expect.any(String),
      iat: issued,
      nbf: issued - 300,
      exp: issued + 365 * 86_400,
      jti: `${pairing.id}.${pairing.credential_id}`,
    });
    expect(new Date(body.expiresAt).getTime()).toBe((issued + 365 * 86_400) * 1000);
  });

  it('a claim fulfills the sale of the device, whose buyer becomes the owner if the claim names no customer', async () => {
    const sale = await makeSale(app, { paymentStatus: 'PAID' });
    const device = await soldDevice(sale.deviceId);
    const reply = await pair(app, device);
    expect(reply.status).toBe(201);
    expect(await deviceRow(device.id)).toMatchObject({ status: 'CLAIMED', owner_id: sale.customerId });
    expect((await app.sql('select * from sale where id = $1', [sale.id]))[0]).toMatchObject({
      status: 'FULFILLED',
      claimed_at: app.clock.now(),
    });
    const [event] = await app.sql('select * from device_event where device_id = $1', [device.id]);
    expect(event).toMatchObject({ cause: 'claimDevice', reason: null, from_owner_id: sale.customerId });
  });

  it('a claim finds a customer by e-mail address, ignoring case', async () => {
    const { id, email } = await makeCustomerRow(app);
    const device = await makeDevice(app);
    expect(
      (await pair(app, device, newPhone(), { customerEmail: email.toUpperCase(), customerName: 'X' })).status,
    ).toBe(201);
    expect((await deviceRow(device.id)).owner_id).toBe(id);
  });

  it('a claim creates a customer without an address if the claim names none', async () => {
    // A single character is no name.
    for (const more of [{}, { customerName: 'x' }]) {
      const device = await makeDevice(app);
      expect((await pair(app, device, newPhone(), more)).status).toBe(201);
      const { owner_id } = await deviceRow(device.id);
      const [owner] = await app.sql('select * from customer where id = $1', [owner_id]);
      expect(owner).toMatchObject({ full_name: `Owner of ${device.serial}`, email: null });
    }
  });

  it('a claim accepts any name, of which it keeps 120 characters, and rejects an address that is too long', async () => {
    const device = await makeDevice(app);
    const long = randomBytes(2_000).toString('hex');
    const refused = await pair(app, device, newPhone(), { customerEmail: `${long}@example.com` });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'VALIDATION_FAILED']);
    const customerName = `${'x'.repeat(119)}😀${long}`;
    const reply = await pair(app, device, newPhone(), { customerEmail: newEmail(), customerName });
    expect(reply.status).toBe(201);
    const { owner_id } = await deviceRow(device.id);
    const [owner] = await app.sql('select full_name from customer where id = $1', [owner_id]);
    expect(owner).toEqual({ full_name: `${'x'.repeat(119)}😀` });
  });

  it('a claim accepts a code as a person types it, and a proof in upper case', async () => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    const typed = device.claimCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const reply = await claim(app, { ...body, claimCode: typed, hardwareProof: body.hardwareProof.toUpperCase() });
    expect(reply.status).toBe(201);
  });

  it('a claim accepts the text of the label’s QR code for both the serial and the code', async () => {
    const device = await makeDevice(app);
    const text = `https://karvon.uz/pair#serial=${device.serial}&code=${device.claimCode}`;
    const phone = newPhone();
    const body = await claimBody(app, { ...device, serial: text }, phone, { claimCode: text });
    const reply = await claim(app, body);
    expect([reply.status, reply.body.device?.serial]).toEqual([201, device.serial]);
  });

  it('a claim is offline capable if the device got its secret and the issuer keys in an envelope', async () => {
    const envelopeFor = (deviceId: string, secretVersion: number) =>
      app.sql(
        `insert into provisioning_envelope (id, device_id, secret_version, recipient_fingerprint, issued_by, issued_at)
         values ($1, $2, $4, 'f', $1, $3)`,
        [uuidv7(), deviceId, app.clock.now(), secretVersion],
      );
    const device = await makeDevice(app);
    await envelopeFor(device.id, 1);
    expect((await pair(app, device)).body.offlineCapable).toBe(true);
    const onItsWay = await makeDevice(app);
    await addSecret(app, onItsWay, { version: 2, state: 'PENDING' });
    await envelopeFor(onItsWay.id, 2);
    expect((await pair(app, onItsWay)).body.offlineCapable).toBe(false);
    expect((await pair(app, await makeDevice(app))).body.offlineCapable).toBe(false);
  });

  it('a claim with a PENDING secret activates the secret', async () => {
    const device = await makeDevice(app, { status: 'INVENTORY' });
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    const claimCode = await addClaimCode(app, device);
    app.clock.advance(1_000);
    expect((await pair(app, { ...device, secret, claimCode })).status).toBe(201);
    const secrets = await app.sql(
      'select version, state, activated_at from device_secret where device_id = $1 order by version',
      [device.id],
    );
    expect(secrets).toMatchObject([
      { version: 1, state: 'RETIRED' },
      { version: 2, state: 'ACTIVE', activated_at: app.clock.now() },
    ]);
    const [pairing] = await livePairings(app, device.id);
    const events = await app.sql(
      'select cause, to_status, actor_id from device_event where device_id = $1 order by id',
      [device.id],
    );
    expect(events).toEqual([
      { cause: 'secretProved', to_status: 'READY', actor_id: pairing?.id },
      { cause: 'claimDevice', to_status: 'CLAIMED', actor_id: pairing?.id },
    ]);
  });
});

describe('claimDevice: a hardware proof', () => {
  const other = { serial: 'KRV-0000000000000000', installationId: 'another-installation', nonce: 'A'.repeat(43) };
  it.each([
    ['another serial', async () => ({ serial: (await makeDevice(app)).serial }), 'CHALLENGE_INVALID'],
    ['a serial that nobody has', async () => ({ serial: other.serial }), 'CHALLENGE_INVALID'],
    ['another installation', async () => ({ installationId: other.installationId }), 'CHALLENGE_INVALID'],
    ['another nonce', async () => ({ nonce: other.nonce }), 'CHALLENGE_INVALID'],
    ['another challenge', async () => ({ challengeId: uuidv7() }), 'CHALLENGE_INVALID'],
    ['a challenge of another form', async () => ({ challengeId: 'x'.repeat(36) }), 'CHALLENGE_INVALID'],
    ['another proof', async () => ({ hardwareProof: randomBytes(32).toString('hex') }), 'HARDWARE_PROOF_INVALID'],
    ['a proof that is no hexadecimal', async () => ({ hardwareProof: 'z'.repeat(64) }), 'HARDWARE_PROOF_INVALID'],
    ['a proof that is too long', async () => ({ hardwareProof: '0'.repeat(66) }), 'HARDWARE_PROOF_INVALID'],
  ])('a hardware proof is rejected with %s', async (_what, change, code) => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    const reply = await claim(app, { ...body, ...(await change()) });
    expect([reply.status, codeOf(reply)]).toEqual([401, code]);
    expect((await deviceRow(device.id)).status).toBe('READY');
    expect(await livePairings(app, device.id)).toEqual([]);
    // What it was tried with is still good.
    expect((await claim(app, body)).status).toBe(201);
  });

  it('a hardware proof is rejected for the challenge of another app, an expired challenge, or another device’s secret', async () => {
    const device = await makeDevice(app);
    const [one, two] = [newPhone(), newPhone()];
    const first = await claimBody(app, device, one);
    const second = await claimBody(app, device, two);
    expect(codeOf(await claim(app, { ...second, hardwareProof: first.hardwareProof }))).toBe('HARDWARE_PROOF_INVALID');
    const stranger = await makeDevice(app);
    const { body } = await challengeOf(app, device.serial, one.installationId);
    const forged = { ...first, ...body, hardwareProof: hexHmac(stranger.secret, body.proofPayload) };
    const { proofPayload: _payload, expiresAt: _expiresAt, ...fields } = forged;
    expect(codeOf(await claim(app, fields))).toBe('HARDWARE_PROOF_INVALID');
    // The first one was replaced by the third.
    expect(codeOf(await claim(app, first))).toBe('CHALLENGE_INVALID');
  });

  it('a hardware proof is accepted until the last millisecond of five minutes', async () => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    const [late, later] = [await makeDevice(app), newPhone()];
    const lateBody = await claimBody(app, late, later);
    app.clock.advance(300_000);
    expect((await claim(app, body)).status).toBe(201);
    app.clock.advance(1);
    expect(codeOf(await claim(app, lateBody))).toBe('CHALLENGE_INVALID');
  });

  it('a hardware proof works once: repeating the claim fails because the code is used', async () => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    expect((await claim(app, body)).status).toBe(201);
    const again = await claim(app, body);
    expect([again.status, codeOf(again)]).toEqual([409, 'CLAIM_CODE_UNAVAILABLE']);
    const wrong = await claim(app, { ...body, hardwareProof: '0'.repeat(64) });
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'CHALLENGE_INVALID']);
    expect(await livePairings(app, device.id)).toHaveLength(1);
  });

  it('a hardware proof ends the challenge after five failures', async () => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    const wrong = { ...body, hardwareProof: '0'.repeat(64) };
    for (let tries = 0; tries < 5; tries += 1) expect(codeOf(await claim(app, wrong))).toBe('HARDWARE_PROOF_INVALID');
    expect(codeOf(await claim(app, wrong))).toBe('CHALLENGE_INVALID');
    expect(codeOf(await claim(app, body))).toBe('CHALLENGE_INVALID');
    // What comes after its end is no try any more.
    expect(await app.sql('select attempts from pairing_challenge where id = $1', [body.challengeId])).toEqual([
      { attempts: 5 },
    ]);
    expect((await deviceRow(device.id)).status).toBe('READY');
  });

  it('a hardware proof is followed by a new one after five failures, which has all of its tries', async () => {
    const device = await makeDevice(app);
    const phone = newPhone();
    const used = { ...(await claimBody(app, device, phone)), hardwareProof: '0'.repeat(64) };
    for (let tries = 0; tries < 5; tries += 1) await claim(app, used);
    const body = await claimBody(app, device, phone);
    const wrong = { ...body, hardwareProof: '0'.repeat(64) };
    for (let tries = 0; tries < 4; tries += 1) expect(codeOf(await claim(app, wrong))).toBe('HARDWARE_PROOF_INVALID');
    expect((await claim(app, body)).status).toBe(201);
  });

  it('a hardware proof counts as a failure with a wrong code, so that codes cannot be guessed with the device at hand', async () => {
    const device = await makeDevice(app);
    const body = await claimBody(app, device, newPhone());
    const wrong = { ...body, claimCode: (await makeDevice(app)).claimCode };
    for (let tries = 0; tries < 5; tries += 1) expect(codeOf(await claim(app, wrong))).toBe('CLAIM_CODE_UNAVAILABLE');
    expect(codeOf(await claim(app, body))).toBe('CHALLENGE_INVALID');
  });
});

describe('claimDevice: a claim code in a claim', () => {
  it.each([
    ['another device’s', async () => (await makeDevice(app)).claimCode],
    ['of no device', async () => 'ZZZZZZ-ZZZZZZ-ZZZZZZ-ZZZZZZ'],
    ['no code at all', async () => 'this is not a code'],
  ])('a claim with a code that is %s is rejected', async (_what, claimCode) => {
    const device = await makeDevice(app);
    const reply = await pair(app, device, newPhone(), { claimCode: await claimCode() });
    expect([reply.status, codeOf(reply)]).toEqual([409, 'CLAIM_CODE_UNAVAILABLE']);
    expect((await deviceRow(device.id)).status).toBe('READY');
    expect(await codeRow(device.id)).toMatchObject({ status: 'AVAILABLE' });
  });

  it('a claim with a code that was replaced is rejected', async () => {
    const device = await makeDevice(app, { codeStatus: 'VOID' });
    expect(codeOf(await pair(app, device))).toBe('CLAIM_CODE_UNAVAILABLE');
  });

  it('a claim code in a claim works until, and not at, its expiry', async () => {
    const codeExpiresAt = new Date(app.clock.now().getTime() + 60_000);
    const [early, late] = [await makeDevice(app, { codeExpiresAt }), await makeDevice(app, { codeExpiresAt })];
    app.clock.advance(59_999);
    expect((await pair(app, early)).status).toBe(201);
    app.clock.advance(1);
    expect(codeOf(await pair(app, late))).toBe('CLAIM_CODE_UNAVAILABLE');
  });
});

describe('claimDevice: a device in a claim', () => {
  it.each(['RETURNED', 'SUSPENDED', 'REPAIR', 'RETIRED'] as const)(
    'a device in a claim that is %s is claimed by nobody',
    async (status) => {
      const device = await makeDevice(app, { status, codeStatus: 'AVAILABLE' });
      const reply = await pair(app, device);
      expect([reply.status, codeOf(reply)]).toEqual([403, 'DEVICE_NOT_ALLOWED']);
      expect((await deviceRow(device.id)).status).toBe(status);
    },
  );

  it('a claim of a device that is revoked fails like an unknown serial', async () => {
    const device = await makeDevice(app, { status: 'REVOKED', secretState: 'RETIRED', codeStatus: 'AVAILABLE' });
    expect(codeOf(await pair(app, device))).toBe('HARDWARE_PROOF_INVALID');
  });

  it('a device in INVENTORY cannot prove a claim with its old secret', async () => {
    const device = await makeDevice(app, { status: 'INVENTORY', codeStatus: 'AVAILABLE' });
    expect(codeOf(await pair(app, device))).toBe('HARDWARE_PROOF_INVALID');
  });
});

describe('claimDevice: further apps of a device', () => {
  const owned = async () => {
    const customerEmail = newEmail();
    const device = await makeDevice(app);
    const phone = newPhone();
    const first = await pair(app, device, phone, { customerEmail });
    expect(first.status).toBe(201);
    return { device, phone, customerEmail, credential: first.body.credential };
  };

  it('further apps of a device are paired with the same code if they send the owner’s address', async () => {
    const { device, customerEmail, credential } = await owned();
    const { revision } = await deviceRow(device.id);
    const reply = await pair(app, device, newPhone(), { customerEmail });
    expect(reply.status).toBe(201);
    expect(await livePairings(app, device.id)).toHaveLength(2);
    expect(await deviceRow(device.id)).toMatchObject({ status: 'CLAIMED', revision });
    expect((await me(app, credential)).status).toBe(200);
  });

  it('further apps of a device are rejected if they send another address or none', async () => {
    const { device } = await owned();
    const { email } = await makeCustomerRow(app);
    for (const customerEmail of [email, newEmail()]) {
      const reply = await pair(app, device, newPhone(), { customerEmail });
      expect([reply.status, codeOf(reply)]).toEqual([409, 'DEVICE_ALREADY_CLAIMED']);
      if (customerEmail !== email) expect(await customerBy(customerEmail)).toBeUndefined();
    }
    const reply = await pair(app, device);
    expect([reply.status, codeOf(reply)]).toEqual([409, 'CLAIM_CODE_UNAVAILABLE']);
    expect(await livePairings(app, device.id)).toHaveLength(1);
  });

  it('further apps of a device are rejected with a code that is void, expired or another device’s', async () => {
    const { device, phone, customerEmail } = await owned();
    const expired = { status: 'AVAILABLE', expiresAt: app.clock.now() } as const;
    for (const claimCode of [
      await addClaimCode(app, device, { status: 'VOID' }),
      await addClaimCode(app, device, expired),
      (await makeDevice(app)).claimCode,
    ]) {
      expect(codeOf(await pair(app, device, newPhone(), { customerEmail, claimCode }))).toBe('CLAIM_CODE_UNAVAILABLE');
      expect(codeOf(await pair(app, device, phone, { claimCode }))).toBe('CLAIM_CODE_UNAVAILABLE');
    }
  });

  it('further apps of a device are limited by the settings', async () => {
    const { device, customerEmail, credential } = await owned();
    await maximum(2);
    expect((await pair(app, device, newPhone(), { customerEmail })).status).toBe(201);
    const reply = await pair(app, device, newPhone(), { customerEmail });
    expect([reply.status, codeOf(reply)]).toEqual([409, 'INSTALLATION_LIMIT_REACHED']);
    await maximum(1);
    expect(await livePairings(app, device.id)).toHaveLength(2);
    expect((await me(app, credential)).status).toBe(200);
  });

  it('further apps of a device stop counting when their credential can no longer be refreshed', async () => {
    const { device, customerEmail } = await owned();
    await maximum(1);
    app.clock.advance((365 + 7) * 86_400_000 - 1000);
    expect(codeOf(await pair(app, device, newPhone(), { customerEmail }))).toBe('INSTALLATION_LIMIT_REACHED');
    app.clock.advance(1001);
    expect((await pair(app, device, newPhone(), { customerEmail })).status).toBe(201);
  });

  it('further apps of a device are replaced when the same app claims again; with its own key it needs no address', async () => {
    const { device, phone, credential } = await owned();
    await maximum(1);
    const again = await pair(app, device, phone);
    expect(again.status).toBe(201);
    expect(await livePairings(app, device.id)).toHaveLength(1);
    expect((await me(app, credential)).status).toBe(401);
    expect((await me(app, again.body.credential)).status).toBe(200);
    const [first, second] = await app.sql(
      'select id from pairing where device_id = $1 order by revoked_at nulls last',
      [device.id],
    );
    const [entry] = await app.sql('select detail from audit_entry where target_id = $1', [second.id]);
    expect(entry.detail.replaced).toBe(first.id);
    // The credential of a pairing that was replaced is old, and no sign of theft.
    expect((await refresh(app, credential)).status).toBe(401);
    expect((await me(app, again.body.credential)).status).toBe(200);
  });

  it('further apps of a device with a new key are paired only if they send the owner’s address', async () => {
    const { device, phone, customerEmail, credential } = await owned();
    const other = { ...newPhone(), installationId: phone.installationId };
    expect(codeOf(await pair(app, device, other))).toBe('CLAIM_CODE_UNAVAILABLE');
    expect((await pair(app, device, other, { customerEmail })).status).toBe(201);
    expect(await livePairings(app, device.id)).toHaveLength(1);
    expect((await me(app, credential)).status).toBe(401);
  });

  it('further apps of a device can be paired while the device is ACTIVE, and after a transfer only by the new owner', async () => {
    const { device, customerEmail } = await owned();
    await app.sql(`update device set status = 'ACTIVE' where id = $1`, [device.id]);
    expect((await pair(app, device, newPhone(), { customerEmail })).status).toBe(201);
    expect(await deviceRow(device.id)).toMatchObject({ status: 'ACTIVE' });
    const next = newEmail();
    const admin = await app.as('ADMIN');
    const moved = await admin.rest('POST', `/v1/admin/devices/${device.id}/transfer`, {
      customerEmail: next,
      reason: 'sold on',
    });
    expect(moved.status).toBe(201);
    expect(codeOf(await pair(app, device, newPhone(), { customerEmail }))).toBe('DEVICE_ALREADY_CLAIMED');
    const reply = await pair(app, device, newPhone(), { customerEmail: next });
    expect(reply.status).toBe(201);
    expect(claimsOf(reply.body.credential).epoch).toBe(1);
  });
});

async function soldDevice(id: string) {
  const [{ serial }] = await app.sql('select serial from device where id = $1', [id]);
  const device = { id, serial };
  await app.sql(`delete from device_secret where device_id = $1`, [id]);
  const secret = await addSecret(app, device, { version: 1, state: 'ACTIVE' });
  await app.sql(`delete from claim_code where device_id = $1`, [id]);
  return { ...device, secret, claimCode: await addClaimCode(app, device) };
}
