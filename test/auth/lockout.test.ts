import pg from 'pg';
import { scheduledJobs } from '../../src/domain/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { waiters } from '../support/lock-waiters.ts';
import { race } from '../support/race.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'Quiet-Harbour-71';
const WRONG = 'Not-the-password-1';
const SECOND = 1000;
const HOUR = 3_600_000;
const OWNER = '203.0.113.7';
const STRANGER = '198.51.100.66';
/** More networks than any person signs in from; test/heavy/sign-in-flood.test.ts has more. */
const MANY = 24;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '1' };
  app = await startTestApp({ env });
  // A second instance on the same database, with the same clock.
  other = await startTestApp({ env, database: app.database, clock: app.clock });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const anAdmin = () => insertAdmin(app.sql, app.clock.now(), { password: PASSWORD });
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const login = async (email: string, password: string, ip: string, at = app) =>
  (await at.rest('POST', '/v1/admin/auth/login', { email, password }, from(ip))).status;
/** A different address for each number, none of them the owner's or the stranger's. */
const address = (index: number) =>
  `10.${Math.floor(index / 62_500) % 250}.${Math.floor(index / 250) % 250}.${index % 250}`;

let used = 0;
async function attackFromManyNetworks(email: string, networks = MANY): Promise<void> {
  const first = used;
  used += networks;
  for (let index = first; index < first + networks; index += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, step) => login(email, WRONG, address(index + step))));
  }
}

describe('an attacker at one network', () => {
  it('an attacker at one network who sends a wrong password every 30 s does not lock out the owner', async () => {
    const { email } = await anAdmin();
    for (let round = 0; round < 12; round += 1) {
      expect(await login(email, WRONG, STRANGER)).toBe(401);
      app.clock.advance(30 * SECOND);
    }
    expect(await login(email, WRONG, STRANGER)).toBe(401);
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
  });

  it('an attacker at one network waits up to 30 s per guess, even after the owner has signed in', async () => {
    const { email } = await anAdmin();
    for (let guess = 0; guess < 5; guess += 1) await login(email, WRONG, STRANGER);
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
    expect(await login(email, PASSWORD, STRANGER)).toBe(401);
    app.clock.advance(SECOND);
    expect(await login(email, PASSWORD, STRANGER)).toBe(201);
  });

  it('an attacker at one network counts as one network within an IPv6 /64, and as another in the next', async () => {
    const { email } = await anAdmin();
    for (let guess = 1; guess <= 5; guess += 1) await login(email, WRONG, `2001:db8:1:2::${guess}`);
    expect(await login(email, PASSWORD, '2001:db8:1:2:ffff::1')).toBe(401);
    expect(await login(email, PASSWORD, '2001:db8:1:3::1')).toBe(201);
  });

  it('an attacker at one network is counted by that network, but named by its whole address', async () => {
    const ip = '2001:db8:1:4::7';
    const { email } = await anAdmin();
    expect(await login(email, PASSWORD, ip)).toBe(201);
    const [session] = await app.sql(
      'select s.ip, s.id from admin_session s join admin a on a.id = s.admin_id where a.email = $1',
      [email],
    );
    expect(session.ip).toBe(ip);
    expect(await app.sql('select ip from audit_entry where target_id = $1', [session.id])).toEqual([{ ip }]);
    const viewer = await app.as('VIEWER');
    expect((await viewer.rest('GET', '/v1/admin/team', undefined, { 'x-forwarded-for': ip })).status).toBe(403);
    const denied = await app.sql('select action, ip from audit_entry where actor_id = $1', [viewer.admin.id]);
    expect(denied).toEqual([{ action: 'accessDenied', ip }]);
  });

  it('an attacker at one network is delayed by every instance', async () => {
    const { email } = await anAdmin();
    for (let guess = 0; guess < 5; guess += 1) await login(email, WRONG, STRANGER, guess % 2 ? app : other);
    expect(await login(email, PASSWORD, STRANGER, other)).toBe(401);
    expect(await login(email, PASSWORD, STRANGER, app)).toBe(401);
    expect(await login(email, PASSWORD, OWNER, other)).toBe(201);
  });

  it('an attacker at one network gets no extra guesses by sending them concurrently to two instances', async () => {
    const { id, email } = await anAdmin();
    // Held up at the admin's row, so that all of them have compared their password before the first one is counted.
    const holder = new pg.Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from admin where id = $1 for update', [id]);
    const guesses = race(8, (index) => login(email, WRONG, STRANGER, index % 2 ? app : other));
    await until(async () => (await waiters(app.sql)) === 8);
    await holder.query('commit');
    await holder.end();
    await guesses;
    const [counted] = await app.sql('select failures from sign_in_network where admin_id = $1', [id]);
    const [account] = await app.sql('select failed_logins from admin where id = $1', [id]);
    // Four are free and the fifth starts the delay, during which nothing is compared.
    expect([counted.failures, account.failed_logins]).toEqual([5, 4]);
  });
});

describe('attackers at many networks', () => {
  it('attackers at many networks are delayed: even the right password then waits at a network new to the account', async () => {
    const { email } = await anAdmin();
    await attackFromManyNetworks(email);
    expect(await login(email, PASSWORD, address(used++))).toBe(401);
  });

  it('attackers at many networks do not delay the owner at a network where the account has signed in before', async () => {
    const { email } = await anAdmin();
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
    await attackFromManyNetworks(email);
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
  });

  it('attackers at many networks do not delay any other account', async () => {
    const [victim, neighbour] = [await anAdmin(), await anAdmin()];
    await attackFromManyNetworks(victim.email);
    expect(await login(neighbour.email, PASSWORD, address(used++))).toBe(201);
  });

  it('attackers at many networks who continue cannot extend the delay of the owner at a new network', async () => {
    const { email } = await anAdmin();
    await attackFromManyNetworks(email);
    expect(await login(email, PASSWORD, OWNER)).toBe(401);
    app.clock.advance(SECOND - 1);
    await attackFromManyNetworks(email, 8);
    expect(await login(email, PASSWORD, OWNER)).toBe(401);
    app.clock.advance(1);
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
  });

  it('attackers at many networks leave no delay once they have stopped', async () => {
    const { email } = await anAdmin();
    await attackFromManyNetworks(email);
    app.clock.advance(SECOND);
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
  });

  it('attackers from only a few networks count as people who mistype', async () => {
    const { email } = await anAdmin();
    for (let index = 0; index < 4; index += 1) {
      const ip = address(used++);
      for (let guess = 0; guess < 10; guess += 1) await login(email, WRONG, ip);
    }
    expect(await login(email, PASSWORD, OWNER)).toBe(201);
  });
});

describe('a wrong current password in a change of password', () => {
  const change = (currentPassword: string) => ({ currentPassword, newPassword: 'Wooden-Lantern-52' });

  it.each(['REST', 'GraphQL'])(
    'a wrong current password in a change of password over %s is a failed sign-in of the account at this network',
    async (transport) => {
      const caller = await app.as('SUPPORT', { password: PASSWORD });
      const attempt = async (password: string) => {
        if (transport === 'REST') {
          return caller.rest('PUT', '/v1/admin/auth/password', change(password), from(STRANGER));
        }
        const query = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { passwordChanged } }';
        return caller.gql(query, { input: change(password) }, from(STRANGER));
      };
      for (let guess = 0; guess < 5; guess += 1) expect((await attempt(WRONG)).status).toBe(401);
      const delayed = await attempt(PASSWORD);
      expect(delayed.status).toBe(429);
      expect(delayed.headers['retry-after']).toBe('1');
      expect(await login(caller.admin.email, PASSWORD, STRANGER)).toBe(401);
      expect(await login(caller.admin.email, PASSWORD, OWNER)).toBe(201);
      app.clock.advance(SECOND);
      expect((await attempt(PASSWORD)).status).toBe(200);
    },
  );

  it('a wrong current password in a change of password writes a loginFailed entry of the admin, without the password', async () => {
    const caller = await app.as('SUPPORT', { password: PASSWORD });
    const reply = await caller.rest('PUT', '/v1/admin/auth/password', change('Canary-Secret-99'), from(STRANGER));
    const entries = await auditOf(app, reply.headers['x-request-id']);
    expect(entries).toMatchObject([
      { action: 'loginFailed', actor_type: 'ADMIN', actor_id: caller.admin.id, target_id: caller.admin.id },
    ]);
    expect(JSON.stringify([entries, app.logs])).not.toContain('Canary-Secret-99');
  });
});

describe('stored sign-in data', () => {
  it('stored sign-in data is removed after the delays, and the networks of an account stay known', async () => {
    const { id, email } = await anAdmin();
    await login(email, PASSWORD, OWNER);
    await login(email, WRONG, STRANGER);
    const networks = async () =>
      (await app.sql('select network from sign_in_network where admin_id = $1 order by 1', [id])).map(
        (row) => row.network,
      );
    expect(await networks()).toEqual([STRANGER, OWNER]);
    const purge = () =>
      scheduledJobs(app.runtime, {} as never)
        .find(({ name }) => name === 'purgeSignIns')
        ?.run();
    app.clock.advance(HOUR + SECOND);
    await purge();
    expect(await networks()).toEqual([OWNER]);
    app.clock.advance(90 * 24 * HOUR);
    await purge();
    expect(await networks()).toEqual([]);
  });

  it('stored sign-in data of an account is forgotten an hour after the delay, and not before', async () => {
    const { id } = await anAdmin();
    const blockedUntil = app.clock.now();
    await app.sql('update admin set failed_logins = 30, login_blocked_until = $2 where id = $1', [id, blockedUntil]);
    const purge = () =>
      scheduledJobs(app.runtime, {} as never)
        .find(({ name }) => name === 'purgeSignIns')
        ?.run();
    const failures = async () =>
      (await app.sql('select failed_logins from admin where id = $1', [id]))[0].failed_logins;
    app.clock.advance(HOUR);
    await purge();
    expect(await failures()).toBe(30);
    app.clock.advance(1);
    await purge();
    expect(await failures()).toBe(0);
  });

  it('stored sign-in data does not exist for an unknown account', async () => {
    const before = await app.sql('select * from sign_in_network');
    for (let guess = 0; guess < 6; guess += 1) await login('nobody@karvon.test', WRONG, STRANGER);
    expect(await app.sql('select * from sign_in_network')).toEqual(before);
  });
});

it('a stored delay longer than the maximum comes from a wrong clock and is ignored', async () => {
  const { id, email } = await anAdmin();
  for (let guess = 0; guess < 5; guess += 1) await login(email, WRONG, STRANGER);
  await app.sql(`update sign_in_network set blocked_until = now() + interval '45 days' where admin_id = $1`, [id]);
  expect(await login(email, PASSWORD, STRANGER)).toBe(201);
});
