import { hashPassword, isCommonPassword, verifyPassword } from '../../src/domain/auth/password.ts';
import { PASSWORD_COST } from '../../src/domain/auth/stored-hash.ts';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { QUICK_PASSWORDS } from '../support/quick-passwords.ts';

const PASSWORD = 'Quiet-Harbour-71';
const WRONG = 'Not-the-password-1';
const OWNER = '203.0.113.7';
/** As rows had it until 2026-11-26, without its cost. */
const OLD_HASH = 'argon2id$a2VwdC1zaW5jZS0yMDI2Lg$lFyXsBFZy7ntbWJwJYmi4KRAHzZqdIZUIat9_yPYCL8';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ passwords: 'real', env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.stop());

const signIn = (email: string, password: string, ip = OWNER) =>
  app.rest('POST', '/v1/admin/auth/login', { email, password }, { 'x-forwarded-for': ip });
const hashOf = async (email: string): Promise<string> =>
  (await app.sql('select password_hash from admin where email = $1', [email]))[0].password_hash;

it.each([
  ['Le7mein-2026!', 'ab@karvon.test', true],
  ['ZZZZzzzz-1234', 'ab@karvon.test', true],
  ['Ali-1990-2026', 'ali@karvon.test', true],
  ['Ali-1990-2026', 'alisher@karvon.test', false],
  ['Ab-1990-2026-11', 'ab@karvon.test', false],
  [PASSWORD, 'ab@karvon.test', false],
])('the password %s of %s is easy to guess: %p', (password, email, isEasy) => {
  expect(isCommonPassword(password, email)).toBe(isEasy);
});

describe('the hash of a password', () => {
  const REAL = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

  it('the hash of a password has the cost that OWASP asks for, when the service starts and for each new password', async () => {
    expect(await hashOf(FIRST_ADMIN.email)).toMatch(REAL);
    const { rest } = await app.login(FIRST_ADMIN.email, FIRST_ADMIN.password);
    const { body } = await rest('POST', '/v1/admin/team', {
      name: 'Aziza',
      email: 'aziza@karvon.test',
      role: 'VIEWER',
    });
    expect(await hashOf('aziza@karvon.test')).toMatch(REAL);
    expect((await signIn('aziza@karvon.test', body.temporaryPassword)).status).toBe(201);
  });

  it('the hash of a password says its own cost, so that a service with another one verifies it', async () => {
    const hash = await hashPassword(PASSWORD, QUICK_PASSWORDS);
    const settings = { waiter: 'known', cost: PASSWORD_COST } as const;
    expect(await verifyPassword(PASSWORD, hash, settings)).toBe(true);
    expect(await verifyPassword(WRONG, hash, settings)).toBe(false);
    expect(await hashPassword(PASSWORD, QUICK_PASSWORDS)).not.toBe(hash);
  });

  it('the hash of a password that an earlier version made is still verified', async () => {
    const { id, email } = await insertAdmin(app.sql, app.clock.now());
    await app.sql('update admin set password_hash = $1 where id = $2', [OLD_HASH, id]);
    expect((await signIn(email, WRONG)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(201);
  });
});

it('300 concurrent sign-ins fail with 503 and Retry-After beyond a bounded queue, while the owner can sign in', async () => {
  const { email, password } = FIRST_ADMIN;
  expect((await signIn(email, password)).status).toBe(201);
  const flood = Array.from({ length: 300 }, (_, index) =>
    signIn(`n${index}@karvon.test`, WRONG, `10.0.${Math.floor(index / 250)}.${index % 250}`),
  );
  // From the first refusal on, the queue is full.
  await Promise.any(flood.map(async (call) => (await call).status === 503 || Promise.reject(new Error('let in'))));
  const owner = await signIn(email, password);
  const replies = await Promise.all(flood);
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.filter(({ body }) => body.error.code === 'OVERLOADED').length).toBeGreaterThan(100);
  for (const { body, headers } of refused) {
    // On a slow machine some wait too long for a connection to the database instead.
    expect(['OVERLOADED', 'SERVICE_UNAVAILABLE']).toContain(body.error.code);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  expect(replies.filter(({ status }) => status === 401).length).toBeGreaterThan(10);
  expect(owner.status).toBe(201);
});
