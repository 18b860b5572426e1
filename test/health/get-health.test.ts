import { startTestApp, type TestApp } from '../support/app.ts';
import { race } from '../support/race.ts';

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
