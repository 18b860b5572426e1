import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import type { Identity, SimulatedDevice } from '../../src/simulator/device.ts';
import type { DeviceEvent, SelfTest } from '../../src/simulator/device-state.ts';
import { runRound } from '../../src/simulator/fleet.ts';
import { type Fleet, type FleetPlan, makeFleet } from '../../src/simulator/make-fleet.ts';
import type { Fetch } from '../../src/simulator/network.ts';
import { trustKeys } from '../../src/simulator/signed-manifest.ts';
import { bringRelease, changeLifecycle } from '../simulator/release-flow.ts';
import type { Sql } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeReleaseKey, trustingFolder, trustText } from '../support/release-package.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';

const DEVICES = 1_000;
/** Switched on only when the rollout is over. */
const LATE = 40;
/** Go through the storm, with clocks that never were right. */
const IN_STORM = 250;
/** Devices that talk at the same time: a rollout is slow beside one update, as poll times of hours make it. */
const CONCURRENCY = 32;
const BATCH = 500;
const PUBLIC_URL = 'http://karvon.test';

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let admin: Caller;
let identities: Identity[];
let inStorm: Identity[];
const key = makeReleaseKey();
/** Brings the service's public address to where it really listens, as a proxy in front of it would. */
const reach: Fetch = (url, init) => fetch(url.replace(PUBLIC_URL, service.url), init);

beforeAll(async () => {
  database = await createEmptyDatabase();
  ({ pool, sql } = openDatabase(database.url));
  const dataDir = trustingFolder([key]);
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, PUBLIC_URL });
  admin = await signedIn(service, sql, { role: 'SUPER_ADMIN' });
  const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } };
  const trust = trustKeys(JSON.parse(trustText([key])));
  const make = async (prefix: string, count: number) => {
    const made: Identity[] = [];
    let batch = {};
    for (let index = 0; index < count; index += 1) {
      // The same serials in each run: what befalls a device is drawn from its serial.
      const serial = `${prefix}-${String(index).padStart(10, '0')}`;
      const device = await makeDevice(house as never, { ...(index % BATCH === 0 ? {} : batch), serial });
      batch = { batchId: device.batchId, batchCode: device.batchCode };
      made.push({ serial, secret: device.secret, hardwareRevision: device.hardwareRevision, trust });
    }
    return made;
  };
  identities = await make('FLEET', DEVICES);
  inStorm = await make('STORM', IN_STORM);
});
afterAll(async () => {
  await service.stop();
  await pool.end();
  await database.drop();
});

/** What a device went through, by serial. */
type Histories = Map<string, DeviceEvent[]>;

function fleetOf(some: readonly Identity[], plan: Partial<FleetPlan>): Fleet & { readonly histories: Histories } {
  const histories: Histories = new Map(some.map(({ serial }) => [serial, []]));
  const fleet = makeFleet({
    url: service.url,
    identities: some,
    clock: { now: () => new Date() },
    fetch: reach,
    seed: 'thousand',
    onEvent: (serial, event) => histories.get(serial)?.push(event),
    ...plan,
  });
  return { ...fleet, histories };
}

/** The devices that the hash puts into a stage, computed apart from the service. */
function stageOf(releaseId: string, percentage: number, some: readonly { readonly serial: string }[]): string[] {
  return some
    .filter(({ serial }) => {
      const digest = createHash('sha256').update(`ota-rollout/v1\0${releaseId}\0${serial}`).digest();
      return digest.readUInt32BE(0) % 10_000 < percentage * 100;
    })
    .map(({ serial }) => serial)
    .toSorted();
}

function running(devices: readonly SimulatedDevice[], version: string): string[] {
  return devices
    .filter((device) => device.view().app?.version === version)
    .map(({ serial }) => serial)
    .toSorted();
}

function firstRuns(histories: Histories, version: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [serial, events] of histories) {
    const count = events.filter((event) => event.type === 'firstRun' && event.app.version === version).length;
    if (count > 0) counts.set(serial, count);
  }
  return counts;
}

/** Lost its power, or has something to end or to tell. */
function isOnItsWay(device: SimulatedDevice): boolean {
  const { update, outbox } = device.board.settings();
  return !device.view().powered || update !== null || outbox.length > 0;
}

async function passes(devices: readonly SimulatedDevice[], count: number): Promise<void> {
  for (let pass = 0; pass < count; pass += 1) await runRound(devices, CONCURRENCY);
}

/** Who lost the power takes up in the next pass what was begun; few lose it many times. */
async function untilNoneIsOnItsWay(devices: readonly SimulatedDevice[]): Promise<void> {
  for (let pass = 0; pass < 12; pass += 1) await runRound(devices.filter(isOnItsWay), CONCURRENCY);
}

/** The kept counters of all releases, and the same counted anew. */
async function counters(): Promise<{ kept: unknown; counted: unknown }> {
  const kept = await sql(
    `select release_id, status, verification, count from release_counter where count > 0 order by 1, 2, 3`,
  );
  const counted = await sql(
    `select release_id, status, coalesce(verification, '') as verification, count(*)::int as count
       from installation group by 1, 2, 3 order by 1, 2, 3`,
  );
  return { kept, counted };
}

async function lifecycleOf(id: string): Promise<string> {
  return (await sql('select lifecycle from release where id = $1', [id]))[0].lifecycle;
}

describe('a fleet of a thousand devices', () => {
  let main: ReturnType<typeof fleetOf>;
  let bad = '';
  let luckTurned = false;
  const selfTest = (_serial: string, { version }: { readonly version: string }): SelfTest =>
    version === '1.2.0' && !luckTurned ? 'FAIL' : 'PASS';

  it('a fleet of a thousand devices gets a release in stages: each device in its hash bucket once, despite power cuts', async () => {
    main = fleetOf(identities, {
      selfTest,
      powerCuts: 0.02,
      powerCutPoints: /^(flash|erase|otadata new|settings update)$/,
    });
    const early = main.devices.slice(LATE);
    const id = await bringRelease(admin, key, { version: '1.1.0', buildNumber: 110 });
    for (const percentage of [10, 50, 100]) {
      await changeLifecycle(admin, id, 'ROLLING_OUT', percentage);
      await passes(early, 1);
      await untilNoneIsOnItsWay(early);
      expect(running(early, '1.1.0')).toEqual(stageOf(id, percentage, early));
    }
    expect([...firstRuns(main.histories, '1.1.0').values()].every((runs) => runs === 1)).toBe(true);
    const events = [...main.histories.values()].flat();
    expect(events.filter(({ type }) => type === 'powerCut').length).toBeGreaterThan(50);
    expect(events.filter((event) => event.type === 'downloading' && event.status === 206).length).toBeGreaterThan(10);
    const rows = await sql(
      `select count(*)::int as rows, count(distinct device_id)::int as devices from installation where release_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ rows: DEVICES - LATE, devices: DEVICES - LATE }]);

    await changeLifecycle(admin, id, 'COMPLETED');
    const late = main.devices.slice(0, LATE);
    await passes(late, 1);
    await untilNoneIsOnItsWay(late);
    expect(running(late, '1.1.0')).toHaveLength(LATE);
  });

  it('a fleet of a thousand devices pauses a bad release before a fifth of the stage has it', async () => {
    bad = await bringRelease(admin, key, { version: '1.2.0', buildNumber: 120 });
    await changeLifecycle(admin, bad, 'ROLLING_OUT', 50);
    await passes(main.devices, 1);
    expect(await lifecycleOf(bad)).toBe('PAUSED');
    const stage = stageOf(bad, 50, main.devices);
    const struck = firstRuns(main.histories, '1.2.0');
    expect(struck.size).toBeGreaterThan(0);
    expect(struck.size).toBeLessThan(stage.length / 5);
    await passes(main.devices, 1);
    // Only what had begun goes on after the pause.
    expect(firstRuns(main.histories, '1.2.0').size).toBeLessThan(stage.length / 5);
    expect(running(main.devices, '1.2.0')).toEqual([]);
  });

  it('a fleet of a thousand devices is never offered a release again on a device that rolled it back', async () => {
    await untilNoneIsOnItsWay(main.devices);
    const fallen = [...firstRuns(main.histories, '1.2.0').keys()];
    luckTurned = true;
    const before = new Map([...main.histories].map(([serial, events]) => [serial, events.length]));
    await changeLifecycle(admin, bad, 'ROLLING_OUT', 50);
    const inStage = new Set(stageOf(bad, 50, main.devices));
    const some = main.devices.filter(({ serial }) => inStage.has(serial)).slice(0, 150);
    await passes([...some, ...main.devices.filter(({ serial }) => fallen.includes(serial))], 2);
    for (const serial of fallen) {
      const since = main.histories.get(serial)?.slice(before.get(serial)) ?? [];
      expect(since.filter(({ type }) => type === 'offered' || type === 'firstRun')).toEqual([]);
    }
    expect(running(some, '1.2.0').length).toBeGreaterThan(some.length - fallen.length - 10);
    const reasons = await sql(
      `select reason, count(*)::int as devices from offer_decision d join device on device.id = d.device_id
        where device.serial = any($1) group by reason`,
      [fallen],
    );
    expect(reasons).toEqual([{ reason: 'ROLLED_BACK_HERE', devices: fallen.length }]);
  });

  it('a fleet of a thousand devices has installations that match its devices, whatever the network loses, duplicates and delays', async () => {
    await changeLifecycle(admin, bad, 'COMPLETED');
    const id = await bringRelease(admin, key, { version: '1.3.0', buildNumber: 130 });
    await changeLifecycle(admin, id, 'ROLLING_OUT', 100);
    const unlucky = new Map<string, SelfTest>([
      [inStorm[1]?.serial ?? '', 'FAIL'],
      [inStorm[IN_STORM - 1]?.serial ?? '', 'CRASH'],
    ]);
    const storm = fleetOf(inStorm, {
      loss: 0.2,
      maxSkewMs: 86_400_000,
      selfTest: (serial) => unlucky.get(serial) ?? 'PASS',
    });
    for (let pass = 0; pass < 12; pass += 1) {
      await runRound(storm.devices, CONCURRENCY);
      const open = storm.devices.filter((device) => isOnItsWay(device) || device.view().app?.version !== '1.3.0');
      if (open.length <= unlucky.size) break;
    }
    await storm.settled();
    // A device is where its last heartbeat says: each gets one through, behind all that was late.
    let unheard = storm.devices;
    for (let pass = 0; pass < 12 && unheard.length > 0; pass += 1) {
      const turns = await runRound(unheard, CONCURRENCY);
      unheard = unheard.filter((_device, index) => turns[index]?.outcome !== 'DONE');
    }
    await storm.settled();

    const rows = await sql(
      `select device.serial, i.status, p.firmware_version
         from installation i join device on device.id = i.device_id
         join device_presence p on p.device_id = device.id
        where i.release_id = $1 order by device.serial, i.attempt`,
      [id],
    );
    const told = new Map(rows.map(({ serial, status, firmware_version }) => [serial, { status, firmware_version }]));
    for (const device of storm.devices) {
      const { app } = device.view();
      const status = unlucky.has(device.serial) ? 'ROLLED_BACK' : 'SUCCESS';
      expect({ serial: device.serial, ...told.get(device.serial) }).toEqual({
        serial: device.serial,
        status,
        firmware_version: app?.version,
      });
      expect(app?.version).toBe(unlucky.has(device.serial) ? '1.0.0' : '1.3.0');
    }
    expect(rows).toHaveLength(IN_STORM);
  });

  it('a fleet of a thousand devices has correct statistics', async () => {
    const { kept, counted } = await counters();
    expect(kept).toEqual(counted);
  });
});
