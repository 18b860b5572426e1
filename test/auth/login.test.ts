import { createHook } from 'node:async_hooks';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import { cookieOf, type Reply } from '../support/callers.ts';
import { type AdminOverrides, insertAdmin } from '../support/factories/admin.ts';

const PASSWORD = 'Quiet-Harbour-71';
const SECOND = 1000;
const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

/** Of `Quiet-Harbour-e\u030871`, which is not in NFC, as it was stored until 2026-11-26. */
const DECOMPOSED_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$a2VwdC1zaW5jZS0yMDI2Lg$MX33Hti7JtRoaHqKzvHIj8wD3l9u39F61up/KoE+z10';

/** How many hashes of passwords Node computes during a call. */
async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (/argon2/i.test(type)) count += 1;
    },
  }).enable();
  await call();
  hook.disable();
  return count;
}

const login = (email: string, password: string = PASSWORD, headers: Record<string, string> = {}) =>
  app.rest('POST', '/v1/admin/auth/login', { email, password }, headers);
const me = (cookie: string) => app.rest('GET', '/v1/admin/auth/me', undefined, { cookie });
const anAdmin = (overrides: AdminOverrides = {}) =>
  insertAdmin(app.sql, app.clock.now(), { password: PASSWORD, ...overrides });

describe('login: a login', () => {
  it('a login returns the admin and sets the exact session cookie', async () => {
    const admin = await anAdmin({ role: 'SALES', name: 'Dilnoza' });
    const reply = await login(admin.email);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      admin: { id: admin.id, name: 'Dilnoza', email: admin.email, role: 'SALES', mustChangePassword: false },
      session: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        expiresAt: new Date(app.clock.now().getTime() + 12 * HOUR).toISOString(),
      },
    });
    expect(reply.headers['set-cookie']).toMatch(
      /^karvon_admin_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await me(cookieOf(reply))).body.admin).toEqual(reply.body.admin);
  });

  it('a login sets a __Host- cookie that is Secure where the service is reached over https', async () => {
    const https = await startTestApp({ env: { PUBLIC_URL: 'https://karvon.test' } });
    const { email } = await insertAdmin(https.sql, https.clock.now(), { password: PASSWORD });
    const reply = await https.rest('POST', '/v1/admin/auth/login', { email, password: PASSWORD });
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-karvon_admin_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    await https.stop();
  });

  it('a login notes when it was, ends what delayed the account, and keeps 256 characters of what the client says it is', async () => {
    const admin = await anAdmin();
    await app.sql('update admin set failed_logins = 30, login_blocked_until = $2, last_login_at = $2 where id = $1', [
      admin.id,
      new Date(app.clock.now().getTime() - SECOND),
    ]);
    const reply = await login(admin.email, PASSWORD, { 'user-agent': 'x'.repeat(300) });
    expect(reply.status).toBe(201);
    const [row] = await app.sql(
      `select last_login_at, failed_logins, login_blocked_until, s.user_agent, s.ip
         from admin a join admin_session s on s.admin_id = a.id where a.id = $1`,
      [admin.id],
    );
    expect(row).toEqual({
      last_login_at: app.clock.now(),
      failed_logins: 0,
      login_blocked_until: null,
      user_agent: 'x'.repeat(256),
      ip: '127.0.0.1',
    });
  });

  it('a login ends the session that the browser had before', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const before = cookieOf(await login(admin.email));
    expect((await login(other.email, PASSWORD, { cookie: before })).status).toBe(201);
    expect((await me(before)).status).toBe(401);
  });

  it('a login accepts the e-mail address in any case and with surrounding white space', async () => {
    const admin = await anAdmin();
    expect((await login(` ${admin.email.toUpperCase()} `)).status).toBe(201);
  });

  it('a login takes a password in any normal form of Unicode once it is stored in NFC', async () => {
    const [composed, decomposed] = ['Quiet-Harbour-\u00eb71', 'Quiet-Harbour-e\u030871'];
    const { email } = await anAdmin({ password: decomposed });
    expect((await login(email, composed)).status).toBe(201);
    expect((await login(email, decomposed)).status).toBe(201);
    expect((await login(email, 'Quiet-Harbour-e71')).status).toBe(401);
  });

  it('a login takes a password that was stored as it was typed, before passwords were stored in NFC', async () => {
    const { id, email } = await anAdmin();
    await app.sql('update admin set password_hash = $1 where id = $2', [DECOMPOSED_HASH, id]);
    expect((await login(email, 'Quiet-Harbour-e\u030871')).status).toBe(201);
    expect((await login(email, 'Quiet-Harbour-e\u030871x')).status).toBe(401);
  });

  it.each([
    ['one hash', PASSWORD, 1],
    ['two hashes, in NFC and as typed', 'Quiet-Harbour-e\u030871', 2],
  ])('a login computes %s for an account that exists and for one that does not', async (_, password, count) => {
    const { email } = await anAdmin({ password });
    expect(await hashesOf(() => login(email, password))).toBe(count);
    expect(await hashesOf(() => login(email, `${password}x`))).toBe(count);
    expect(await hashesOf(() => login('nobody@karvon.test', password))).toBe(count);
  });

  it('a login compares the password exactly', async () => {
    const admin = await anAdmin();
    expect((await login(admin.email, ` ${PASSWORD}`)).status).toBe(401);
    expect((await login(admin.email, PASSWORD.toLowerCase())).status).toBe(401);
  });

  it('a login stores nothing that reveals the cookie', async () => {
    const admin = await anAdmin();
    const token = cookieOf(await login(admin.email)).split('=')[1] ?? '';
    const stored = JSON.stringify(
      await app.sql('select s::text as session, a::text as admin from admin_session s, admin a'),
    );
    expect(token).toHaveLength(43);
    for (const form of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
      PASSWORD,
    ]) {
      expect(stored).not.toContain(form);
    }
    expect(JSON.stringify(app.logs)).not.toContain(token);
  });

  it('a login writes one audit entry of the admin', async () => {
    const admin = await anAdmin();
    const reply = await login(admin.email);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'login', actor_type: 'ADMIN', actor_id: admin.id, target_kind: 'Session', transport: 'REST' },
    ]);
  });
});

describe('login: a failed login', () => {
  it('a failed login gets the same response whatever the cause', async () => {
    const replies = await Promise.all([
      login((await anAdmin()).email, 'Not-the-password-1'),
      login('nobody@karvon.test'),
      login((await anAdmin({ status: 'SUSPENDED' })).email),
      login((await anAdmin({ status: 'DISABLED' })).email),
      login((await anAdmin({ passwordExpiresAt: new Date(app.clock.now().getTime() - 1) })).email),
    ]);
    for (const reply of replies) {
      expect(plain(reply)).toEqual(plain(replies[0]));
      expect(reply.status).toBe(401);
      expect(reply.body.error.code).toBe('INVALID_CREDENTIALS');
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a failed login writes a loginFailed entry without the password and, for an unknown account, without the address', async () => {
    const admin = await anAdmin();
    const known = await login(admin.email, 'Canary-Secret-99');
    const unknown = await login('canary-nobody@karvon.test', 'Canary-Secret-99');
    const entries = [
      ...(await auditOf(app, known.headers['x-request-id'])),
      ...(await auditOf(app, unknown.headers['x-request-id'])),
    ];
    expect(entries).toMatchObject([
      { action: 'loginFailed', actor_type: 'PUBLIC', target_kind: 'Admin', target_id: admin.id },
      { action: 'loginFailed', actor_type: 'PUBLIC', target_kind: null, target_id: null },
    ]);
    expect(JSON.stringify([entries, app.logs])).not.toMatch(/canary/i);
  });
});

describe('guessing a password', () => {
  it('guessing a password is delayed longer with each failure, and the owner can sign in after the delay', async () => {
    const { email } = await anAdmin();
    const wrong = () => login(email, 'Not-the-password-1');
    for (let i = 0; i < 4; i += 1) await wrong();
    expect((await login(email)).status).toBe(201);

    for (const delay of [1, 2, 4, 8, 16, 30, 30]) {
      // The four failures that cost nothing are used up by the first round.
      if (delay === 1) for (let i = 0; i < 4; i += 1) await wrong();
      await wrong();
      app.clock.advance(delay * SECOND - 1);
      expect([delay, (await login(email)).status]).toEqual([delay, 401]);
      app.clock.advance(1);
    }
    expect((await login(email)).status).toBe(201);
    await wrong();
    expect((await login(email)).status).toBe(201);
  });

  it('guessing a password is not delayed longer by attempts during the delay, so nobody is locked out permanently', async () => {
    const { email } = await anAdmin();
    for (let i = 0; i < 5; i += 1) await login(email, 'Not-the-password-1');
    for (let i = 0; i < 10; i += 1) await login(email, 'Not-the-password-1');
    app.clock.advance(SECOND);
    expect((await login(email)).status).toBe(201);
  });

  it('guessing a password does not slow down the login of another account', async () => {
    const victim = await anAdmin();
    for (let i = 0; i < 8; i += 1) await login(victim.email, 'Not-the-password-1');
    expect((await login((await anAdmin()).email)).status).toBe(201);
  });
});

describe('a one-time password', () => {
  it('a one-time password can be used until it expires', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 72 * HOUR);
    const { email } = await anAdmin({ mustChangePassword: true, passwordExpiresAt: expiresAt });
    app.clock.set(new Date(expiresAt.getTime() - SECOND));
    expect((await login(email)).body.admin.mustChangePassword).toBe(true);
    app.clock.set(expiresAt);
    expect((await login(email)).status).toBe(401);
  });
});

describe('a session', () => {
  it('a session lasts 12 hours from its login, however much it is used', async () => {
    const cookie = cookieOf(await login((await anAdmin()).email));
    for (let hour = 1; hour < 12; hour += 1) {
      app.clock.advance(HOUR);
      expect((await me(cookie)).status).toBe(200);
    }
    app.clock.advance(HOUR - SECOND);
    expect((await me(cookie)).status).toBe(200);
    app.clock.advance(SECOND);
    const over = await me(cookie);
    expect([over.status, over.body.error.code]).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
    app.clock.advance(SECOND);
    expect((await me(cookie)).status).toBe(401);
  });

  it('a session never adopts a planted cookie', async () => {
    const { email } = await anAdmin();
    const planted = `karvon_admin_session=${'P'.repeat(43)}`;
    const reply = await login(email, PASSWORD, { cookie: planted });
    expect(reply.status).toBe(201);
    expect(cookieOf(reply)).not.toBe(planted);
    expect((await me(planted)).status).toBe(401);
  });

  it('a session ends when its browser signs in again', async () => {
    const { email } = await anAdmin();
    const first = cookieOf(await login(email));
    const second = cookieOf(await login(email, PASSWORD, { cookie: first }));
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 200]);
  });

  it('a session continues when another browser of the same admin signs in', async () => {
    const { email } = await anAdmin();
    const first = cookieOf(await login(email));
    await login(email);
    expect((await me(first)).status).toBe(200);
  });
});

/** A reply without what differs between any two. */
function plain(reply: Reply | undefined) {
  const { 'x-request-id': _id, date: _date, ratelimit: _left, ...headers } = reply?.headers ?? {};
  return { status: reply?.status, headers, body: { ...reply?.body?.error, requestId: '' } };
}
