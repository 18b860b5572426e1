import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row, rows } from '../../src/persistence/sql/query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { itInHeavy, RACE_ROUNDS, race, withoutGuard } from '../support/race.ts';

const AT_ONCE = 50;
const PASSWORD = 'Quiet-Harbour-71';
const NEW_PASSWORD = 'Wooden-Lantern-52';
const ADMINS = 'src/persistence/team/admin-repository.ts';
const SESSIONS = 'src/persistence/auth/session-repository.ts';
const LOCKS = 'src/persistence/sql/locks.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 40;
const MAX_ROUNDS = 20;

/** The races of the team and of sessions: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeTeamRaces(): void {
  describe(`fifty super admins who demote each other concurrently, ${RACE_ROUNDS} rounds`, () => {
    it('fifty super admins who demote each other concurrently leave at least one', async () => {
      const left = await rounds(await startTestApp(), everySuperAdminRemovesAnother);
      expect(Math.min(...left)).toBeGreaterThanOrEqual(1);
    });

    itInHeavy('leave none without the lock', async () => {
      const start = await withoutGuard(
        ADMINS,
        { lockActiveSuperAdmins: superAdminsWithoutLock },
        {
          [LOCKS]: { takeAdvisoryLock: () => Promise.resolve() },
          [SESSIONS]: { lockSessionForShare: () => Promise.resolve(true) },
        },
      );
      const broken = await breaks(await start(), everySuperAdminRemovesAnother, (left) => left === 0);
      expect(broken).toBe(true);
    });
  });

  describe(`a session that is revoked during its writes, ${RACE_ROUNDS} rounds`, () => {
    it('a session that is revoked during its writes writes nothing after the response to the revocation', async () => {
      expect(sum(await rounds(await startTestApp(), writtenAfterRevocation))).toBe(0);
    });

    itInHeavy('still writes without the lock', async () => {
      const start = await withoutGuard(SESSIONS, { lockSessionForShare: () => Promise.resolve(true) });
      const broken = await breaks(await start(), writtenAfterRevocation, (written) => written > 0);
      expect(broken).toBe(true);
    });
  });

  describe(`a password that is changed during sign-ins with the old one, ${RACE_ROUNDS} rounds`, () => {
    it('a password that is changed during sign-ins with the old one leaves no session of the old password', async () => {
      const app = await startTestApp();
      expect(sum(await rounds(app, () => sessionsOfOldPassword(app, app)))).toBe(0);
    });

    itInHeavy('leaves sessions of the old password if the login does not lock the account', async () => {
      const changing = await startTestApp();
      const start = await withoutGuard(ADMINS, { lockAdmin: accountWithoutLock });
      const signingIn = await start({ database: changing.database, clock: changing.clock });
      const play = () => sessionsOfOldPassword(signingIn, changing);
      const broken = await breaks(signingIn, play, (sessions) => sessions > 0);
      await changing.stop();
      expect(broken).toBe(true);
    });
  });
}

/** How many ACTIVE super admins are left of fifty. */
async function everySuperAdminRemovesAnother(app: TestApp): Promise<number> {
  await app.sql(`update admin set status = 'DISABLED' where role = 'SUPER_ADMIN'`);
  const callers: Caller[] = [];
  for (let i = 0; i < AT_ONCE; i += 1) callers.push(await app.as('SUPER_ADMIN'));
  await race(AT_ONCE, async (index) => {
    const target = callers[(index + 1) % AT_ONCE];
    const [what, body] = index % 2 === 0 ? ['role', { role: 'VIEWER' }] : ['status', { status: 'DISABLED' }];
    await callers[index]?.rest('PATCH', `/v1/admin/team/${target?.admin.id}/${what}`, body);
  });
  const [{ count }] = await app.sql(`select count(*)::int from admin where role = 'SUPER_ADMIN' and status = 'ACTIVE'`);
  return count;
}

/** How many admins a session made after the answer that it is revoked. */
async function writtenAfterRevocation(app: TestApp): Promise<number> {
  const root = await app.as('SUPER_ADMIN');
  const writer = await app.as('SUPER_ADMIN');
  const name = `race ${writer.admin.id}`;
  const made = async () => (await app.sql('select count(*)::int from admin where name = $1', [name]))[0].count;
  let madeUntilRevoked = 0;
  await race(AT_ONCE, async (index) => {
    if (index !== 5) {
      await writer.rest('POST', '/v1/admin/team', { name, email: `${index}.${writer.admin.email}`, role: 'VIEWER' });
      return;
    }
    await root.rest('POST', `/v1/admin/team/${writer.admin.id}/revoke-sessions`);
    madeUntilRevoked = await made();
  });
  return (await made()) - madeUntilRevoked;
}

/** How many sessions of the old password live after it was changed. */
async function sessionsOfOldPassword(signingIn: TestApp, changing: TestApp): Promise<number> {
  const admin = await insertAdmin(changing.sql, changing.clock.now(), { password: PASSWORD });
  const own = await insertSession(changing.sql, admin.id, changing.clock.now());
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await race(12, (index) =>
    index === 0
      ? changing.rest('PUT', '/v1/admin/auth/password', change, { cookie: `karvon_admin_session=${own.token}` })
      : signingIn.rest('POST', '/v1/admin/auth/login', { email: admin.email, password: PASSWORD }),
  );
  const alive = await changing.sql('select 1 from admin_session where admin_id = $1 and id <> $2', [admin.id, own.id]);
  return alive.length;
}

async function rounds(app: TestApp, play: (app: TestApp) => Promise<number>): Promise<number[]> {
  const outcomes: number[] = [];
  for (let round = 0; round < RACE_ROUNDS; round += 1) outcomes.push(await play(app));
  await app.stop();
  return outcomes;
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function breaks(
  app: TestApp,
  play: (app: TestApp) => Promise<number>,
  isWrong: (outcome: number) => boolean,
): Promise<boolean> {
  let wrong = false;
  for (let round = 0; round < MAX_ROUNDS && !wrong; round += 1) wrong = isWrong(await play(app));
  await app.stop();
  return wrong;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function superAdminsWithoutLock(em: EntityManager): Promise<string[]> {
  const found = await rows<{ id: string }>(em, `select id from admin where role = 'SUPER_ADMIN' and status = 'ACTIVE'`);
  await sleep(WINDOW_MS);
  return found.map(({ id }) => id);
}

async function accountWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  const account = await row(
    em,
    `select id, name, email, role, status, password_hash as "passwordHash", must_change_password as "mustChangePassword"
       from admin where id = $1`,
    [id],
  );
  await sleep(WINDOW_MS);
  return account;
}
