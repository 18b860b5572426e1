import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../support/app.ts';
import { race } from '../support/race.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const LIMIT = 120;

describe('getHealth: the report of the service’s health', () => {
  it('the report of the service’s health says that everything works, to everybody', async () => {
    const app = await startTestApp();
    try {
      const { status, body } = await app.rest('GET', '/health');
      const checks = { api: true, database: true, objectStorage: true };
      expect([status, body]).toEqual([200, { status: 'ok', checks, timestamp: app.clock.now().toISOString() }]);
    } finally {
      await app.stop();
    }
  });

  it('the report of the service’s health has the last backup of the schedule in its log line, not in its answer', async () => {
    const BACKUP_PUBLIC_KEY = JSON.stringify({ kty: 'OKP', crv: 'X25519', x: randomBytes(32).toString('base64url') });
    const app = await startTestApp({
      env: { LOG_LEVEL: 'debug', BACKUP_TO: temporaryFolder('backups'), BACKUP_PUBLIC_KEY },
    });
    try {
      await app.sql(`insert into backup_run (started_at, ended_at, file, verified, error) values
        ('2026-11-01T00:00Z', '2026-11-01T00:10Z', '/backups/one', true, null),
        ('2026-11-03T00:00Z', '2026-11-03T00:10Z', '/backups/two', false, 'the disk is full')`);
      // It is read while a line is written, and shown by the next.
      await until(async () => {
        const { body } = await app.rest('GET', '/health');
        expect(Object.keys(body)).toEqual(['status', 'checks', 'timestamp']);
        return app.logs.some(({ route, backup }) => route === '/health' && backup !== undefined);
      });
      expect(app.logs.find(({ route, backup }) => route === '/health' && backup)?.backup).toEqual({
        madeAt: '2026-11-01T00:10:00.000Z',
        failedAt: '2026-11-03T00:10:00.000Z',
      });
    } finally {
      await app.stop();
    }
  });

  it('the report of the service’s health allows 120 requests per minute and address in each instance, even with shared limits', async () => {
    const env = { RATE_LIMIT_STORE: 'postgres', TRUSTED_PROXIES: '1' };
    const one = await startTestApp({ limits: 'real', env });
    const other = await startTestApp({ limits: 'real', env, database: one.database });
    try {
      const probe = (app: TestApp, address = '192.0.2.1') =>
        app.rest('GET', '/health', undefined, { 'x-forwarded-for': address });
      const replies = await race(LIMIT, () => probe(one));
      expect(replies.map(({ status }) => status)).toEqual(Array(LIMIT).fill(200));
      const left = replies.map(({ headers }) => Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]));
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, index) => index));
      const refused = await probe(one);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
      expect(refused.headers['ratelimit-policy']).toBe(`"default";q=${LIMIT};w=60`);
      expect((await probe(other)).status).toBe(200);
      expect((await probe(one, '192.0.2.2')).status).toBe(200);
      expect(await one.sql(`select 1 from rate_limit where key like 'getHealth%'`)).toEqual([]);
    } finally {
      await other.stop();
      await one.stop();
    }
  });
});
