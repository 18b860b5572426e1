import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { LockedInstallation } from '../../src/persistence/installations/installation-fields.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import {
  type InstallationOverrides,
  type MadeInstallation,
  makeInstallation,
} from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { temporaryFolder } from '../support/run.ts';
import { transports } from './operator-transports.ts';
import { eventsOf, miscounted, report, rowOf } from './support.ts';

const AT_ONCE = 50;
const STORE = 'src/persistence/installations/installation-store.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 20;
const MAX_ROUNDS = 20;

type Start = typeof startTestApp;
/** Two instances on one database: reports that reach one of them at once share a transaction anyway. */
interface Service {
  readonly one: TestApp;
  readonly other: TestApp;
  readonly manager: Caller;
}
/** One round. Gives what went wrong, in words; nothing when all went well. */
type Round = (service: Service) => Promise<string[]>;

/** The races of installations: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeInstallationRaces(): void {
  describe.each([
    ['fifty concurrent reports of one installation', failAtOnce],
    ['a reconcile concurrent with a late report', reconcileAgainstReport],
    ['an interrupt concurrent with the last report', interruptAgainstSuccess],
  ] as const)(`%s, ${RACE_ROUNDS} rounds`, (_name, round) => {
    it('concurrent calls have one outcome', async () =>
      expect(await play(startTestApp, round, RACE_ROUNDS)).toEqual([]));

    itInHeavy('has two outcomes if the installation is not locked', async () => {
      const start = await withoutGuard(STORE, { lockInstallations: withoutLock, lockInstallingDevices: nothing });
      expect(await goesWrong(start, round)).toBe(true);
    });
  });

  it(`fifty concurrent copies of a report count once, ${RACE_ROUNDS} rounds`, async () => {
    expect(await play(startTestApp, repeatAtOnce, RACE_ROUNDS)).toEqual([]);
  });

  itInHeavy(
    'fifty concurrent copies of a report are stored once by the unique index alone, without the lock',
    async () => {
      const start = await withoutGuard(STORE, { lockInstallations: withoutLock, lockInstallingDevices: nothing });
      const found = await play(start, repeatAtOnce, RACE_ROUNDS);
      expect(found.join()).not.toMatch(/more than once|fault/);
    },
  );

  it(`concurrent reports of a fleet to two instances never deadlock, ${RACE_ROUNDS} rounds`, async () => {
    expect(await play(startTestApp, moveFleet, RACE_ROUNDS)).toEqual([]);
  });
}

async function withService<T>(start: Start, work: (service: Service) => Promise<T>): Promise<T> {
  // The keys are in the folder.
  const env = { DATA_DIR: temporaryFolder('instances') };
  const one = await start({ env });
  const other = await start({ env, database: one.database, clock: one.clock });
  try {
    return await work({ one, other, manager: await one.as('FIRMWARE_MANAGER') });
  } finally {
    await other.stop();
    await one.stop();
  }
}

function play(start: Start, round: Round, rounds: number): Promise<string[]> {
  return withService(start, async (service) => {
    const found: string[] = [];
    for (let at = 0; at < rounds; at += 1) found.push(...(await round(service)));
    return found;
  });
}

/** Whether a race without its guard goes wrong within 20 rounds. */
function goesWrong(start: Start, round: Round): Promise<boolean> {
  return withService(start, async (service) => {
    for (let at = 0; at < MAX_ROUNDS; at += 1) if ((await round(service)).length > 0) return true;
    return false;
  });
}

async function place({ one }: Service, overrides: InstallationOverrides) {
  const release = await makeRelease(one);
  const device = await makeDevice(one, { status: 'ACTIVE' });
  const installation = await makeInstallation(one, device, release, overrides);
  one.clock.advance(1_000);
  return { release, device, installation };
}

const faultsIn = (replies: readonly Reply[]) =>
  replies.filter(({ status }) => status >= 500).map(({ status, text }) => `a fault: ${status} ${text}`);
const count = (replies: readonly Reply[], status: number) => replies.filter((reply) => reply.status === status).length;

/** Each of them says FAILED at another moment: one of them is the end, the others are told that it has ended so. */
async function failAtOnce(service: Service): Promise<string[]> {
  const { one, other } = service;
  const { device, installation, release } = await place(service, { status: 'DOWNLOADING' });
  const now = one.clock.now().getTime();
  const said = {
    releaseId: release.id,
    installationId: installation.id,
    status: 'FAILED',
    failureReason: 'x',
  } as const;
  const replies = await race(AT_ONCE, (index) => report(index % 2 ? one : other, device, said, now + index));
  const applied = replies.filter(({ body }) => body.applied && !body.duplicate).length;
  const events = await eventsOf(one, installation.id);
  return [
    ...faultsIn(replies),
    ...(applied === 1 ? [] : [`${applied} reports ended it`]),
    ...(events.length === AT_ONCE ? [] : [`${events.length} reports kept of ${AT_ONCE}`]),
    ...(events.filter(({ applied: moved }) => moved).length === 1 ? [] : ['its history has two ends']),
    ...(await miscounted(one)).map((row) => JSON.stringify(row)),
  ];
}

/** A device that gets no answer says the same again and again: it is one report. */
async function repeatAtOnce(service: Service): Promise<string[]> {
  const { one, other } = service;
  const { device, installation, release } = await place(service, { status: 'DOWNLOADING' });
  const now = one.clock.now().getTime();
  const said = { releaseId: release.id, installationId: installation.id, status: 'VERIFYING' } as const;
  const replies = await race(AT_ONCE, (index) => report(index % 2 ? one : other, device, said, now));
  const first = replies.filter(({ status, body }) => status === 201 && body.applied && !body.duplicate).length;
  const again = replies.filter(({ status, body }) => status === 201 && body.applied && body.duplicate).length;
  return [
    ...faultsIn(replies),
    ...(first === 1 && again === AT_ONCE - 1 ? [] : [`${first} were the first, ${again} repeats`]),
    ...((await eventsOf(one, installation.id)).length === 1 ? [] : ['it was kept more than once']),
  ];
}

/** Given up by the server, then the device goes on while an operator calls it a success: not both. */
async function reconcileAgainstReport(service: Service): Promise<string[]> {
  const { one, other, manager } = service;
  const overrides = { status: 'FAILED', failureSource: 'SERVER', failureCode: 'STALLED_DOWNLOADING' } as const;
  const { device, installation, release } = await place(service, overrides);
  const now = one.clock.now().getTime();
  const said = { releaseId: release.id, installationId: installation.id, status: 'DOWNLOADING' } as const;
  const body = {
    releaseId: release.id,
    serial: device.serial,
    expectedVersion: release.version,
    expectedBuild: release.buildNumber,
    expectedSlot: 'ota_1',
    observedBootState: 'valid',
    observedOtaSessionState: 'IDLE',
    reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
  };
  const reconcile = transports[0]?.[1].reconcile;
  const replies = await race(AT_ONCE, (index): Promise<Reply> => {
    if (index % 2 && reconcile) return reconcile(manager, installation.id, body);
    return report(other, device, said, now + index);
  });
  const reconciled = count(
    replies.filter((_reply, index) => index % 2),
    201,
  );
  const followed = replies.filter((reply, index) => index % 2 === 0 && reply.body.applied).length;
  const { status } = await rowOf(one, installation.id);
  return [
    ...faultsIn(replies),
    ...(reconciled > 0 && followed > 0 ? [`${reconciled} reconciled and ${followed} followed`] : []),
    ...(reconciled === 0 && followed === 0 ? ['nobody got through'] : []),
    ...(status === (reconciled > 0 ? 'SUCCESS' : 'DOWNLOADING') ? [] : [`it is ${status}`]),
    ...(await miscounted(one)).map((row) => JSON.stringify(row)),
  ];
}

/** The device is done while an operator gives it up: one of them is too late, and told so. */
async function interruptAgainstSuccess(service: Service): Promise<string[]> {
  const { one, other, manager } = service;
  const { device, installation, release } = await place(service, { status: 'VALIDATING' });
  const now = one.clock.now().getTime();
  const said = { releaseId: release.id, installationId: installation.id, status: 'SUCCESS' } as const;
  const body = {
    releaseId: release.id,
    serial: device.serial,
    expectedVersion: release.version,
    expectedBuild: release.buildNumber,
    expectedFailureReason: 'stuck',
    failureCode: 'USER_CANCELLED_BY_OPERATOR',
  };
  const interrupt = transports[0]?.[1].interrupt;
  const replies = await race(AT_ONCE, (index): Promise<Reply> => {
    if (index % 2 && interrupt) return interrupt(manager, installation.id, body);
    return report(other, device, said, now + index);
  });
  const interrupted = count(
    replies.filter((_reply, index) => index % 2),
    201,
  );
  const succeeded = count(
    replies.filter((_reply, index) => index % 2 === 0),
    201,
  );
  const { status } = await rowOf(one, installation.id);
  return [
    ...faultsIn(replies),
    ...(interrupted > 0 && succeeded > 0 ? [`${interrupted} interrupted and ${succeeded} succeeded`] : []),
    ...(status === (interrupted > 0 ? 'FAILED' : 'SUCCESS') ? [] : [`it is ${status}`]),
    ...(await miscounted(one)).map((row) => JSON.stringify(row)),
  ];
}

/** Devices of one release that move from many states to many: each instance counts them in its own order. */
async function moveFleet(service: Service): Promise<string[]> {
  const { one, other } = service;
  const release = await makeRelease(one);
  const states = ['AVAILABLE', 'QUEUED', 'DOWNLOADING', 'VERIFYING', 'INSTALLING'] as const;
  const says = ['QUEUED', 'DOWNLOADING', 'VERIFYING', 'INSTALLING', 'REBOOTING', 'SUCCESS', 'FAILED'] as const;
  const fleet: { device: MadeDevice; installation: MadeInstallation }[] = [];
  for (let made = 0; made < AT_ONCE; made += 1) {
    const device = await makeDevice(one, { status: 'ACTIVE' });
    const status = states[made % states.length] ?? 'AVAILABLE';
    fleet.push({ device, installation: await makeInstallation(one, device, release, { status }) });
  }
  one.clock.advance(1_000);
  const replies = await race(AT_ONCE * 4, (index) => {
    const { device, installation } = fleet[index % AT_ONCE] ?? raise();
    const status = says[(index * 5 + 3) % says.length] ?? 'QUEUED';
    const said = { releaseId: release.id, installationId: installation.id, status };
    return report(index % 3 ? one : other, device, said, one.clock.now().getTime() + index);
  });
  return [...faultsIn(replies), ...(await miscounted(one)).map((row) => JSON.stringify(row))];
}

function raise(): never {
  throw new Error('the fleet is too small');
}

async function withoutLock(em: EntityManager, ids: readonly string[]): Promise<LockedInstallation[]> {
  // Of the modules loaded anew, not of this file's.
  const { INSTALLATION_COLUMNS } = await unguarded<
    typeof import('../../src/persistence/installations/installation-store.ts')
  >('src/persistence/installations/installation-store.ts');
  const { rows } = await unguarded<typeof import('../../src/persistence/sql/query.ts')>('src/persistence/sql/query.ts');
  const found = await rows<LockedInstallation>(
    em,
    `select ${INSTALLATION_COLUMNS} from installation i where i.id = any($1::uuid[]) order by i.id`,
    [ids],
  );
  await sleep(WINDOW_MS);
  return found;
}

async function nothing(): Promise<void> {
  // A guard that is not there.
}
