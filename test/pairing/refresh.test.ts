import pg from 'pg';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';
import { bearer, claimsOf, codeOf, livePairings, me, newPhone, PAIR, pair, refresh, revoke } from './support.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

async function paired(more: Parameters<typeof makeDevice>[1] = {}) {
  const device = await makeDevice(app, more);
  const phone = newPhone();
  const customerEmail = `owner.${device.id}@example.com`;
  const reply = await pair(app, device, phone, { customerEmail });
  expect(reply.status).toBe(201);
  return { device, phone, customerEmail, credential: String(reply.body.credential) };
}

const pairingRow = async (deviceId: string): Promise<Json> =>
  (
    await app.sql('select * from pairing where device_id = $1 order by created_at desc, id desc limit 1', [deviceId])
  )[0];
const revokedList = async (deviceId: string): Promise<string[]> =>
  (await app.sql('select revoked_credentials from device where id = $1', [deviceId]))[0].revoked_credentials;

describe('getPairedDevice: reading the paired device', () => {
  it('reading the paired device returns the device and the pairing, without the owner', async () => {
    const { device, phone, credential, customerEmail } = await paired();
    const reply = await me(app, credential);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      device: {
        id: device.id,
        serial: device.serial,
        model: 'LAMP1',
        hardwareRevision: 'rev-b',
        status: 'CLAIMED',
        pairingEpoch: 0,
        online: false,
        lastSeenAt: null,
        firmwareVersion: null,
        firmwareBuildNumber: null,
        claimedAt: app.clock.now().toISOString(),
        activatedAt: null,
      },
      pairing: {
        installationId: phone.installationId,
        deviceName: 'Aziza’s phone',
        appVersion: '2.1.0',
        epoch: 0,
        createdAt: app.clock.now().toISOString(),
        expiresAt: expect.any(String),
      },
      offlineCapable: false,
    });
    expect(reply.text).not.toContain(customerEmail);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no token', { authorization: 'Bearer ' }],
    ['no JWS', { authorization: 'Bearer abc' }],
    ['a JWS of nobody', bearer('eyJhbGciOiJub25lIn0.e30.')],
  ])('reading the paired device fails with 401 for %s', async (_what, headers) => {
    const reply = await app.rest('GET', '/v1/devices/me', undefined, headers as Record<string, string>);
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PAIRING_AUTH_REQUIRED']);
    expect(reply.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('reading the paired device fails with 401 if any byte of the credential is changed', async () => {
    const { credential } = await paired();
    const parts = credential.split('.');
    for (const [part, text] of parts.entries()) {
      for (const at of [0, Math.floor(text.length / 2), text.length - 2]) {
        const letter = text[at] === 'A' ? 'B' : 'A';
        const altered = parts.with(part, text.slice(0, at) + letter + text.slice(at + 1)).join('.');
        expect((await me(app, altered)).status).toBe(401);
      }
    }
    expect((await me(app, credential)).status).toBe(200);
  });

  it('reading the paired device fails with 401 from the expiry of the credential on', async () => {
    const { credential } = await paired();
    const left = claimsOf(credential).exp * 1000 - app.clock.now().getTime();
    app.clock.advance(left - 1);
    expect((await me(app, credential)).status).toBe(200);
    app.clock.advance(1);
    expect((await me(app, credential)).status).toBe(401);
  });

  it('reading the paired device fails with 403 while the device may not be used, and succeeds afterwards', async () => {
    const { device, phone, credential } = await paired();
    const admin = await app.as('ADMIN');
    const move = (status: string) =>
      admin.rest('PATCH', `/v1/admin/devices/${device.id}/status`, { status, reason: 'looked into' });
    expect((await move('SUSPENDED')).status).toBe(200);
    for (const reply of [await me(app, credential), await refresh(app, credential)]) {
      expect([reply.status, codeOf(reply)]).toEqual([403, 'DEVICE_NOT_ALLOWED']);
    }
    expect((await move('CLAIMED')).status).toBe(200);
    expect((await me(app, credential)).status).toBe(200);
    await move('SUSPENDED');
    expect((await revoke(app, credential, phone.installationId)).status).toBe(201);
  });

  it('reading the paired device is rate limited per app', async () => {
    const limited = await startTestApp({ limits: 'real' });
    try {
      const reply = await pair(limited, await makeDevice(limited));
      const first = await me(limited, reply.body.credential);
      expect(first.headers.ratelimit).toMatch(/r=119/);
      expect(
        (await me(limited, (await pair(limited, await makeDevice(limited))).body.credential)).headers.ratelimit,
      ).toMatch(/r=119/);
    } finally {
      await limited.stop();
    }
  });
});

describe('refreshPairing: a refresh', () => {
  it('a refresh returns a new credential', async () => {
    const { device, credential } = await paired();
    await app.sql(
      `insert into provisioning_envelope (id, device_id, secret_version, recipient_fingerprint, issued_by, issued_at)
       values (gen_random_uuid(), $1, 1, 'f', $1, $2)`,
      [device.id, app.clock.now()],
    );
    app.clock.advance(10 * DAY);
    const reply = await refresh(app, credential);
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body).sort()).toEqual(['credential', 'device', 'expiresAt', 'offlineCapable']);
    expect(reply.body.offlineCapable).toBe(true);
    const [before, after] = [claimsOf(credential), claimsOf(reply.body.credential)];
    expect(after.jti).not.toBe(before.jti);
    expect(after.jti.split('.')[0]).toBe(before.jti.split('.')[0]);
    expect(after.exp).toBe(Math.floor(app.clock.now().getTime() / 1000) + 365 * 86_400);
    expect({ ...after, jti: 0, iat: 0, nbf: 0, exp: 0 }).toEqual({ ...before, jti: 0, iat: 0, nbf: 0, exp: 0 });
    const [entry] = await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']]);
    const pairing = await pairingRow(device.id);
    expect(entry).toMatchObject({
      action: 'refreshPairing',
      actor_type: 'INSTALLATION',
      actor_id: pairing.id,
      target_id: pairing.id,
    });
    expect(pairing).toMatchObject({ refreshed_at: app.clock.now(), expires_at: new Date(reply.body.expiresAt) });
    expect((await me(app, reply.body.credential)).status).toBe(200);
  });

  it('repeated after a lost response returns the same credential, for a minute', async () => {
    const { credential } = await paired();
    const first = await refresh(app, credential);
    app.clock.advance(60_000);
    const again = await refresh(app, credential);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await me(app, credential)).status).toBe(200);
    app.clock.advance(1);
    expect((await me(app, credential)).status).toBe(401);
    expect((await me(app, first.body.credential)).status).toBe(200);
  });

  it('a refresh with a credential whose successor was used ends the pairing, because the credential was copied', async () => {
    const { device, credential } = await paired();
    const next = (await refresh(app, credential)).body.credential;
    expect((await me(app, credential)).status).toBe(200);
    expect((await me(app, next)).status).toBe(200);
    expect((await me(app, credential)).status).toBe(401);
    const reuse = await refresh(app, credential);
    expect([reuse.status, codeOf(reuse)]).toEqual([401, 'PAIRING_AUTH_REQUIRED']);
    expect(await livePairings(app, device.id)).toEqual([]);
    const pairing = await pairingRow(device.id);
    expect(pairing.revoked_reason).toBe('credentialReuse');
    for (const reply of [await me(app, next), await refresh(app, next)]) expect(reply.status).toBe(401);
    const [entry] = await app.sql('select * from audit_entry where request_id = $1', [reuse.headers['x-request-id']]);
    expect(entry).toMatchObject({
      action: 'pairingCredentialReused',
      actor_type: 'INSTALLATION',
      target_id: pairing.id,
    });
    expect(await revokedList(device.id)).toEqual([claimsOf(next).jti]);
  });

  it('a refresh with a credential two refreshes old ends the pairing', async () => {
    const { credential } = await paired();
    const second = (await refresh(app, credential)).body.credential;
    const third = (await refresh(app, second)).body.credential;
    expect((await refresh(app, credential)).status).toBe(401);
    expect((await me(app, third)).status).toBe(401);
  });

  it('a refresh whose response was lost can be repeated at any later time, until the new credential is used', async () => {
    const { device, credential } = await paired();
    const lost = (await refresh(app, credential)).body.credential;
    app.clock.advance(2 * 60_000);
    const lostToo = await refresh(app, credential);
    app.clock.advance(90 * DAY);
    const reply = await refresh(app, credential);
    expect([lostToo.status, reply.status]).toEqual([201, 201]);
    const jtis = [credential, lost, lostToo.body.credential, reply.body.credential].map((each) => claimsOf(each).jti);
    expect(new Set(jtis).size).toBe(4);
    expect(new Set(jtis.map((jti) => jti.split('.')[0])).size).toBe(1);
    expect(await pairingRow(device.id)).toMatchObject({ refreshed_at: app.clock.now(), revoked_at: null });
    const [entry] = await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']]);
    expect(entry).toMatchObject({ action: 'refreshPairing', detail: { deviceId: device.id, replacesUnused: true } });
    // For a minute a repeated request returns the same one, and the old one works beside it.
    expect((await refresh(app, credential)).body).toEqual(reply.body);
    expect((await me(app, credential)).status).toBe(200);
    expect((await me(app, reply.body.credential)).status).toBe(200);
    expect((await refresh(app, credential)).status).toBe(401);
    expect(await livePairings(app, device.id)).toEqual([]);
  });

  it('a refresh makes a new credential that nobody used invalid, and its later refresh ends the pairing', async () => {
    const { device, credential } = await paired();
    const taken = (await refresh(app, credential)).body.credential;
    app.clock.advance(60_001);
    const next = (await refresh(app, credential)).body.credential;
    expect((await me(app, taken)).status).toBe(401);
    expect((await me(app, next)).status).toBe(200);
    const reuse = await refresh(app, taken);
    expect([reuse.status, codeOf(reuse)]).toEqual([401, 'PAIRING_AUTH_REQUIRED']);
    expect((await pairingRow(device.id)).revoked_reason).toBe('credentialReuse');
    expect((await me(app, next)).status).toBe(401);
  });

  it('a refresh with a credential that was replaced ends the pairing once the new one was used, also by a refresh of its own', async () => {
    const { device, credential } = await paired();
    const next = (await refresh(app, credential)).body.credential;
    app.clock.advance(60_001);
    await refresh(app, next);
    expect((await refresh(app, credential)).status).toBe(401);
    expect((await pairingRow(device.id)).revoked_reason).toBe('credentialReuse');
  });

  it('a refresh whose response was lost is not repeated in a later epoch, nor for another pairing of the app', async () => {
    const [moved, again] = [await paired(), await paired()];
    for (const { credential } of [moved, again]) await refresh(app, credential);
    app.clock.advance(60_001);
    await app.sql('update device set pairing_epoch = 1 where id = $1', [moved.device.id]);
    const claimed = await pair(app, again.device, again.phone, { customerEmail: again.customerEmail });
    expect(claimed.status).toBe(201);
    for (const { credential } of [moved, again]) expect((await refresh(app, credential)).status).toBe(401);
    expect((await me(app, claimed.body.credential)).status).toBe(200);
  });

  it('a refresh whose response was lost waits for the first use of the new credential: one of the two is refused', async () => {
    const { device, credential } = await paired();
    const taken = (await refresh(app, credential)).body.credential;
    app.clock.advance(60_001);
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from pairing where device_id = $1 for update', [device.id]);
      // It has read the pairing, and waits to note its use; the other exchange, which comes first, is here.
      const use = me(app, taken);
      await until(async () => (await waiters(app.sql)) > 0);
      await client.query('update pairing set credential_id = gen_random_uuid() where device_id = $1', [device.id]);
      await client.query('commit');
      expect((await use).status).toBe(401);
    } finally {
      await client.end();
    }
  });

  it('a refresh is possible for seven days after the expiry', async () => {
    const [early, late] = [await paired(), await paired()];
    const end = claimsOf(late.credential).exp * 1000;
    app.clock.advance(end + 7 * DAY - app.clock.now().getTime());
    expect((await refresh(app, early.credential)).status).toBe(201);
    app.clock.advance(1);
    expect((await refresh(app, late.credential)).status).toBe(401);
  });

  it.each(['x'.repeat(16), 'aaaaaaa.bbbbbbb.ccccccc', 'eyJhbGciOiJub25lIn0.e30.'.padEnd(40, 'x')])(
    'a refresh of %s is 401',
    async (credential) => {
      const reply = await refresh(app, credential);
      expect([reply.status, codeOf(reply)]).toEqual([401, 'PAIRING_AUTH_REQUIRED']);
    },
  );

  it('a refresh rejects a token of another type, even if signed by the same key', async () => {
    const { issuerFor, signClaims } = await import('../../src/domain/formats/jws.ts');
    const { credential } = await paired();
    const claims = claimsOf(credential);
    const key = issuerFor(app.runtime.keys.pairingIssuers, undefined);
    expect(await signClaims(key, 'pairing+jwt', claims)).toBe(credential);
    const forgeries = [
      await signClaims(key, 'maintenance-grant+jwt', claims),
      await signClaims(issuerFor(app.runtime.keys.grantIssuers, undefined), 'pairing+jwt', claims),
      await signClaims(key, 'pairing+jwt', { ...claims, iss: 'http://elsewhere.test' }),
      ...(await Promise.all(
        [
          { aud: 'KRV-0' },
          { sub: 'another' },
          { dev: 'another' },
          { epoch: 1 },
          { cnf: { jkt: 'x' } },
          { jti: 'x' },
          { jti: 'x.y' },
          { exp: 'never' },
        ].map((change) => signClaims(key, 'pairing+jwt', { ...claims, ...change })),
      )),
    ];
    for (const forged of forgeries) {
      expect((await me(app, forged)).status).toBe(401);
      expect((await refresh(app, forged)).status).toBe(401);
    }
    expect((await me(app, credential)).status).toBe(200);
  });
});

describe('revokePairing: an app that revokes its pairing', () => {
  it('an app that revokes its pairing ends its own pairing, and the next heartbeat response tells the device', async () => {
    const { device, phone, credential } = await paired();
    const reply = await revoke(app, credential, phone.installationId);
    expect([reply.status, reply.body]).toEqual([
      201,
      { installationId: phone.installationId, revokedAt: app.clock.now().toISOString() },
    ]);
    const pairing = await pairingRow(device.id);
    expect(pairing).toMatchObject({ revoked_at: app.clock.now(), revoked_reason: 'revokePairing' });
    const [entry] = await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']]);
    expect(entry).toMatchObject({ action: 'revokePairing', actor_type: 'INSTALLATION', actor_id: pairing.id });
    const heartbeat = await beat(app, device);
    expect(heartbeat.body.pairing).toEqual({ epoch: 0, revokedJti: [claimsOf(credential).jti] });
  });

  it('an app that revokes its pairing cannot end the pairing of another app', async () => {
    const one = await paired();
    const two = newPhone();
    const second = await pair(app, one.device, two, { customerEmail: one.customerEmail });
    const stranger = await paired();
    for (const installationId of [two.installationId, stranger.phone.installationId, 'nobody-has-this-id']) {
      const reply = await revoke(app, one.credential, installationId);
      expect([reply.status, codeOf(reply)]).toEqual([404, 'PAIRING_NOT_FOUND']);
    }
    for (const credential of [one.credential, second.body.credential, stranger.credential]) {
      expect((await me(app, credential)).status).toBe(200);
    }
  });

  it('concurrently ends it once', async () => {
    const { phone, device, credential } = await paired();
    const replies = await Promise.all(Array.from({ length: 5 }, () => revoke(app, credential, phone.installationId)));
    expect(replies.map(({ status }) => status).every((status) => status === 201 || status === 401)).toBe(true);
    expect(
      await app.sql(`select 1 from audit_entry where action = 'revokePairing' and detail ->> 'deviceId' = $1`, [
        device.id,
      ]),
    ).toHaveLength(1);
    expect(await revokedList(device.id)).toHaveLength(1);
  });

  it('an app that revokes its pairing is among the newest sixteen sent to the device', async () => {
    const { device, phone, customerEmail, credential } = await paired();
    const told = [claimsOf(credential).jti];
    for (let count = 0; count < 17; count += 1) {
      const again = await pair(app, device, phone, { customerEmail });
      told.push(claimsOf(again.body.credential).jti);
    }
    expect(await revokedList(device.id)).toEqual(told.slice(1, 17));
  });
});

describe('the end of every credential of a device', () => {
  const admin = () => app.as('SUPER_ADMIN');
  const setStatus = (status: string) => async (id: string) =>
    (await admin()).rest('PATCH', `/v1/admin/devices/${id}/status`, { status, reason: 'sent back' });
  const refund = (deviceDisposition: string) => async (id: string) => {
    const sale = await makeSale(app, { deviceId: id, paymentStatus: 'PAID' });
    return (await admin()).rest('POST', `/v1/admin/sales/${sale.id}/refund`, {
      amount: 100,
      reason: 'sent back',
      deviceDisposition,
    });
  };
  const events: readonly (readonly [string, (id: string) => Promise<Json>])[] = [
    [
      'a transfer',
      async (id) =>
        (await admin()).rest('POST', `/v1/admin/devices/${id}/transfer`, {
          customerEmail: 'next@example.com',
          reason: 'sold on',
        }),
    ],
    [
      'a claim reset',
      async (id) => (await admin()).rest('POST', `/v1/admin/devices/${id}/claim/reset`, { reason: 'sold on' }),
    ],
    ['a return', setStatus('RETURNED')],
    ['a revocation', setStatus('REVOKED')],
    ['a refund that takes the device back', refund('RETURNED')],
    ['a refund that revokes the device', refund('REVOKED')],
  ];

  it.each(events)(
    'the end of every credential of a device after %s rejects reads, refreshes and revocations',
    async (_what, happen) => {
      const { device, phone, customerEmail, credential } = await paired();
      const second = newPhone();
      const other = await pair(app, device, second, { customerEmail });
      expect([200, 201]).toContain((await happen(device.id)).status);
      for (const [shown, { installationId }] of [
        [credential, phone],
        [String(other.body.credential), second],
      ] as const) {
        const replies = [await me(app, shown), await refresh(app, shown), await revoke(app, shown, installationId)];
        expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
        expect(replies.map(codeOf)).toEqual(Array(3).fill('PAIRING_AUTH_REQUIRED'));
      }
      expect(await livePairings(app, device.id)).toEqual([]);
      const [{ pairing_epoch: epoch }] = await app.sql('select pairing_epoch from device where id = $1', [device.id]);
      // A new epoch voids them offline, all at once; else the device has a list of them.
      expect(await revokedList(device.id)).toHaveLength(epoch === 0 ? 2 : 0);
    },
  );

  it('the end of every credential of a device follows from a new epoch alone, even without a revocation', async () => {
    const { device, phone, credential } = await paired();
    await app.sql('update device set pairing_epoch = 1 where id = $1', [device.id]);
    const replies = [
      await me(app, credential),
      await refresh(app, credential),
      await revoke(app, credential, phone.installationId),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('the end of every credential of a device clears the list of revoked credentials', async () => {
    const { device, phone, customerEmail, credential } = await paired();
    await revoke(app, credential, phone.installationId);
    expect(await revokedList(device.id)).toHaveLength(1);
    await pair(app, device, newPhone(), { customerEmail });
    await events[0]?.[1](device.id);
    expect(await revokedList(device.id)).toEqual([]);
  });
});

it('credentials, codes, nonces and proofs never appear in logs, audit entries and errors', async () => {
  const { device, phone, credential } = await paired();
  const { body: challenge } = await app.rest('POST', `${PAIR}/challenge`, {
    serial: device.serial,
    installationId: phone.installationId,
  });
  const proof = 'ab'.repeat(32);
  const refused = await app.rest('POST', `${PAIR}/claim`, {
    serial: device.serial,
    ...phone,
    challengeId: challenge.challengeId,
    nonce: challenge.nonce,
    claimCode: device.claimCode,
    hardwareProof: proof,
    deviceName: 'x',
    appVersion: '1',
  });
  expect(refused.status).toBe(401);
  const next = (await refresh(app, credential)).body.credential;
  await me(app, next);
  const reused = await refresh(app, credential);
  const audit = await app.sql('select * from audit_entry');
  const rows = await app.sql('select * from pairing');
  const everywhere = JSON.stringify([app.logs, audit, refused.body, reused.body]);
  for (const secret of [credential, next, credential.split('.')[2], challenge.nonce, device.claimCode, proof]) {
    expect(everywhere).not.toContain(secret);
  }
  for (const secret of [credential, next]) expect(JSON.stringify(rows)).not.toContain(String(secret).split('.')[2]);
});
