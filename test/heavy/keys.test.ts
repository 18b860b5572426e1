import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { createCompanionApp, verifyOffline } from '../../src/simulator/companion-app.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { draft, provision } from '../inventory/support.ts';
import { hexHmac } from '../pairing/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { karvon, startCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { openStation } from '../support/station.ts';
import { until } from '../support/until.ts';

const BATCHES = repetitions({ quick: 0, heavy: 6, rare: 40 });
const QUANTITY = 500;
const WRITERS = 4;
const PAUSE_MS = 20;

interface Beating {
  readonly serial: string;
  readonly secret: Buffer;
}

let database: TestDatabase;
let dataDir: string;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let operator: Caller;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = temporaryFolder('keys');
  ({ pool, sql } = openDatabase(database.url));
  Object.assign(process.env, settings());
  service = await start();
  operator = await signedIn(service, sql);
});
afterAll(async () => {
  for (const name of Object.keys(settings())) delete process.env[name];
  await service.stop();
  await pool.end();
  await database.drop();
});

const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });
const start = () => startService(settings());
const keysOnDisk = () => loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });

async function keys(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await karvon(['keys', ...args], { now: new Date() });
  expect([args, code, stderr.includes('karvon:') ? stderr : '']).toEqual([args, 0, '']);
  return stdout.trim();
}

/** How many secrets and codes a key has sealed. */
async function sealedBy(kid: string): Promise<number> {
  const [found] = await sql(
    `select (select count(*)::int from device_secret where state <> 'RETIRED' and position($1::bytea in sealed) = 3)
          + (select count(*)::int from claim_code where position($1::bytea in sealed) = 3) as rows`,
    [Buffer.from(kid)],
  );
  return found?.rows;
}

/** Devices that a factory made, with their secrets: the first heartbeat of each has the service read its sealed secret. */
async function makeFleet(): Promise<Beating[]> {
  for (let made = 0; made < BATCHES; made++) {
    // An admin makes ten batches a minute at most.
    const maker = await signedIn(service, sql);
    const batch = await draft(maker, { quantity: QUANTITY });
    expect((await provision(maker, batch.id)).status).toBe(201);
  }
  const rows = await sql(
    'select d.id, d.serial, s.sealed, s.version from device d join device_secret s on s.device_id = d.id order by d.id',
  );
  const onDisk = keysOnDisk();
  return rows.map(({ id: deviceId, serial, sealed, version }) => ({
    serial,
    secret: openDeviceSecret(onDisk, sealed, { deviceId, serial, secretVersion: version }),
  }));
}

/** Heartbeats of one device after the other, and an app that refreshes its credential; every answer is kept. */
function startLoad(fleet: readonly Beating[], companion: ReturnType<typeof createCompanionApp>) {
  const refused: Json[] = [];
  let going = true;
  let next = 0;
  const devices = Array.from({ length: WRITERS }, async () => {
    const client = service.client();
    while (going) {
      const device = fleet[next++ % fleet.length];
      if (!device) throw new Error('There is no device.');
      const { body, headers } = signedHeartbeat(new Date(), device);
      const reply = await client.rest('POST', HEARTBEAT, body, headers);
      if (reply.status !== 201) refused.push([device.serial, reply.status, reply.body]);
      await sleep(PAUSE_MS);
    }
  });
  const app = (async () => {
    while (going) {
      for (const [call, expected] of [
        ['me', 200],
        ['refresh', 201],
      ] as const) {
        const reply = await companion[call]();
        if (reply.status !== expected) refused.push([call, reply.status, reply.body]);
      }
      // Below its limit of 120 a minute.
      await sleep(600);
    }
  })();
  return {
    refused,
    beats: () => next,
    async stop() {
      going = false;
      await Promise.all([...devices, app]);
    },
  };
}

it('every key is rotated under load, and a killed re-sealing is continued: no heartbeat fails, no pairing and no offline trust is lost', async () => {
  const fleet = await makeFleet();
  const newcomer = await draft(operator, { quantity: 1 });
  const [device] = (await provision(operator, newcomer.id)).body.devices;
  const identity = await openStation()(operator, device);
  const companion = createCompanionApp({ baseUrl: service.url });
  const claimed = await companion.claim({
    serial: device.serial,
    claimCode: device.claimCode,
    customerEmail: 'owner@example.com',
    askDevice: (payload) => hexHmac(identity.secret, payload),
  });
  expect(claimed.status).toBe(201);
  const isTrusted = (credential = companion.credential() ?? '') =>
    verifyOffline(credential, {
      serial: device.serial,
      issuerKeys: identity.pairingIssuerJwks.keys,
      epoch: 0,
      revokedJti: [],
      now: new Date(),
    }) !== undefined;
  const codeStatus = async (claimCode: string) =>
    (await service.client().rest('POST', '/v1/devices/pair/code-status', { claimCode })).body.status;

  const load = startLoad(fleet, companion);
  const listed = JSON.parse(await keys('list', '--json'));
  const old = Object.fromEntries(listed.map(({ key, kid }: Json) => [key, kid]));
  const current: Record<string, string> = {};
  for (const kind of ['encryption', 'pepper', 'pairing-issuer', 'grant-issuer']) {
    current[kind] = await keys('add', kind);
    await keys('rotate', kind, current[kind]);
  }

  // Killed in the middle: what it has sealed stays, and the rest is left to the next run.
  const all = await sealedBy(old.encryption);
  expect(all).toBeGreaterThan(BATCHES * QUANTITY);
  const { child, ended } = startCli(['keys', 'reseal'], { env: settings() });
  await until(async () => (await sealedBy(old.encryption)) < all);
  child.kill('SIGKILL');
  await ended;
  const left = await sealedBy(old.encryption);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(all);

  expect(JSON.parse(await keys('reseal', '--json'))).toEqual({ changed: expect.any(Number), unopened: 0 });
  expect(await sealedBy(old.encryption)).toBe(0);
  for (const kind of ['encryption', 'pepper']) await keys('retire', kind, old[kind]);
  const refused = await karvon(['keys', 'retire', 'pairing-issuer', old['pairing-issuer']]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('1 devices that have no other key of it'),
  ]);

  // Devices that were not heard yet are heard by the new keys alone.
  const heard = load.beats();
  await until(() => load.beats() > heard + fleet.length / 4);
  await load.stop();
  expect(load.refused).toEqual([]);
  expect(load.beats()).toBeGreaterThan(fleet.length / 4);
  expect(isTrusted()).toBe(true);
  expect(await codeStatus(device.claimCode)).toBe('CLAIMED');

  // A service that starts with the new keys alone opens everything.
  await service.kill9();
  service = await start();
  const wire = service.client();
  for (const each of fleet.slice(-50)) {
    const { body, headers } = signedHeartbeat(new Date(), each);
    expect((await wire.rest('POST', HEARTBEAT, body, headers)).status).toBe(201);
  }
});
