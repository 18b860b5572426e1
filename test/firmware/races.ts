import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { postForm } from '../support/form.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { FIELDS, FIRMWARE, madeRelease, nextBuild, setLifecycle } from './releases.ts';

const AT_ONCE = 50;
const RELEASES = 'src/persistence/firmware/release-repository.ts';
const LOCKS = 'src/persistence/sql/locks.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 20;
const MAX_ROUNDS = 20;
const key = makeReleaseKey();

type Start = typeof startTestApp;
/** One round. Gives what went wrong, in words; nothing when all went well. */
type Round = (app: TestApp, manager: Caller) => Promise<string[]>;

/** The races of releases: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeReleaseRaces(): void {
  describe(`fifty concurrent uploads of one package, ${RACE_ROUNDS} rounds`, () => {
    it('fifty concurrent uploads of one package create one release', async () =>
      expect(await play(startTestApp, uploadOnce, RACE_ROUNDS)).toEqual([]));

    itInHeavy('create one release by the constraint alone', async () => {
      const start = await withoutGuard(RELEASES, { findReleaseOfBuild: async () => undefined });
      expect(await play(start, uploadOnce, RACE_ROUNDS)).toEqual([]);
    });

    itInHeavy('create several releases without the constraint', async () =>
      expect(
        await goesWrong(startTestApp, uploadOnce, 'alter table release drop constraint release_version_unique'),
      ).toBe(true),
    );
  });

  describe(`two concurrent transitions of one release, ${RACE_ROUNDS} rounds`, () => {
    it('two concurrent transitions of one release are executed one after the other, or one of them fails', async () =>
      expect(await play(startTestApp, moveOne, RACE_ROUNDS)).toEqual([]));

    itInHeavy('are both executed on the same state without the lock', async () => {
      const start = await withoutGuard(RELEASES, { lockRelease: releaseWithoutLock });
      expect(await goesWrong(start, moveOne)).toBe(true);
    });
  });

  describe(`concurrent rollouts of releases of one build, ${RACE_ROUNDS} rounds`, () => {
    it('concurrent rollouts of releases of one build fail except for one', async () =>
      expect(await play(startTestApp, startMany, RACE_ROUNDS)).toEqual([]));

    itInHeavy('succeed more than once without the advisory lock', async () => {
      const start = await withoutGuard(LOCKS, { takeAdvisoryLock: () => sleep(WINDOW_MS) });
      expect(await goesWrong(start, startMany)).toBe(true);
    });
  });
}

async function open(start: Start) {
  const app = await start({ env: { DATA_DIR: trustingFolder([key]) } });
  return { app, manager: await app.as('FIRMWARE_MANAGER') };
}

async function play(start: Start, round: Round, rounds: number): Promise<string[]> {
  const { app, manager } = await open(start);
  try {
    const found: string[] = [];
    for (let at = 0; at < rounds; at += 1) found.push(...(await round(app, manager)));
    return found;
  } finally {
    await app.stop();
  }
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function goesWrong(start: Start, round: Round, without?: string): Promise<boolean> {
  const { app, manager } = await open(start);
  try {
    if (without) await app.sql(without);
    for (let at = 0; at < MAX_ROUNDS; at += 1) if ((await round(app, manager)).length > 0) return true;
    return false;
  } finally {
    await app.stop();
  }
}

async function uploadOnce(app: TestApp, manager: Caller): Promise<string[]> {
  const buildNumber = nextBuild();
  const { bytes, sha256 } = await makePackage([key], { manifest: { buildNumber } });
  const replies = await race(AT_ONCE, () => postForm(manager, `${FIRMWARE}/packages`, FIELDS, bytes));
  const won = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter(({ body }) => body?.error?.code === 'RELEASE_CONFLICT').length;
  const [{ rows, entries }] = await app.sql(
    `select (select count(*)::int from release where build_number = $1) as rows,
            (select count(*)::int from audit_entry where detail->>'buildNumber' = $1::text) as entries`,
    [buildNumber],
  );
  return [
    ...(won === 1 ? [] : [`${won} uploads won`]),
    ...(refused === AT_ONCE - 1 ? [] : [`${refused} were told that it is there`]),
    ...(rows === 1 && entries === 1 ? [] : [`${rows} rows, ${entries} entries`]),
    ...((await app.runtime.storage.size(sha256)) === undefined ? ['no image'] : []),
  ];
}

/** Pauses and completes: whoever comes second finds the other’s state. A paused one can be completed, not the other way. */
async function moveOne(app: TestApp, manager: Caller): Promise<string[]> {
  const hardware = `rev-${nextBuild()}`;
  const release = await madeRelease(manager, key, { manifest: { hardwareRevisions: [hardware] } }, [
    'READY',
    'ROLLING_OUT',
  ]);
  await makeInstallation(app, await makeDevice(app), release);
  const replies = await race(10, (index) =>
    setLifecycle(manager, release.id, { status: index % 2 === 0 ? 'PAUSED' : 'COMPLETED' }),
  );
  const codes = replies.flatMap(({ body }) => body.error?.code ?? []);
  const events = await app.sql(
    `select from_lifecycle as f, to_lifecycle as t from release_event where release_id = $1 and from_lifecycle in ('ROLLING_OUT', 'PAUSED', 'COMPLETED') order by at, id`,
    [release.id],
  );
  const told = events
    .map(({ f, t }) => `${f}>${t}`)
    .sort()
    .join(' ');
  const legal = ['ROLLING_OUT>COMPLETED', 'PAUSED>COMPLETED ROLLING_OUT>PAUSED'];
  const [{ entries }] = await app.sql(
    `select count(*)::int as entries from audit_entry where target_id = $1 and action = 'setReleaseLifecycle' and changes->'lifecycle'->>'to' in ('PAUSED', 'COMPLETED')`,
    [release.id],
  );
  return [
    ...(codes.every((code) => code === 'INVALID_LIFECYCLE_TRANSITION') ? [] : [`refused with ${[...new Set(codes)]}`]),
    ...(legal.includes(told) ? [] : [`went ${told}`]),
    ...(entries === events.length ? [] : [`${entries} entries of ${events.length} moves`]),
  ];
}

async function startMany(app: TestApp, manager: Caller): Promise<string[]> {
  const buildNumber = nextBuild();
  const hardware = `rev-${buildNumber}`;
  const made: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { id } = await madeRelease(
      manager,
      key,
      { image: { version: `1.0.${at}` }, manifest: { buildNumber, hardwareRevisions: [hardware] } },
      ['READY'],
    );
    made.push(id);
  }
  const replies = await race(made.length, (index) =>
    setLifecycle(manager, made[index] ?? '', { status: 'ROLLING_OUT' }),
  );
  const won = replies.filter(({ status }) => status === 200).length;
  const [{ rolling }] = await app.sql(
    `select count(*)::int as rolling from release where hardware_revision = $1 and lifecycle = 'ROLLING_OUT'`,
    [hardware],
  );
  return won === 1 && rolling === 1 ? [] : [`${won} were started, ${rolling} roll out`];
}

async function releaseWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  // The entity of the modules loaded anew, not of this file's.
  const { Release } = await unguarded<typeof import('../../src/persistence/firmware/release.entity.ts')>(
    'src/persistence/firmware/release.entity.ts',
  );
  const release = await em.findOne(Release, { id });
  await sleep(WINDOW_MS);
  return release;
}
