import fc from 'fast-check';
import { takesPlaceFrom } from '../../src/domain/offers/lease-rules.ts';
import { failStalled } from '../../src/domain/stalls/fail-stalled.ts';
import { hasFreeLease } from '../../src/persistence/offers/offer-repository.ts';
import { answerFor, ask } from '../installations/signed-look-ups.ts';
import { attemptsOf, HOUR_MS, MINUTE_MS, makeFleet, type SmallFleet } from '../installations/small-fleet.ts';
import { report, rowOf } from '../installations/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { MadeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';

const ROOM = 5;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MAX_CONCURRENT_DOWNLOADS: String(ROOM) } });
});
/** What other tests have left takes no place. */
beforeEach(() => app.clock.advance(HOUR_MS));
afterAll(() => app.stop());

const begin = async ({ release }: SmallFleet, device: MadeDevice) => {
  const { installationId } = (await ask(app, device)).body;
  const said = { releaseId: release.id, installationId, status: 'DOWNLOADING' } as const;
  expect((await report(app, device, said)).status).toBe(201);
  return said;
};

describe('a limit of five concurrent downloads', () => {
  it('a limit of five concurrent downloads is not used up by five devices that ask for ever and never report', async () => {
    const fleet = await makeFleet(app, ROOM + 1);
    const pollers = fleet.devices.slice(0, ROOM);
    const [sixth] = fleet.devices.slice(ROOM);
    if (!sixth) throw new Error('six devices were made');
    for (const device of pollers) expect(await answerFor(app, device)).toBe(fleet.release.id);
    expect(await answerFor(app, sixth)).toBe('DOWNLOADS_BUSY');
    for (const _tenMinutes of [5, 10]) {
      app.clock.advance(5 * MINUTE_MS);
      for (const device of pollers) expect(await answerFor(app, device)).toBe(fleet.release.id);
    }
    expect(await answerFor(app, sixth)).toBe(fleet.release.id);
  });

  it('a limit of five concurrent downloads has room for another release for a device that has one of its places', async () => {
    const fleet = await makeFleet(app, ROOM);
    for (const device of fleet.devices) expect(await answerFor(app, device)).toBe(fleet.release.id);
    const { hardwareRevision } = fleet.device;
    const better = await makeRelease(app, { hardwareRevision, version: '3.0.0' });
    expect(await answerFor(app, fleet.device)).toBe(better.id);
  });

  it('a limit of five concurrent downloads shows who asks for ever: the leases that it did not use, and after a day that it is silent', async () => {
    const fleet = await makeFleet(app);
    const { installationId } = (await ask(app, fleet.device)).body;
    for (let asked = 0; asked < 3; asked += 1) {
      app.clock.advance(10 * MINUTE_MS);
      await ask(app, fleet.device);
    }
    expect(await rowOf(app, installationId)).toMatchObject({ unused_leases: 3, silent: false });
    app.clock.advance(DAY_MS);
    await failStalled(app.runtime);
    await ask(app, fleet.device);
    await failStalled(app.runtime);
    expect(await rowOf(app, installationId)).toMatchObject({ status: 'AVAILABLE', unused_leases: 4, silent: true });
    await report(app, fleet.device, { releaseId: fleet.release.id, installationId, status: 'DOWNLOADING' });
    expect(await rowOf(app, installationId)).toMatchObject({ silent: false, stuck_since: null });
  });

  it('a limit of five concurrent downloads is used up by five devices that report', async () => {
    const fleet = await makeFleet(app, ROOM + 1);
    const [sixth] = fleet.devices.slice(ROOM);
    if (!sixth) throw new Error('six devices were made');
    const under = [];
    for (const device of fleet.devices.slice(0, ROOM)) under.push({ device, said: await begin(fleet, device) });
    for (let minutes = 0; minutes < 30; minutes += 5) {
      app.clock.advance(5 * MINUTE_MS);
      for (const { device, said } of under) await report(app, device, said);
      expect(await answerFor(app, sixth)).toBe('DOWNLOADS_BUSY');
    }
    app.clock.advance(10 * MINUTE_MS);
    expect(await answerFor(app, sixth)).toBe(fleet.release.id);
  });

  it('a limit of five concurrent downloads is not used up by downloads that are marked as silent, and fail', async () => {
    const fleet = await makeFleet(app, ROOM + 1);
    const [sixth] = fleet.devices.slice(ROOM);
    if (!sixth) throw new Error('six devices were made');
    const silent = await attemptsOf(app, fleet, fleet.devices.slice(0, ROOM), { status: 'DOWNLOADING' });
    app.clock.advance(2 * HOUR_MS);
    await failStalled(app.runtime);
    expect(await rowOf(app, silent[0]?.id ?? '')).toMatchObject({ status: 'DOWNLOADING', silent: true });
    expect(await answerFor(app, sixth)).toBe(fleet.release.id);
  });

  it('a limit of five concurrent downloads holds for devices that come back together after their leases were over', async () => {
    const fleet = await makeFleet(app, ROOM + 3);
    for (const device of fleet.devices) {
      expect(await answerFor(app, device)).toBe(fleet.release.id);
      app.clock.advance(10 * MINUTE_MS);
    }
    app.clock.advance(3 * DAY_MS);
    const told = await Promise.all(fleet.devices.map((device) => answerFor(app, device)));
    expect(told.filter((answer) => answer === 'DOWNLOADS_BUSY')).toHaveLength(3);
  });
});

it('the database counts the places that are taken from a device as the rule does', async () => {
  const lease = fc.record({ used: fc.boolean(), unusedLeases: fc.integer({ min: 0, max: 3 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(lease, { maxLength: 8 }),
      fc.integer({ min: 0, max: 3 }),
      async (leases, unusedLeases) => {
        app.clock.advance(HOUR_MS);
        const fleet = await makeFleet(app, leases.length + 1);
        for (const [index, { used, ...of }] of leases.entries()) {
          await attemptsOf(app, fleet, fleet.devices.slice(index + 1, index + 2), {
            status: used ? 'DOWNLOADING' : 'AVAILABLE',
            ...of,
          });
        }
        const taken = leases.filter((each) => takesPlaceFrom(each, { unusedLeases })).length;
        const since = new Date(app.clock.now().getTime() - MINUTE_MS);
        const question = { deviceId: fleet.device.id, since, unusedLeases };
        const isFree = (cap: number) => app.runtime.em().transactional((em) => hasFreeLease(em, { ...question, cap }));
        expect([await isFree(taken), await isFree(taken + 1)]).toEqual([false, true]);
      },
    ),
    { numRuns: 20 },
  );
});
