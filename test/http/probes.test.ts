import { Agent, request } from 'node:http';
import { poolOf } from '../../src/persistence/sql/lent-pool.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { race } from '../support/race.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';

const LIMIT = 120;

describe('/livez and /readyz', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ limits: 'real' });
  });
  afterAll(() => app.stop());

  it.each(['/livez', '/readyz'])('%s answers without a limit, with GET and HEAD', async (path) => {
    const replies = await race(3 * LIMIT, () => app.rest('GET', path));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"status":"ok"}']));
    const [{ headers } = { headers: {} }] = replies;
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
    expect(headers).not.toHaveProperty('ratelimit');
    const head = await app.rest('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it.each(['/livez', '/readyz'])('%s answers no other method', async (path) => {
    const reply = await app.rest('POST', path);
    expect([reply.status, reply.body.error.code, reply.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'HEAD, GET',
    ]);
  });

  it('neither /livez nor /readyz is logged at info', async () => {
    const probed = new Set(['/livez', '/readyz']);
    await Promise.all([...probed].map((path) => app.rest('GET', path)));
    const lines = app.logs.filter(({ route }) => probed.has(route));
    expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['debug']));
  });

  it('concurrent probes query the database once, and /livez never', async () => {
    expect(await statementsOf(() => race(200, () => app.rest('GET', '/livez')))).toBe(0);
    const from = performance.now();
    const asked = await statementsOf(async () => {
      await race(200, () => app.rest('GET', '/readyz'));
      await race(200, () => app.rest('GET', '/readyz'));
    });
    // Once a second, with a few statements.
    const seconds = Math.ceil((performance.now() - from) / 1000);
    expect(asked).toBeLessThanOrEqual(5 * (1 + seconds));
  });
});

describe('an instance that is not ready', () => {
  it('is alive but not ready while its database is unavailable, and ready again afterwards', async () => {
    const app = await startTestApp();
    const probe = async () => {
      const [live, ready] = await Promise.all([app.rest('GET', '/livez'), app.rest('GET', '/readyz')]);
      return [live.status, ready.status];
    };
    const becomes = async (...expected: number[]) => {
      await until(async () => String(await probe()) === String(expected));
    };
    try {
      expect(await probe()).toEqual([200, 200]);
      const unlock = await lockOut(app);
      await becomes(200, 503);
      const { body, headers } = await app.rest('GET', '/readyz');
      expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(body.error.requestId).toBe(headers['x-request-id']);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(app.logs.filter(({ route, level }) => route === '/readyz' && level !== 'debug')).toEqual([]);
      expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
      await unlock();
      await becomes(200, 200);
    } finally {
      await app.stop();
    }
  });

  it('is not ready while a pool gives nobody a connection, names the pool in its log, and is ready once one is given back', async () => {
    const app = await startTestApp({ env: { DATABASE_STATEMENT_TIMEOUT_MS: '500' } });
    const ready = async () => (await app.rest('GET', '/readyz')).status;
    const { em, shares } = app.runtime;
    const pool = poolOf(em());
    const kept = await Promise.all([
      ...Array.from({ length: 7 }, () => pool.connect()),
      ...['one', 'two', 'three'].map((adminId) => shares.newRequest().write(adminId, 'keep', () => pool.connect())),
    ]);
    try {
      // Connections that are in use keep nobody waiting: that alone shows nothing.
      expect(await ready()).toBe(200);
      const waiting = app.as('VIEWER').then((admin) => admin.rest('GET', '/v1/admin/customers'));
      await until(async () => (await ready()) === 503);
      expect(
        app.logs.filter(({ level, msg }) => level === 'warn' && /^no connection .*: main\. /.test(msg)),
      ).toHaveLength(1);
      kept.pop()?.release();
      await until(async () => (await ready()) === 200);
      expect((await waiting).status).toBe(200);
    } finally {
      for (const client of kept) client.release();
      await app.stop();
    }
  });

  it('is not ready on an existing connection while it drains', async () => {
    const app = await startTestApp();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const probe = (): Promise<[number, string]> =>
      new Promise((resolve, reject) => {
        request(`${app.url}/readyz`, { agent }, (res) => {
          let text = '';
          res.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          res.on('end', () => resolve([res.statusCode ?? 0, text]));
        })
          .on('error', reject)
          .end();
      });
    const before = await probe();
    const stopped = app.stop();
    const [status, text] = await probe();
    await stopped;
    agent.destroy();
    expect([before[0], status, JSON.parse(text).error.code]).toEqual([200, 503, 'SHUTTING_DOWN']);
  });

  it('is not ready, but serves new connections, for as long as a load balancer may take to see that it stops', async () => {
    const app = await startTestApp({ env: { DRAIN_NOTICE_MS: '5000' } });
    const admin = await app.as('SUPER_ADMIN');
    expect((await app.rest('GET', '/readyz')).status).toBe(200);
    const stopped = app.stop();
    const replies = await Promise.all([
      app.rest('GET', '/readyz'),
      app.rest('GET', '/livez'),
      admin.rest('GET', '/v1/admin/customers'),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([503, 200, 200]);
    await stopped;
  });
});

/** Ends the connections of the service's own pings and lets no new one in. @returns lets them in again */
async function lockOut(app: TestApp): Promise<() => Promise<void>> {
  const name = new URL(app.database.url).pathname.slice(1);
  const [{ role }] = await app.sql('select current_user as role');
  const limit = (connections: number) => app.sql(`alter database "${name}" connection limit ${connections}`);
  // The pools of the service are ended; the test's own connection stays.
  await limit(0);
  await app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2 and pid <> pg_backend_pid()`,
    [name, role],
  );
  return async () => {
    await limit(-1);
  };
}
