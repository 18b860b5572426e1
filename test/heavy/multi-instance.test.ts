import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { FIRST_ADMIN, type Sql } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LOGIN = '/v1/admin/auth/login';
const ME = '/v1/admin/auth/me';
const TEAM = '/v1/admin/team';
const SETTLE_MS = 3_000;

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let env: Readonly<Record<string, string>>;
let a: Service;
let b: Service;

/** Two on one empty database and one folder of keys, started at the same moment. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  ({ pool, sql } = openDatabase(database.url));
  env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder('instances'), RATE_LIMIT_STORE: 'postgres' };
  [a, b] = await startBoth();
});
afterAll(async () => {
  await Promise.all([a.stop(), b.stop()]);
  await pool.end();
  await database.drop();
});

function startBoth(): Promise<[Service, Service]> {
  return Promise.all([startService(env), startService(env)]);
}

/** The same caller at the other instance. */
const at = (service: Service, cookie: string) => service.client({ cookie });

describe('two instances on one database', () => {
  it('two instances on one database that start concurrently migrate it once and create one first admin', async () => {
    const migrations = await sql('select name, count(*)::int as times from migration group by name');
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.every(({ times }) => times === 1)).toBe(true);
    expect(await sql('select email, role from admin')).toEqual([{ email: FIRST_ADMIN.email, role: 'SUPER_ADMIN' }]);
    expect(await sql(`select 1 from audit_entry where action = 'createAdmin'`)).toHaveLength(1);
  });

  it('two instances on one database use the same keys', async () => {
    const admin = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const plan = { batchCode: 'BOTH-1', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 };
    const { body } = await admin.rest('POST', '/v1/admin/devices/batches', plan);
    const [{ id, serial }] = body.devices;
    const reset = await at(b, admin.cookie).rest('POST', `/v1/admin/devices/${id}/claim/reset`, {
      reason: 'Lost label',
    });
    expect([reset.status, reset.body.serial]).toEqual([201, serial]);
    // Sealed by one, opened by the other: an envelope carries the claim code.
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const envelope = await at(a, admin.cookie).rest('POST', `/v1/admin/devices/${id}/provisioning-envelope`, {
      serialNumber: serial,
      expectedHardwareRevision: 'rev-b',
      provisionerPublicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    });
    expect(envelope.status).toBe(201);
  });

  it('two instances on one database allow exactly five of fifty sign-ins, whichever instance gets them', async () => {
    await sql('delete from rate_limit');
    const { email } = await insertAdmin(sql, new Date(), { role: 'VIEWER', password: FIRST_ADMIN.password });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? a : b).client().rest('POST', LOGIN, { email, password: 'Wrong-Harbour-71' }),
      ),
    );
    expect(tally(replies)).toEqual({ 401: 5, 429: 45 });
    for (const service of [a, b]) {
      const next = await service.client().rest('POST', LOGIN, { email, password: 'Wrong-Harbour-71' });
      expect([next.status, next.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    }
  });

  it('two instances on one database share one rate limit, and the responses contain the remaining calls', async () => {
    await sql('delete from rate_limit');
    const { cookie } = await signedIn(a, sql, { role: 'VIEWER' });
    const left: number[] = [];
    for (const service of [a, b, a, b]) {
      const { headers } = await at(service, cookie).rest('GET', ME);
      left.push(Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]));
    }
    expect(left).toEqual([119, 118, 117, 116]);
  });

  it('two instances on one database apply revoked sessions, changed roles and suspensions of each other from the next request', async () => {
    const boss = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const { admin: clerk, cookie } = await signedIn(b, sql, { role: 'SUPER_ADMIN' });
    let clerkAtB = at(b, cookie);
    /** Each change below ends the sessions, as it should. */
    const signInAgain = async () => {
      const { token } = await insertSession(sql, clerk.id, new Date());
      clerkAtB = at(b, `karvon_admin_session=${token}`);
    };
    const seen = async () => (await clerkAtB.rest('GET', TEAM)).status;
    const change = async (method: string, path: string, body?: unknown) =>
      (await boss.rest(method, `${TEAM}/${clerk.id}/${path}`, body)).status;

    expect(await seen()).toBe(200);
    expect(await change('POST', 'revoke-sessions')).toBe(201);
    expect(await seen()).toBe(401);

    await signInAgain();
    expect(await seen()).toBe(200);
    expect(await change('PATCH', 'role', { role: 'SALES' })).toBe(200);
    expect(await seen()).toBe(401);
    await signInAgain();
    expect(await seen()).toBe(403);
    expect((await clerkAtB.rest('GET', ME)).body.admin.role).toBe('SALES');

    expect(await change('PATCH', 'status', { status: 'SUSPENDED' })).toBe(200);
    expect((await clerkAtB.rest('GET', ME)).status).toBe(401);

    const { id } = await insertSession(sql, boss.admin.id, new Date());
    expect((await at(b, boss.cookie).rest('DELETE', `/v1/admin/auth/sessions/${id}`)).status).toBe(200);
    const sessions = await boss.rest('GET', '/v1/admin/auth/sessions');
    expect(JSON.stringify(sessions.body)).not.toContain(id);
  });

  it('two instances on one database use settings that the other has just changed', async () => {
    const boss = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const { body } = await boss.rest('GET', '/v1/admin/settings');
    const { revision: _revision, updatedAt: _updatedAt, ...business } = body.business;
    const changed = { ...business, companyName: 'Karvon Samarkand' };
    expect((await boss.rest('PUT', '/v1/admin/settings/business', changed)).status).toBe(200);
    const other = await at(b, boss.cookie).rest('GET', '/v1/admin/settings');
    expect(other.body.business.companyName).toBe('Karvon Samarkand');
  });

  it('two instances on one database run each due job once', async () => {
    await sql(`create table purge (at timestamptz not null default clock_timestamp())`);
    await sql(`create function note_purge() returns trigger language plpgsql as $$
      begin insert into purge default values; return null; end $$`);
    await sql(
      `create trigger note_purge after delete on admin_session for each statement execute function note_purge()`,
    );
    await Promise.all([a.stop(), b.stop()]);
    // As if all instances had been down for most of an hour: whoever starts makes up for what was due.
    const known = await sql(
      `update graphile_worker._private_known_crontabs
          set known_since = now() - interval '1 day', last_execution = now() - interval '58 minutes' returning last_execution`,
    );
    expect(known.length).toBeGreaterThan(0);
    [a, b] = await startBoth();
    const dueSince = async () => {
      const [{ due }] = await sql(
        `select count(*)::int as due from generate_series(date_trunc('minute', $1::timestamptz) + interval '1 minute', now(), '1 minute') minute
          where extract(minute from minute) = 23`,
        [known[0].last_execution],
      );
      return due;
    };
    const done = async () => (await sql('select 1 from purge')).length;
    // Two minutes of each hour there was nothing to make up for; then there is nothing to see.
    if ((await dueSince()) > 0) await until(async () => (await done()) >= (await dueSince()));
    await sleep(SETTLE_MS);
    expect(await done()).toBe(await dueSince());
    expect(await sql('select last_error from graphile_worker.jobs where last_error is not null')).toEqual([]);
  });
});

function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
