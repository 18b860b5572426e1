import { randomBytes, randomUUID } from 'node:crypto';
import { DEVICE_STATUSES } from '../../src/model/enums.ts';
import { writeHeartbeats } from '../../src/persistence/devices/heartbeat-store.ts';
import { openHotPool } from '../../src/persistence/devices/hot-pool.ts';
import { objectsOf } from '../exports/support.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';
import { beat, deviceOf, HEARTBEAT, historyOf, presenceOf, signedHeartbeat } from './signed-heartbeats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const WINDOW_MS = 300_000;

describe('recordHeartbeat: a heartbeat', () => {
  it('a heartbeat is stored as history and as presence, and returns the documented response', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', pairingEpoch: 7 });
    const measures = {
      firmwareBuildNumber: 142,
      hardwareRevision: 'rev-b',
      otaSlot: 'ota_1',
      wifiRSSI: -61,
      freeHeap: 5_000_000_000,
      temperature: 41.25,
      status: 'warming up',
    };
    const reply = await beat(app, device, { body: measures });
    const now = app.clock.now().toISOString();
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      accepted: true,
      receivedAt: now,
      serverTime: now,
      device: { status: 'ACTIVE' },
      pairing: { epoch: 7, revokedJti: [] },
    });
    const stored = {
      device_id: device.id,
      firmware_version: '1.4.2',
      firmware_build_number: '142',
      hardware_revision: 'rev-b',
      ota_slot: 'ota_1',
      app_version: '2.0.0',
      uptime: '3600',
      wifi_rssi: -61,
      free_heap: '5000000000',
      temperature: 41.25,
      status: 'warming up',
    };
    const timestamp = String(app.clock.now().getTime());
    expect(await historyOf(app, device.id)).toEqual([
      { ...stored, received_at: app.clock.now(), timestamp_ms: timestamp },
    ]);
    expect(await presenceOf(app, device.id)).toEqual({
      ...stored,
      device_created_at: expect.any(Date),
      device_hardware_revision: 'rev-b',
      last_seen_at: app.clock.now(),
      last_timestamp_ms: timestamp,
    });
  });

  it('a heartbeat is healthy by default, with null for absent fields', async () => {
    const device = await makeDevice(app);
    expect((await beat(app, device)).status).toBe(201);
    expect(await presenceOf(app, device.id)).toMatchObject({ status: 'healthy', wifi_rssi: null, temperature: null });
  });

  it('a heartbeat writes no audit entry, because heartbeats have a history', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    await beat(app, device);
    expect(await app.sql('select * from audit_entry where target_id = $1 or actor_id = $1', [device.id])).toEqual([]);
  });

  it('a heartbeat is stored with 64 characters of an app version of any length, together with what others report', async () => {
    const [device, other] = [await makeDevice(app, { status: 'ACTIVE' }), await makeDevice(app, { status: 'ACTIVE' })];
    await Promise.all([device, other].map((one) => beat(app, one)));
    // Random, so that no compression makes it short.
    const appVersion = randomBytes(25_000).toString('hex');
    const timestamp = Date.now() + 5;
    const replies = await Promise.all([
      beat(app, device, { timestamp, body: { appVersion } }),
      beat(app, other, { timestamp, body: { uptime: 7 } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const kept = appVersion.slice(0, 64);
    expect(await presenceOf(app, device.id)).toMatchObject({ app_version: kept });
    expect(await presenceOf(app, other.id)).toMatchObject({ uptime: '7' });
    const admin = await app.as('ADMIN');
    const foundBy = async (v: string) => {
      const query = 'query ($v: String!) { devices(filter: { appVersion: { eq: $v } }) { nodes { id } } }';
      return (await admin.gql(query, { v })).body.data.devices.nodes;
    };
    expect(await foundBy(appVersion.slice(0, 200))).toEqual([]);
    expect(await foundBy(kept)).toEqual([{ id: device.id }]);
  });

  it('a heartbeat keeps 64 whole characters of a status and an app version, in the presence, the history, lists and exports', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const status = `x${'😀'.repeat(30_000 / 4)}`;
    const appVersion = `${'Ў'.repeat(63)}😀😀`;
    const body = { status, appVersion, firmwareVersion: '1.4.2-rc1' };
    expect((await beat(app, device, { body })).status).toBe(201);
    const kept = { status: `x${'😀'.repeat(63)}`, app_version: `${'Ў'.repeat(63)}😀` };
    expect(await presenceOf(app, device.id)).toMatchObject(kept);
    expect(await historyOf(app, device.id)).toMatchObject([kept]);
    const admin = await app.as('ADMIN');
    const { presence } = (await admin.rest('GET', `/v1/admin/devices/${device.id}`)).body;
    expect(presence).toMatchObject({ status: kept.status, appVersion: kept.app_version });
    expect(await objectsOf(admin, 'heartbeats', { deviceId: device.id })).toMatchObject([
      { status: kept.status, appVersion: kept.app_version },
    ]);
    const shutdown = { status: `shutdown${'!'.repeat(100)}` };
    app.clock.advance(1_000);
    expect((await beat(app, device, { body: shutdown })).status).toBe(201);
    expect((await admin.rest('GET', `/v1/admin/devices/${device.id}`)).body.presence.online).toBe(true);
  });

  it('a heartbeat is a 400 that names the field when it has a field twice, and is not stored', async () => {
    const device = await makeDevice(app);
    const { body, headers } = signedHeartbeat(app.clock.now(), device);
    const text = JSON.stringify(body).replace('{', '{"appVersion":"1.0.0",');
    const reply = await app.rest('POST', HEARTBEAT, text, { ...headers, 'content-type': 'application/json' });
    expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
      400,
      'VALIDATION_FAILED',
      'appVersion must not be repeated',
    ]);
    expect(await historyOf(app, device.id)).toEqual([]);
    expect((await beat(app, device)).status).toBe(201);
  });

  it('a heartbeat stores text unchanged, whatever its characters', async () => {
    const device = await makeDevice(app);
    const appVersion = ' "a\\b",{NULL}\n\'; drop table heartbeat; -- \u{1F600} ';
    expect((await beat(app, device, { body: { appVersion, status: 'NULL' } })).status).toBe(201);
    expect(await presenceOf(app, device.id)).toMatchObject({ app_version: appVersion, status: 'NULL' });
    expect((await beat(app, device, { timestamp: Date.now() + 5, body: { appVersion: '', status: '' } })).status).toBe(
      201,
    );
    expect(await historyOf(app, device.id)).toHaveLength(2);
  });

  it.each([
    ['firmwareBuildNumber', [0, Number.MAX_SAFE_INTEGER], [-1, 1.5, '1', null, 2 ** 53]],
    ['hardwareRevision', ['r', 'r'.repeat(64)], ['', 'r'.repeat(65), 1, null]],
    ['otaSlot', ['ota_0', 'ota_1'], ['ota_2', '', null]],
    ['wifiRSSI', [-120, 0], [-121, 1, -60.5, '-60', null]],
    ['freeHeap', [0, Number.MAX_SAFE_INTEGER], [-1, 0.5, null, 2 ** 53]],
    ['temperature', [-40, 125, 0.1], [-40.1, 125.1, '20', null]],
    ['status', ['', 'x'.repeat(1000)], [1, null]],
    ['appVersion', ['', 'x'.repeat(1000)], [1, null, undefined]],
    ['uptime', [0, Number.MAX_SAFE_INTEGER], [-1, 1.5, 2 ** 53]],
    ['unknown', [], [1, null]],
  ])('a heartbeat validates %s as in the contract', async (field, accepted, refused) => {
    const device = await makeDevice(app);
    for (const value of accepted) {
      app.clock.advance(1);
      expect([value, (await beat(app, device, { body: { [field]: value } })).status]).toEqual([value, 201]);
    }
    for (const value of refused) {
      const reply = await beat(app, device, { body: { [field]: value } });
      expect([value, reply.status, reply.body.error?.code]).toEqual([value, 400, 'VALIDATION_FAILED']);
      expect(reply.body.error.message).toContain(field);
    }
    expect(await historyOf(app, device.id)).toHaveLength(accepted.length);
  });

  it.each(['1.4', '1.4.2.3', '1.4.2-rc.1', 'v1.4.2', '1.4.2 ', '12345.0.0', ''])(
    'a heartbeat refuses firmware version %j, even when it is signed',
    async (firmwareVersion) => {
      const device = await makeDevice(app);
      const reply = await beat(app, device, { body: { firmwareVersion } });
      expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(await presenceOf(app, device.id)).toBeUndefined();
    },
  );
});

describe('recordHeartbeat: the proof of a heartbeat', () => {
  it.each([-WINDOW_MS, -1, 0, 1, WINDOW_MS])(
    'the proof of a heartbeat is accepted from a clock %i ms away',
    async (delta) => {
      const device = await makeDevice(app);
      const reply = await beat(app, device, { timestamp: app.clock.now().getTime() + delta });
      expect(reply.status).toBe(201);
    },
  );

  it.each([-WINDOW_MS - 1, WINDOW_MS + 1])(
    'the proof of a heartbeat is rejected from a clock %i ms away',
    async (delta) => {
      const device = await makeDevice(app);
      const reply = await beat(app, device, { timestamp: app.clock.now().getTime() + delta });
      expect([reply.status, reply.body.error.code]).toEqual([401, 'DEVICE_TIMESTAMP_OUT_OF_RANGE']);
      expect(await historyOf(app, device.id)).toEqual([]);
    },
  );

  it.each(['NaN', '1e400', '0x10', '-1', '1.5', '9'.repeat(17)])(
    'the proof of a heartbeat is rejected with the timestamp %s',
    async (timestamp) => {
      const device = await makeDevice(app);
      const reply = await beat(app, device, { timestamp });
      expect([reply.status, reply.body.error.code]).toEqual([401, 'DEVICE_PROOF_INVALID']);
    },
  );

  it('the proof of a heartbeat is accepted in lower, upper and mixed case', async () => {
    const device = await makeDevice(app);
    const forms = [
      (proof: string) => proof,
      (proof: string) => proof.toUpperCase(),
      (proof: string) => proof.slice(0, 32).toUpperCase() + proof.slice(32),
    ];
    for (const proof of forms) expect((await beat(app, device, { proof })).status).toBe(201);
  });

  it.each([0, 1, 63, 65, 128, 4096])('the proof of a heartbeat is rejected with %i digits', async (length) => {
    const device = await makeDevice(app);
    const reply = await beat(app, device, { proof: (proof) => proof.repeat(70).slice(0, length) });
    expect([reply.status, reply.body.error.code]).toEqual([401, 'DEVICE_PROOF_INVALID']);
  });

  it('the proof of a heartbeat requires both headers', async () => {
    const device = await makeDevice(app);
    const { body, headers } = signedHeartbeat(app.clock.now(), device);
    for (const name of Object.keys(headers)) {
      const [[, value] = ['', '']] = Object.entries(headers).filter(([each]) => each !== name);
      const other = Object.keys(headers).find((each) => each !== name) ?? '';
      const reply = await app.rest('POST', HEARTBEAT, body, { [other]: value });
      expect([reply.status, reply.body.error.code]).toEqual([401, 'DEVICE_PROOF_REQUIRED']);
    }
  });

  it('the proof of a heartbeat is not valid for another body, another operation or another device', async () => {
    const [device, other] = [await makeDevice(app), await makeDevice(app)];
    const { body, headers } = signedHeartbeat(app.clock.now(), device);
    for (const change of [{ uptime: 3601 }, { firmwareVersion: '1.4.3' }, { serial: other.serial }]) {
      expect((await app.rest('POST', HEARTBEAT, { ...body, ...change }, headers)).status).toBe(401);
    }
  });

  it('the proof of a heartbeat gets the same error for an unknown serial, a malformed serial and a wrong secret', async () => {
    const device = await makeDevice(app);
    const answers = await Promise.all(
      [device.serial, 'KRV-0000000000000000', `${device.serial}.1`, 'a.b', '', 'x'.repeat(65), '_'].map(
        async (serial) => {
          const reply = await beat(app, { serial, secret: randomBytes(32) });
          const { requestId: _, ...error } = reply.body.error;
          return { status: reply.status, error, challenge: reply.headers['www-authenticate'] };
        },
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, error: { code: 'DEVICE_PROOF_INVALID' } });
  });

  it('the proof of a heartbeat cannot move fields across a dot: the serial of another device with a part of its version', async () => {
    const device = await makeDevice(app);
    const forged = { serial: `${device.serial}.1`, firmwareVersion: '4.2.3600', uptime: 1 };
    const { headers } = signedHeartbeat(app.clock.now(), device, { body: { firmwareVersion: '1.4.2', uptime: 3600 } });
    expect((await app.rest('POST', HEARTBEAT, { ...forged, appVersion: '2.0.0' }, headers)).status).toBe(401);
  });
});

describe('recordHeartbeat: repeated and late heartbeats', () => {
  it('repeated and late heartbeats take effect once, however often they are replayed', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    const timestamp = app.clock.now().getTime();
    const first = await beat(app, device, { timestamp });
    const before = [await presenceOf(app, device.id), await deviceOf(app, device.id)];
    app.clock.advance(1_000);
    const replies = await Promise.all(Array.from({ length: 50 }, () => beat(app, device, { timestamp })));
    expect(new Set([first, ...replies].map(({ status }) => status))).toEqual(new Set([201]));
    expect([await presenceOf(app, device.id), await deviceOf(app, device.id)]).toEqual(before);
    expect(await app.sql('select * from device_event where device_id = $1', [device.id])).toHaveLength(1);
    expect(await historyOf(app, device.id)).toHaveLength(1);
    app.clock.set(new Date());
  });

  it('repeated and late heartbeats are one row of history for a device and a timestamp, the first, whatever a later one says', async () => {
    const device = await makeDevice(app);
    const other = await makeDevice(app);
    const start = app.clock.now().getTime();
    const times = Array.from({ length: 6 }, (_, at) => start - at * 1_000).reverse();
    for (const timestamp of times)
      expect((await beat(app, device, { timestamp, body: { uptime: 1 } })).status).toBe(201);
    const again = await Promise.all(
      times.flatMap((timestamp) =>
        Array.from({ length: 8 }, (_, uptime) => beat(app, device, { timestamp, body: { uptime: 50 + uptime } })),
      ),
    );
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(again.map(({ body }) => Object.keys(body).join()))).toEqual(
      new Set(['accepted,receivedAt,serverTime,device,pairing']),
    );
    expect((await beat(app, other, { timestamp: start })).status).toBe(201);
    const history = await historyOf(app, device.id);
    expect(history.map(({ timestamp_ms, uptime }) => [Number(timestamp_ms), uptime])).toEqual(
      times.map((timestamp) => [timestamp, '1']),
    );
    expect(await historyOf(app, other.id)).toHaveLength(1);
  });

  it('repeated and late heartbeats are all stored when they come together in any order, each once', async () => {
    const device = await makeDevice(app);
    const start = app.clock.now().getTime();
    const times = Array.from({ length: 30 }, (_, at) => start - at * 777);
    const twice = [...times, ...times].map((timestamp, at) => ({ timestamp, at: (at * 7_919) % 61 }));
    const shuffled = twice.sort((a, b) => a.at - b.at);
    const replies = await Promise.all(shuffled.map(({ timestamp }) => beat(app, device, { timestamp })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const history = await historyOf(app, device.id);
    expect(history.map(({ timestamp_ms }) => Number(timestamp_ms))).toEqual(times.toReversed());
  });

  it('repeated and late heartbeats are one row of history also where the first one found its device locked by an admin', async () => {
    const device = await makeDevice(app);
    const timestamp = app.clock.now().getTime();
    await app.runtime.em().transactional(async (em) => {
      await em.execute('select 1 from device where id = ? for update', [device.id]);
      expect((await beat(app, device, { timestamp })).status).toBe(201);
      expect(await presenceOf(app, device.id)).toBeUndefined();
      expect(await historyOf(app, device.id)).toHaveLength(1);
    });
    for (let again = 0; again < 3; again += 1) expect((await beat(app, device, { timestamp })).status).toBe(201);
    expect(await presenceOf(app, device.id)).toBeDefined();
    expect(await historyOf(app, device.id)).toHaveLength(1);
  });

  it('repeated and late heartbeats that are sent again wait for an instance that stores one of the same device', async () => {
    const device = await makeDevice(app);
    const timestamp = app.clock.now().getTime();
    expect((await beat(app, device, { timestamp })).status).toBe(201);
    const again = await app.runtime.em().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`karvon:heartbeat:${device.id}`]);
      const replay = beat(app, device, { timestamp });
      await until(async () => (await waiters(app.sql, `locktype = 'advisory'`)) > 0);
      return { replay };
    });
    expect((await again.replay).status).toBe(201);
    expect(await historyOf(app, device.id)).toHaveLength(1);
  });

  it('repeated and late heartbeats are one row of history when two instances get them at the same time, among newer ones', async () => {
    const pools = [0, 1].map(() => openHotPool('device', app.database.url, () => undefined));
    const device = await makeDevice(app);
    const start = app.clock.now().getTime();
    const heartbeatAt = (timestampMs: number, uptime: number) => ({
      deviceId: device.id,
      secretVersion: 1,
      receivedAt: app.clock.now(),
      timestampMs,
      firmwareVersion: '1.4.2',
      firmwareBuildNumber: null,
      hardwareRevision: null,
      otaSlot: null,
      appVersion: '2.0.0',
      uptime,
      wifiRssi: null,
      freeHeap: null,
      temperature: null,
      status: 'healthy',
    });
    const times = Array.from({ length: 60 }, (_, at) => start - 60_000 + at * 1_000);
    for (let at = 0; at < times.length; at += 3) {
      const batch = times.slice(at, at + 3);
      const replayed = times.slice(Math.max(at - 3, 0), at + 1);
      await Promise.all(
        pools.flatMap((pool, instance) => [
          writeHeartbeats(
            pool,
            [...batch, ...replayed].map((time) => heartbeatAt(time, instance)),
          ),
          writeHeartbeats(
            pool,
            [...replayed, ...batch].reverse().map((time) => heartbeatAt(time, instance)),
          ),
        ]),
      );
    }
    await Promise.all(pools.map((pool) => pool.end()));
    const history = await historyOf(app, device.id);
    expect(history.map(({ timestamp_ms }) => Number(timestamp_ms))).toEqual(times);
  });

  it('repeated and late heartbeats are found across midnight, where the history goes on in another partition', async () => {
    const device = await makeDevice(app);
    const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
    app.clock.set(new Date(midnight - 1_000));
    const timestamp = midnight - 1_000;
    expect((await beat(app, device, { timestamp })).status).toBe(201);
    app.clock.set(new Date(midnight + 2_000));
    expect((await beat(app, device, { timestamp })).status).toBe(201);
    expect((await beat(app, device, { timestamp: midnight + 2_000 })).status).toBe(201);
    expect((await beat(app, device, { timestamp })).status).toBe(201);
    app.clock.set(new Date());
    expect(await historyOf(app, device.id)).toHaveLength(2);
  });

  it('repeated and late heartbeats never move presence back in time', async () => {
    const device = await makeDevice(app);
    const now = app.clock.now().getTime();
    expect((await beat(app, device, { timestamp: now, body: { uptime: 200 } })).status).toBe(201);
    expect((await beat(app, device, { timestamp: now - 60_000, body: { uptime: 140 } })).status).toBe(201);
    expect(await presenceOf(app, device.id)).toMatchObject({ last_timestamp_ms: String(now), uptime: '200' });
    expect((await historyOf(app, device.id)).map(({ uptime }) => uptime)).toEqual(['140', '200']);
  });

  it('repeated and late heartbeats never move the time of the last one back, by which an instance whose clock is slower received them', async () => {
    const device = await makeDevice(app);
    const now = app.clock.now();
    expect((await beat(app, device)).status).toBe(201);
    app.clock.set(new Date(now.getTime() - 5_000));
    expect((await beat(app, device, { timestamp: now.getTime() + 1_000 })).status).toBe(201);
    app.clock.set(now);
    expect(await presenceOf(app, device.id)).toMatchObject({
      last_timestamp_ms: String(now.getTime() + 1_000),
      last_seen_at: now,
    });
  });

  it('repeated and late heartbeats replace a presence that lies 45 days in the future', async () => {
    const device = await makeDevice(app);
    const now = new Date();
    app.clock.set(new Date(now.getTime() + 45 * 86_400_000));
    expect((await beat(app, device, { body: { uptime: 1 } })).status).toBe(201);
    app.clock.set(now);
    expect((await beat(app, device, { body: { uptime: 200, firmwareVersion: '1.4.3' } })).status).toBe(201);
    expect((await beat(app, device, { timestamp: now.getTime() - 1_000, body: { uptime: 199 } })).status).toBe(201);
    expect(await presenceOf(app, device.id)).toMatchObject({
      last_timestamp_ms: String(now.getTime()),
      last_seen_at: now,
      uptime: '200',
      firmware_version: '1.4.3',
    });
  });

  it('repeated and late heartbeats keep the newest, in any order of arrival', async () => {
    const device = await makeDevice(app);
    const now = app.clock.now().getTime();
    const shuffled = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
    await Promise.all(shuffled.map((age) => beat(app, device, { timestamp: now - age, body: { uptime: 1000 - age } })));
    expect(await presenceOf(app, device.id)).toMatchObject({ last_timestamp_ms: String(now), uptime: '1000' });
    expect(await historyOf(app, device.id)).toHaveLength(100);
  });
});

describe('recordHeartbeat: the status of a device that sends a heartbeat', () => {
  const ACCEPTED = new Map(DEVICE_STATUSES.map((status) => [status, 201]));
  ACCEPTED.set('RETIRED', 403).set('REVOKED', 401);

  it.each([...ACCEPTED])('%s answers a right proof with %i', async (status, expected) => {
    const device = await makeDevice(app, { status, secretState: 'ACTIVE' });
    const reply = await beat(app, device);
    expect(reply.status).toBe(expected);
    const code = new Map([
      [403, 'DEVICE_NOT_ALLOWED'],
      [401, 'DEVICE_PROOF_INVALID'],
    ]).get(expected);
    expect(reply.body.error?.code).toBe(code);
    expect((await historyOf(app, device.id)).length).toBe(expected === 201 ? 1 : 0);
    expect((await deviceOf(app, device.id)).status).toBe(status === 'CLAIMED' ? 'ACTIVE' : status);
  });

  it('the status of a device that sends a heartbeat is not revealed by the error for a wrong proof of a retired device', async () => {
    const { serial } = await makeDevice(app, { status: 'RETIRED' });
    expect((await beat(app, { serial, secret: randomBytes(32) })).body.error.code).toBe('DEVICE_PROOF_INVALID');
  });

  it('the status of a device that sends a heartbeat becomes ACTIVE with the first heartbeat after a claim', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    const before = await deviceOf(app, device.id);
    const reply = await beat(app, device);
    expect(reply.body.device).toEqual({ status: 'ACTIVE' });
    expect(await deviceOf(app, device.id)).toEqual({
      ...before,
      status: 'ACTIVE',
      activated_at: app.clock.now(),
      updated_at: app.clock.now(),
      revision: before.revision + 1,
    });
    expect(await app.sql('select * from device_event where device_id = $1', [device.id])).toEqual([
      expect.objectContaining({ cause: 'heartbeat', from_status: 'CLAIMED', to_status: 'ACTIVE', at: app.clock.now() }),
    ]);
  });

  it('the status of a device that sends a heartbeat becomes ACTIVE once when many first heartbeats arrive together', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    const now = app.clock.now().getTime();
    await Promise.all(Array.from({ length: 50 }, (_, index) => beat(app, device, { timestamp: now - index })));
    expect(await deviceOf(app, device.id)).toMatchObject({ status: 'ACTIVE', revision: 2 });
    expect(await app.sql('select * from device_event where device_id = $1', [device.id])).toHaveLength(1);
  });

  it('the status of a device that sends a heartbeat does not become ACTIVE by a replay of a heartbeat from before the claim', async () => {
    const device = await makeDevice(app, { status: 'SOLD' });
    const timestamp = app.clock.now().getTime();
    await beat(app, device, { timestamp });
    await app.sql(`update device set status = 'CLAIMED' where id = $1`, [device.id]);
    expect((await beat(app, device, { timestamp })).body.device).toEqual({ status: 'CLAIMED' });
    expect((await beat(app, device, { timestamp: timestamp + 1 })).body.device).toEqual({ status: 'ACTIVE' });
  });
});

describe('recordHeartbeat: a heartbeat while writes are not authorized', () => {
  it('a heartbeat while writes are not authorized fails after the proof is verified, and changes nothing', async () => {
    const closed = await startTestApp({ env: { MUTATIONS_AUTHORIZED: 'false' } });
    const device = await makeDevice(closed, { secretState: 'PENDING' });
    expect((await beat(closed, device)).body.error.code).toBe('OPERATION_NOT_AUTHORIZED');
    expect((await beat(closed, { ...device, secret: randomBytes(32) })).status).toBe(401);
    expect(await closed.sql('select state from device_secret')).toEqual([{ state: 'PENDING' }]);
    expect(await closed.sql('select * from heartbeat')).toEqual([]);
    await closed.stop();
  });
});

describe('recordHeartbeat: a device that changed since its last heartbeat', () => {
  it.each([
    ['REVOKED', 401, 'DEVICE_PROOF_INVALID'],
    ['RETIRED', 403, 'DEVICE_NOT_ALLOWED'],
  ])(
    'a device that changed since its last heartbeat fails at once when it is %s, whatever its body',
    async (status, expected, code) => {
      const device = await makeDevice(app);
      expect((await beat(app, device)).status).toBe(201);
      await app.sql('update device set status = $2 where id = $1', [device.id, status]);
      for (const body of [{}, { freeHeap: -1 }]) {
        const answer = await beat(app, device, { body });
        expect([answer.status, answer.body.error.code]).toEqual([expected, code]);
      }
      expect(await historyOf(app, device.id)).toHaveLength(1);
    },
  );

  it('a device that changed since its last heartbeat fails with a secret that is no longer live, and succeeds with its new one', async () => {
    const device = await makeDevice(app);
    expect((await beat(app, device)).status).toBe(201);
    await app.sql(`update device_secret set state = 'RETIRED' where device_id = $1`, [device.id]);
    expect((await beat(app, device)).status).toBe(401);
    await app.sql(`update device_secret set state = 'ACTIVE' where device_id = $1`, [device.id]);
    app.clock.advance(1);
    expect((await beat(app, device)).status).toBe(201);
    expect(await historyOf(app, device.id)).toHaveLength(2);
  });

  it('a device that changed since its last heartbeat gets the current status and epoch', async () => {
    const device = await makeDevice(app);
    expect((await beat(app, device)).body.pairing).toEqual({ epoch: 0, revokedJti: [] });
    await app.sql(`update device set status = 'SUSPENDED', pairing_epoch = 3 where id = $1`, [device.id]);
    expect((await beat(app, device)).body).toMatchObject({
      device: { status: 'SUSPENDED' },
      pairing: { epoch: 3, revokedJti: [] },
    });
  });
});

describe('recordHeartbeat: a device that is removed between its proof and its heartbeat', () => {
  it('a device that is removed between its proof and its heartbeat stores nothing', async () => {
    const record = {
      deviceId: randomUUID(),
      secretVersion: 1,
      receivedAt: app.clock.now(),
      timestampMs: app.clock.now().getTime(),
      firmwareVersion: '1.0.0',
      firmwareBuildNumber: null,
      hardwareRevision: null,
      otaSlot: null,
      appVersion: '1',
      uptime: 1,
      wifiRssi: null,
      freeHeap: null,
      temperature: null,
      status: 'healthy',
    };
    expect(await app.runtime.devices.writeHeartbeat(record)).toBeUndefined();
    expect(await app.sql('select from heartbeat where device_id = $1', [record.deviceId])).toEqual([]);
  });
});
