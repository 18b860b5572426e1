import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row, rows } from '../../src/persistence/sql/query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { itInHeavy, RACE_ROUNDS, race, withoutGuard } from '../support/race.ts';
import { ask, installationsOf } from './signed-look-ups.ts';

const AT_ONCE = 50;
const ROOM = 10;
const HARDWARE = 'rev-race';
const OFFERS = 'src/persistence/offers/offer-repository.ts';
const FACTS = 'src/persistence/offers/offer-look-up.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 30;
const MAX_ROUNDS = 20;

type Start = typeof startTestApp;
/** One round. Gives what went wrong, in words; nothing when all went well. */
type Round = (house: House) => Promise<string[]>;

/** The races of offers: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeOfferRaces(): void {
  describe(`fifty concurrent look-ups, ${RACE_ROUNDS} rounds`, () => {
    let house: House;
    beforeAll(async () => {
      house = await open(startTestApp);
    });
    afterAll(() => house.app.stop());

    it('fifty concurrent look-ups of one device create one offer', async () =>
      expect(await play(house, askAtOnce, RACE_ROUNDS)).toEqual([]));

    it.each(['PAUSED', 'REVOKED'] as const)(
      'fifty concurrent look-ups of fifty devices create no offer after %s is acknowledged',
      async (lifecycle) => {
        expect(await play(house, askWhileStopped(lifecycle), RACE_ROUNDS)).toEqual([]);
      },
    );
  });

  describe('fifty concurrent look-ups without a lock', () => {
    itInHeavy('create one offer by the unique index alone, and several without it', async () => {
      const house = await open(await withoutGuard(OFFERS, { lockRequester: dwell }));
      expect(await play(house, askAtOnce, RACE_ROUNDS)).toEqual([]);
      await dropOfferIndexes(house.app);
      expect(await goesWrong(house, askAtOnce)).toBe(true);
      await house.app.stop();
    });

    itInHeavy('create offers of a stopped release if the release is not locked', async () => {
      const house = await open(await withoutGuard(FACTS, { lockOfferableForShare: readOfferable }));
      expect(await goesWrong(house, askWhileStopped('PAUSED'))).toBe(true);
      await house.app.stop();
    });
  });

  describe(`fifty devices and a limit of ten concurrent downloads, ${RACE_ROUNDS} rounds`, () => {
    it('fifty devices and a limit of ten concurrent downloads never get more than ten offers', async () => {
      const house = await open(startTestApp, ROOM);
      expect(await play(house, askForLeases, RACE_ROUNDS)).toEqual([]);
      await house.app.stop();
    });

    itInHeavy('get more than ten offers without the lock', async () => {
      const house = await open(await withoutGuard(OFFERS, { hasFreeLease: leaseWithoutLock }), ROOM);
      expect(await goesWrong(house, askForLeases)).toBe(true);
      await house.app.stop();
    });
  });
}

/** The service with fifty devices of one hardware revision. */
interface House {
  readonly app: TestApp;
  readonly manager: Caller;
  readonly devices: readonly MadeDevice[];
}

async function open(start: Start, room = 2_000): Promise<House> {
  const app = await start({ env: { MAX_CONCURRENT_DOWNLOADS: String(room) } });
  const manager = await app.as('FIRMWARE_MANAGER');
  const first = await makeDevice(app, { hardwareRevision: HARDWARE });
  const devices = [first];
  while (devices.length < AT_ONCE) {
    devices.push(await makeDevice(app, { hardwareRevision: HARDWARE, batchId: first.batchId, codeStatus: null }));
  }
  return { app, manager, devices };
}

/** A release for all of them, in place of the one of the round before. */
async function nextRelease(app: TestApp): Promise<MadeRelease> {
  await app.sql(`update release set lifecycle = 'REVOKED'`);
  return makeRelease(app, { hardwareRevision: HARDWARE });
}

const askAtOnce: Round = async ({ app, devices: [device] }) => {
  if (!device) return ['no device'];
  const release = await nextRelease(app);
  const replies = await race(AT_ONCE, () => ask(app, device));
  const told = new Set(replies.map(({ status, body }) => `${status} ${body.installationId}`));
  const made = (await installationsOf(app, device.id)).filter(({ release_id }) => release_id === release.id);
  return told.size === 1 && made.length === 1 ? [] : [`${made.length} rows, told ${[...told].join()}`];
};

const askWhileStopped =
  (lifecycle: 'PAUSED' | 'REVOKED'): Round =>
  async ({ app, manager, devices }) => {
    const release = await nextRelease(app);
    let acknowledged = false;
    const wrong: string[] = [];
    const asking = async (device: MadeDevice) => {
      const late = acknowledged;
      const { status, body } = await ask(app, device);
      if (status !== 200 || (late && body.updateAvailable)) wrong.push(`late: ${status} ${body.updateAvailable}`);
    };
    // Some ask before, some while, some after.
    const third = Math.ceil(devices.length / 3);
    await Promise.race(devices.slice(0, third).map(asking));
    const during = devices.slice(third, 2 * third).map(asking);
    const stopped = await manager.rest('PATCH', `/v1/admin/firmware/${release.id}/lifecycle`, { status: lifecycle });
    acknowledged = true;
    if (stopped.status !== 200) wrong.push(`the stop was refused: ${stopped.status} ${stopped.text}`);
    await Promise.all([...during, ...devices.slice(2 * third).map(asking)]);
    const [{ open } = { open: -1 }] = await app.sql(
      `select count(*)::int as open from installation
        where release_id = $1 and status = 'AVAILABLE' and closed_reason is null`,
      [release.id],
    );
    return open === 0 ? wrong : [...wrong, `${open} offers are open`];
  };

const askForLeases: Round = async ({ app, devices }) => {
  await nextRelease(app);
  await app.sql('update installation set updated_at = $1', [new Date(0)]);
  const replies = await Promise.all(devices.map((device) => ask(app, device)));
  const offered = replies.filter(({ body }) => body.updateAvailable);
  const refused = replies.filter(({ body }) => body.reason === 'DOWNLOADS_BUSY');
  const asExpected = offered.length === ROOM && refused.length === AT_ONCE - ROOM;
  const comeBack = refused.every(({ body }) => body.pollAfterSeconds >= 60 && body.pollAfterSeconds <= 600);
  return asExpected && comeBack ? [] : [`${offered.length} offered, ${refused.length} told to come back`];
};

async function play(house: House, round: Round, rounds: number): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < rounds; at += 1) found.push(...(await round(house)));
  return found;
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function goesWrong(house: House, round: Round): Promise<boolean> {
  for (let at = 0; at < MAX_ROUNDS; at += 1) if ((await round(house)).length > 0) return true;
  return false;
}

async function dropOfferIndexes(app: TestApp): Promise<void> {
  await app.sql('drop index installation_one_open');
  await app.sql('alter table installation drop constraint installation_attempt_unique');
}

async function dwell(): Promise<void> {
  await sleep(WINDOW_MS);
}

/** Reads what it should hold, and dwells on it. */
async function readOfferable(em: EntityManager, id: string): Promise<unknown> {
  const found = await row(
    em,
    `select id, revision, model, hardware_revision as "hardwareRevision", version, build_number as "buildNumber",
            security_version as "securityVersion", channel, lifecycle, target_device_id as "targetDeviceId", mandatory,
            mandatory_after as "mandatoryAfter", min_from_version as "minFromVersion", min_app_version as "minAppVersion",
            signed_by as "signedBy", rollout_percentage as "rolloutPercentage", rollout_started_at as "rolloutStartedAt"
       from release where id = $1 and lifecycle in ('ROLLING_OUT', 'PAUSED', 'COMPLETED')`,
    [id],
  );
  await dwell();
  return found;
}

async function leaseWithoutLock(
  em: EntityManager,
  { deviceId, since, cap }: { deviceId: string; since: Date; cap: number },
): Promise<boolean> {
  const taken = await rows(
    em,
    `select id from installation where status in ('AVAILABLE', 'QUEUED', 'DOWNLOADING') and closed_reason is null
        and updated_at > $2 and device_id <> $1`,
    [deviceId, since],
  );
  await dwell();
  return taken.length < cap;
}
