import { memoryRateLimits } from '../../src/platform/rate-limits/rate-limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';

/** A flood of refusals must not become a flood of entries: ten of one kind per key and minute. */
const ENTRIES_A_MINUTE = 10;
const ATTEMPTS = 15;

let app: TestApp;
beforeAll(async () => {
  // All of it is one minute of theirs, however far the clock is moved.
  app = await startTestApp({ limits: memoryRateLimits(() => 0), env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.stop());

const entries = async (action: string) =>
  (await app.sql('select count(*)::int from audit_entry where action = $1', [action]))[0].count;

it('failed logins of one account from many addresses write ten audit entries, and are all counted', async () => {
  const { id, email } = await insertAdmin(app.sql, app.clock.now(), { password: 'Quiet-Harbour-71' });
  for (let i = 0; i < ATTEMPTS; i += 1) {
    const reply = await app.rest(
      'POST',
      '/v1/admin/auth/login',
      { email, password: 'Not-the-password-1' },
      { 'x-forwarded-for': `198.51.100.${i}` },
    );
    expect([reply.status, reply.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    app.clock.advance(60_000);
  }
  expect(await entries('loginFailed')).toBe(ENTRIES_A_MINUTE);
  expect(await entries('login')).toBe(0);
  const [{ failed_logins: failures }] = await app.sql('select failed_logins from admin where id = $1', [id]);
  expect(failures).toBe(ATTEMPTS);
  // Another account has entries of its own.
  const neighbour = await insertAdmin(app.sql, app.clock.now());
  await app.rest('POST', '/v1/admin/auth/login', { email: neighbour.email, password: 'Not-the-password-1' });
  expect(await entries('loginFailed')).toBe(ENTRIES_A_MINUTE + 1);
});

it('calls rejected by role write at most ten audit entries per admin', async () => {
  const caller = await app.as('VIEWER');
  for (let i = 0; i < ATTEMPTS; i += 1) expect((await caller.rest('GET', '/v1/admin/team')).status).toBe(403);
  expect(await entries('accessDenied')).toBe(ENTRIES_A_MINUTE);
  expect((await (await app.as('VIEWER')).rest('GET', '/v1/admin/team')).status).toBe(403);
  expect(await entries('accessDenied')).toBe(ENTRIES_A_MINUTE + 1);
});
