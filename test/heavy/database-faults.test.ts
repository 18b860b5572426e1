import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { draft, plan } from '../inventory/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const BATCHES = '/v1/admin/inventory/batches';
const STATEMENT_TIMEOUT_MS = 1_500;
/** What tells "in time" from "never"; a slow machine takes longer than the 9 s that its own limits add up to. */
const BUDGET_MS = 30_000;
const HEALTH_BUDGET_MS = 15_000;
const CALLERS = 8;
const PAUSE_MS = 20;
const ADMINS = 60;

let postgres: OwnPostgres;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
/** Enough of them that none comes to a limit. */
let admins: Caller[];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await migrate(postgres.url);
  ({ pool, sql } = openDatabase(postgres.url));
  service = await startService({
    DATABASE_URL: postgres.url,
    DATA_DIR: temporaryFolder('faults'),
    DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
    DATABASE_POOL_SIZE: '4',
    // Each call comes from an address of its own: this is not about limits.
    TRUSTED_PROXIES: '1',
  });
  admins = await Promise.all(Array.from({ length: ADMINS }, () => signedIn(service, sql)));
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

interface Answer extends Pick<Reply, 'status' | 'headers'> {
  readonly what: string;
  readonly code: string | undefined;
  readonly ms: number;
}

async function timed(what: string, call: () => Promise<Reply>): Promise<Answer> {
  const from = performance.now();
  const { status, headers, body } = await call();
  return { what, status, headers, code: body?.error?.code, ms: performance.now() - from };
}

const KINDS = {
  read: (by: Caller) => by.rest('GET', BATCHES),
  'typed read': (by: Caller) => by.gql('{ batches { totalCount } }'),
  write: (by: Caller) => by.rest('POST', BATCHES, plan()),
  login: (by: Caller) =>
    by.rest('POST', '/v1/admin/auth/login', { email: 'nobody@karvon.test', password: 'Some-Harbour-71' }, from()),
  // Its proof is refused once the device was looked for.
  heartbeat: () => {
    const { body, headers } = signedHeartbeat(new Date(), { serial: 'NOBODY-0000000000', secret: Buffer.alloc(32) });
    return service.client().rest('POST', HEARTBEAT, body, { ...headers, ...from() });
  },
};
/** What each is answered when nothing is wrong. */
const WELL = new Set([200, 201, 401]);

let calls = 0;
/** An address that nobody else has. */
function from(): Readonly<Record<string, string>> {
  calls += 1;
  return { 'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
}
function someAdmin(): Caller {
  calls += 1;
  const admin = admins[calls % ADMINS];
  if (!admin) throw new Error('There are no admins.');
  return admin;
}
const askHealth = () => service.client().rest('GET', '/health', undefined, from());

/** Callers of every kind, each one call after the other, and someone who watches health. */
function startLoad() {
  const answers: Answer[] = [];
  const health: Answer[] = [];
  let going = true;
  const kinds = Object.entries(KINDS);
  const callers = Array.from({ length: CALLERS }, async () => {
    while (going) {
      for (const [what, kind] of kinds) {
        if (going) answers.push(await timed(what, () => kind(someAdmin())));
        await sleep(PAUSE_MS);
      }
    }
  });
  const watcher = (async () => {
    while (going) {
      const answer = await timed('health', askHealth);
      health.push(answer);
      await sleep(600);
    }
  })();
  return {
    answers,
    health,
    async stop() {
      going = false;
      await Promise.all([...callers, watcher]);
    },
  };
}

/** Whatever happened, callers were told in time, in our words, when to come back, and never that the fault is ours. */
function expectGoodManners({ answers, health }: { answers: readonly Answer[]; health: readonly Answer[] }): void {
  const wrong = answers.filter(
    ({ status, code, headers }) =>
      !WELL.has(status) &&
      !(
        status === 503 &&
        ['SERVICE_UNAVAILABLE', 'OVERLOADED'].includes(code ?? '') &&
        Number(headers['retry-after']) >= 1
      ),
  );
  expect(wrong).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(BUDGET_MS);
  expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Math.max(...health.map(({ ms }) => ms))).toBeLessThan(HEALTH_BUDGET_MS);
}

async function healthIs(status: string): Promise<boolean> {
  return (await askHealth()).body.status === status;
}

const countOf = (answers: readonly Answer[], status: number) => answers.filter((each) => each.status === status).length;

/** Everything works, and on the very connections that saw the fault. */
async function expectRecovered(): Promise<void> {
  await until(() => healthIs('ok'));
  await until(async () => {
    const replies = await Promise.all(Array.from({ length: CALLERS }, () => someAdmin().rest('GET', BATCHES)));
    return replies.every(({ status }) => status === 200);
  });
  await draft(someAdmin());
  expect((await someAdmin().gql('{ batches { totalCount } }')).body.errors).toBeUndefined();
}

describe('when PostgreSQL', () => {
  it('when PostgreSQL restarts, requests fail with Retry-After and the service recovers by itself', async () => {
    const load = startLoad();
    for (let round = 0; round < 3; round++) {
      const before = countOf(load.answers, 201);
      await until(() => countOf(load.answers, 201) > before + 5);
      await postgres.restart();
    }
    await expectRecovered();
    await load.stop();
    expectGoodManners(load);
  });

  it('when PostgreSQL is killed and down for a while, the health check fails and the service recovers by itself', async () => {
    const load = startLoad();
    await until(() => countOf(load.answers, 201) > 5);
    await postgres.kill9();
    await until(() => healthIs('degraded'));
    await until(() => countOf(load.answers, 503) > CALLERS);
    await postgres.restart();
    await expectRecovered();
    await load.stop();
    expectGoodManners(load);
  });

  it('hangs, requests fail within their time limit, the health check responds quickly, and the service recovers by itself', async () => {
    const load = startLoad();
    await until(() => countOf(load.answers, 201) > 5);
    postgres.pause();
    await until(() => healthIs('degraded'));
    const before = countOf(load.answers, 503);
    await until(() => countOf(load.answers, 503) > before + CALLERS);
    postgres.resume();
    await expectRecovered();
    await load.stop();
    expectGoodManners(load);
  });
});

describe('when PostgreSQL hangs', () => {
  /** docs/api/errors-and-limits.md promises 10 s; the rest is for a slow machine. Without the promise these calls wait 19 s and longer. */
  const PROMISE_MS = 15_000;
  const EXPORT = '/v1/admin/exports/batches';
  const WAITING = {
    read: KINDS.read,
    'typed read': KINDS['typed read'],
    write: KINDS.write,
    login: () =>
      patient
        .client()
        .rest('POST', '/v1/admin/auth/login', { email: 'nobody@karvon.test', password: 'Some-Harbour-71' }, from()),
    heartbeat: () => {
      const { body, headers } = signedHeartbeat(new Date(), { serial: 'NOBODY-0000000000', secret: Buffer.alloc(32) });
      return patient.client().rest('POST', HEARTBEAT, body, { ...headers, ...from() });
    },
    report: (by: Caller) => by.rest('GET', '/v1/admin/analytics/sales?range=30d'),
    'typed report': (by: Caller) => by.gql('{ overview { devices { total } } }'),
    question: (by: Caller) => by.gql('{ deviceMetrics(query: { metrics: [DEVICES] }) { rows { metrics } } }'),
    export: (by: Caller) => by.rest('GET', EXPORT),
    'public read': () => patient.client().rest('GET', '/v1/public/preorder-config', undefined, from()),
    'code status': () =>
      patient.client().rest('POST', '/v1/devices/pair/code-status', { claimCode: 'Z'.repeat(27) }, from()),
  };
  let patient: Service;
  let people: Caller[];

  it('every call is answered 503 within the promised time, also one that came after others had begun to wait', async () => {
    patient = await startService({
      DATABASE_URL: postgres.url,
      DATA_DIR: temporaryFolder('patient'),
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      TRUSTED_PROXIES: '1',
    });
    people = await Promise.all(Array.from({ length: 8 }, () => signedIn(patient, sql)));
    const kinds = Object.entries(WAITING);
    const call = ([what, kind]: (typeof kinds)[number], at: number) =>
      timed(what, () => kind(people[at % people.length] as Caller));
    for (const kind of kinds) expect((await call(kind, 0)).status).not.toBe(503);
    postgres.pause();
    try {
      const answers: Promise<Answer>[] = [];
      for (let round = 0; round < 4; round += 1) {
        answers.push(...kinds.map(call));
        await sleep(1_500);
      }
      const all = await Promise.all(answers);
      const wrong = all.filter(
        ({ status, headers, ms }) => status !== 503 || Number(headers['retry-after']) < 1 || ms > PROMISE_MS,
      );
      expect(wrong.map(({ what, status, code, ms }) => ({ what, status, code, ms }))).toEqual([]);
    } finally {
      postgres.resume();
    }
    await until(async () => (await (people[0] as Caller).rest('GET', BATCHES)).status === 200);
    expect((await (people[0] as Caller).rest('GET', EXPORT)).status).toBe(200);
    await patient.stop();
  });
});

describe('when all connections are taken', () => {
  it('requests of admins fail with OVERLOADED, while devices and the health check are served', async () => {
    const holder = new pg.Client({ connectionString: postgres.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin; lock table inventory_batch in access exclusive mode');
    const waiting = Array.from({ length: 40 }, () => timed('read', () => someAdmin().rest('GET', BATCHES)));
    await sleep(300);
    const [health, heartbeat] = await Promise.all([
      timed('health', askHealth),
      timed('heartbeat', () => KINDS.heartbeat()),
    ]);
    expect([health.status, await healthIs('ok')]).toEqual([200, true]);
    expect(health.ms).toBeLessThan(HEALTH_BUDGET_MS);
    expect([heartbeat.status, heartbeat.code]).toEqual([401, 'DEVICE_PROOF_INVALID']);
    expect(heartbeat.ms).toBeLessThan(HEALTH_BUDGET_MS);

    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['503 OVERLOADED']));
    for (const { headers, ms } of answers) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(ms).toBeLessThan(BUDGET_MS);
    }
    await holder.query('rollback');
    await holder.end();
    await expectRecovered();
  });
});

// Last: what left a service running is killed before any other `afterAll` (test/support/service.ts).
it('the same process survives all of these faults and exits cleanly', async () => {
  expect([service.exitCode, service.output()]).toEqual([null, expect.not.stringMatching(/unhandled|uncaught/i)]);
  expect(await service.stop()).toBe(0);
});
