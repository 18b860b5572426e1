import { cleanTestApp, ORIGIN, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertSession } from '../support/factories/admin.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'Quiet-Harbour-71';
const NEW_PASSWORD = 'Wooden-Lantern-52';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const cookieFor = (token: string) => ({ cookie: `karvon_admin_session=${token}` });
const statusOfMe = async (cookie: string) => (await app.rest('GET', '/v1/admin/auth/me', undefined, { cookie })).status;

describe('logout: signing out', () => {
  it('signing out returns 201 without a cookie, with an unknown one and with an ended one, and writes no entry', async () => {
    const caller = await app.as('VIEWER');
    await caller.rest('POST', '/v1/admin/auth/logout');
    const strangers = [{}, cookieFor('A'.repeat(43)), { cookie: caller.cookie }];
    for (const headers of strangers) {
      const reply = await app.rest('POST', '/v1/admin/auth/logout', undefined, headers);
      expect([reply.status, reply.body]).toEqual([201, { signedOut: true }]);
      // Only a cookie that came can be forgotten; of one that a page could not send, the reply must not speak.
      expect('set-cookie' in reply.headers).toBe('cookie' in headers);
      const graphql = await app.gql('mutation { logout { signedOut } }', {}, headers);
      expect('set-cookie' in graphql.headers).toBe('cookie' in headers);
      expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
    }
  });

  it('signing out ends the session, clears the cookie and writes one entry', async () => {
    const caller = await app.as('VIEWER');
    const reply = await caller.rest('POST', '/v1/admin/auth/logout');
    expect(reply.headers['set-cookie']).toBe('karvon_admin_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(await statusOfMe(caller.cookie)).toBe(401);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'logout', actor_type: 'ADMIN', actor_id: caller.admin.id, target_kind: 'Session' },
    ]);
  });
});

describe('a form of another site', () => {
  const crossSite: [name: string, headers: Record<string, string>][] = [
    ['with its origin', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['with its origin, from an old browser', { origin: 'https://evil.test' }],
    ['with an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['on a subdomain', { origin: 'http://shop.karvon.test', 'sec-fetch-site': 'same-site' }],
    ['without an origin, from a page that names this site', { 'sec-fetch-site': 'cross-site', referer: `${ORIGIN}/` }],
    [
      'with a bearer token that is none of a service account',
      { origin: 'https://evil.test', authorization: 'Bearer a' },
    ],
  ];
  const GRAPHQL_LOGOUT = { query: 'mutation { logout { signedOut } }' };
  const login = (email: string) => ({ email, password: PASSWORD });

  it.each(crossSite)('%s signs nobody out: it sends no cookie, and the reply clears none', async (_name, headers) => {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const replies = [
      await app.rest('POST', '/v1/admin/auth/logout', '', form),
      await app.rest('POST', '/v1/admin/auth/logout', 'a=1', form),
      await app.rest('POST', '/V1/Admin/Auth/Logout/', '', form),
      await app.rest('POST', '/v1/admin/auth/logout', undefined, headers),
      await app.rest('POST', '/graphql', GRAPHQL_LOGOUT, headers),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body.error.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each(crossSite)('%s signs nobody in', async (_name, headers) => {
    const { admin } = await app.as('VIEWER', { password: PASSWORD });
    const query = `mutation { login(input: { email: "${admin.email}", password: "${PASSWORD}" }) { session { id } } }`;
    const replies = [
      await app.rest('POST', '/v1/admin/auth/login', login(admin.email), headers),
      await app.gql(query, {}, headers),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body.error.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a form of another site is rejected, but requests of this site, of an allowed origin and of scripts are accepted', async () => {
    const { admin } = await app.as('VIEWER', { password: PASSWORD });
    const own: Record<string, string>[] = [{ origin: ORIGIN }, { 'sec-fetch-site': 'same-origin' }, {}];
    for (const headers of own) {
      expect((await app.rest('POST', '/v1/admin/auth/login', login(admin.email), headers)).status).toBe(201);
      expect((await app.rest('POST', '/v1/admin/auth/logout', undefined, headers)).status).toBe(201);
      expect((await app.rest('POST', '/graphql', GRAPHQL_LOGOUT, headers)).status).toBe(200);
    }
  });
});

describe('changePassword: a password change', () => {
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

  it('a password change ends the other sessions, keeps this one, and only the new password can sign in', async () => {
    const caller = await app.as('SUPPORT', { password: PASSWORD });
    const other = await app.login(caller.admin.email, PASSWORD);
    const reply = await caller.rest('PUT', '/v1/admin/auth/password', change);
    expect([reply.status, reply.body]).toEqual([200, { passwordChanged: true, endedSessions: 1 }]);
    expect([await statusOfMe(caller.cookie), await statusOfMe(other.cookie)]).toEqual([200, 401]);
    await expect(app.login(caller.admin.email, PASSWORD)).rejects.toThrow('401');
    await app.login(caller.admin.email, NEW_PASSWORD);
    const [entry, ...more] = await auditOf(app, reply.headers['x-request-id']);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'changePassword', target_kind: 'Admin', target_id: caller.admin.id });
    expect(JSON.stringify(entry)).not.toContain(NEW_PASSWORD);
  });

  it('a password change fails without the current password', async () => {
    const caller = await app.as('SUPPORT', { password: PASSWORD });
    const reply = await caller.rest('PUT', '/v1/admin/auth/password', {
      ...change,
      currentPassword: 'Wrong-Password-1',
    });
    expect([reply.status, reply.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await statusOfMe(caller.cookie)).toBe(200);
    await app.login(caller.admin.email, PASSWORD);
  });

  it.each(['Password-1234', 'Welcome12345!', 'P@ssw0rd-2026', PASSWORD])(
    'a password change rejects %s as too easy to guess',
    async (newPassword) => {
      const caller = await app.as('SUPPORT', { password: PASSWORD });
      const reply = await caller.rest('PUT', '/v1/admin/auth/password', { ...change, newPassword });
      expect([reply.status, reply.body.error.code]).toEqual([400, 'PASSWORD_TOO_COMMON']);
      await app.login(caller.admin.email, PASSWORD);
    },
  );
});

it('a password change to the same password in another normal form is refused', async () => {
  const newPassword = 'Quiet-H\u00e1rbour-71';
  const caller = await app.as('SUPPORT', { password: newPassword });
  const body = { currentPassword: newPassword.normalize('NFD'), newPassword };
  const reply = await caller.rest('PUT', '/v1/admin/auth/password', body);
  expect([reply.status, reply.body.error?.code]).toEqual([400, 'PASSWORD_TOO_COMMON']);
});

describe('an admin who still has a one-time password', () => {
  const mustChange = { mustChangePassword: true, password: PASSWORD };
  const elsewhere = [
    ['GET', '/v1/admin/team'],
    ['POST', '/v1/admin/team'],
    ['GET', '/v1/admin/team/options'],
    ['GET', '/v1/admin/auth/sessions'],
    ['DELETE', '/v1/admin/auth/sessions/01890000-0000-7000-8000-000000000000'],
    ['GET', '/v1/admin/devices'],
    ['PUT', '/v1/admin/settings'],
  ] as const;

  it.each(elsewhere)('an admin who still has a one-time password cannot call %s %s', async (method, path) => {
    const caller = await app.as('SUPER_ADMIN', mustChange);
    const reply = await caller.rest(method, path);
    expect([reply.status, reply.body.error.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  });

  it('an admin who still has a one-time password can read their own account and sign out', async () => {
    const caller = await app.as('SUPER_ADMIN', mustChange);
    expect((await caller.rest('GET', '/v1/admin/auth/me')).body.admin.mustChangePassword).toBe(true);
    expect((await caller.rest('POST', '/v1/admin/auth/logout')).status).toBe(201);
  });

  it('an admin who still has a one-time password can call all operations after replacing it', async () => {
    const passwordExpiresAt = new Date(app.clock.now().getTime() + 3_600_000);
    const caller = await app.as('SUPER_ADMIN', { ...mustChange, passwordExpiresAt });
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await caller.rest('PUT', '/v1/admin/auth/password', body)).status).toBe(200);
    expect((await caller.rest('GET', '/v1/admin/team')).status).toBe(200);
    const [row] = await app.sql('select must_change_password, password_expires_at from admin where id = $1', [
      caller.admin.id,
    ]);
    expect(row).toEqual({ must_change_password: false, password_expires_at: null });
  });

  it('an admin who still has a one-time password cannot call anything else over GraphQL', async () => {
    const caller = await app.as('SUPER_ADMIN', mustChange);
    const reply = await caller.gql('{ team { nodes { id } } }');
    expect(reply.body.errors[0].extensions).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED', status: 403 });
    expect((await caller.gql('{ viewer { __typename } }')).body.errors).toBeUndefined();
  });
});

describe('listSessions: the list of sessions', () => {
  it('the list of sessions has the own live ones, newest first, and says which is this one', async () => {
    const caller = await app.as('OPERATIONS');
    const other = await app.as('OPERATIONS');
    await insertSession(app.sql, caller.admin.id, new Date(app.clock.now().getTime() - 13 * 3_600_000));
    app.clock.advance(1000);
    const second = await insertSession(app.sql, caller.admin.id, app.clock.now());
    const reply = await caller.rest('GET', '/v1/admin/auth/sessions');
    expect(reply.body).toMatchObject({ total: 2, skip: 0, take: 2 });
    expect(reply.body.items.map(({ id, current }: { id: string; current: boolean }) => [id, current])).toEqual([
      [second.id, false],
      [expect.any(String), true],
    ]);
    expect(reply.text).not.toContain(other.admin.id);
    expect(reply.text).not.toContain(second.token);
  });
});

describe('listSessions: the last use of a session', () => {
  const usesOf = async (caller: Caller): Promise<Record<string, string>> => {
    const { body } = await caller.gql('{ sessions { id lastUsedAt } }');
    return Object.fromEntries(body.data.sessions.map(({ id, lastUsedAt }: Json) => [id, lastUsedAt]));
  };
  const written = async (id: string) =>
    (await app.sql('select last_used_at, xmin::text from admin_session where id = $1', [id]))[0];

  it('the last use of a session is noted every five minutes over both transports, and the login before', async () => {
    const caller = await app.as('OPERATIONS');
    const signedIn = app.clock.now();
    const phone = await insertSession(app.sql, caller.admin.id, signedIn);
    const iso = (minutes: number) => new Date(signedIn.getTime() + minutes * 60_000).toISOString();
    const use = () => app.rest('GET', '/v1/admin/auth/me', undefined, cookieFor(phone.token));
    expect((await usesOf(caller))[phone.id]).toBe(iso(0));
    app.clock.set(new Date(iso(4)));
    expect((await use()).status).toBe(200);
    expect(await written(phone.id)).toMatchObject({ last_used_at: null });
    app.clock.set(new Date(iso(5)));
    await use();
    const noted = await written(phone.id);
    expect(noted.last_used_at.toISOString()).toBe(iso(5));
    for (const minutes of [6, 9]) {
      app.clock.set(new Date(iso(minutes)));
      await Promise.all([use(), use(), app.gql('{ viewer { role } }', {}, cookieFor(phone.token))]);
    }
    expect(await written(phone.id)).toEqual(noted);
    app.clock.set(new Date(iso(90)));
    await app.gql('{ viewer { role } }', {}, cookieFor(phone.token));
    expect((await usesOf(caller))[phone.id]).toBe(iso(90));
    const rest = await caller.rest('GET', '/v1/admin/auth/sessions');
    expect(rest.body.items.map((session: Json) => 'lastUsedAt' in session)).toEqual([false, false]);
  });

  it('the last use of a session is noted again by a clock that is right, after one that was a day ahead', async () => {
    const caller = await app.as('OPERATIONS');
    const now = app.clock.now();
    await app.sql('update admin_session set last_used_at = $2 where admin_id = $1', [
      caller.admin.id,
      new Date(now.getTime() + 86_400_000),
    ]);
    expect(Object.values(await usesOf(caller))).toEqual([now.toISOString()]);
  });

  it('the last use of a session waits for nobody: a session that is being ended, or cannot be written, is used without a note', async () => {
    const caller = await app.as('OPERATIONS');
    await app.sql(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'read-only' using errcode = 'read_only_sql_transaction'; end $$`);
    await app.sql('create trigger refuse before update on admin_session for each row execute function refuse()');
    app.clock.advance(600_000);
    const before = app.clock.now();
    expect((await caller.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
    await app.sql('drop function refuse cascade');
    app.clock.advance(300_000);
    expect(Object.values(await usesOf(caller))).toEqual([app.clock.now().toISOString()]);
    expect(app.clock.now()).not.toEqual(before);
    // As another instance does that notes its use, or a sign-out.
    app.clock.advance(300_000);
    await app.runtime.em().transactional(async (em) => {
      await em.execute('select 1 from admin_session where admin_id = ? for update', [caller.admin.id]);
      let status: number | undefined;
      const answered = caller.rest('GET', '/v1/admin/auth/me').then((reply) => {
        status = reply.status;
      });
      await until(async () => status !== undefined || (await waiters(app.sql)) > 0);
      expect(status).toBe(200);
      await answered;
    });
  });
});

describe('endSession: ending a session', () => {
  it('ending a session lets an admin end one of them', async () => {
    const caller = await app.as('OPERATIONS');
    const second = await insertSession(app.sql, caller.admin.id, app.clock.now());
    const reply = await caller.rest('DELETE', `/v1/admin/auth/sessions/${second.id}`);
    expect([reply.status, reply.body]).toEqual([200, { id: second.id, ended: true }]);
    expect((await app.rest('GET', '/v1/admin/auth/me', undefined, cookieFor(second.token))).status).toBe(401);
    expect((await caller.rest('DELETE', `/v1/admin/auth/sessions/${second.id}`)).status).toBe(404);
  });

  it('ending a session does not include those of another admin, which stay alive', async () => {
    const caller = await app.as('SUPER_ADMIN');
    const victim = await app.as('VIEWER');
    const theirs = await insertSession(app.sql, victim.admin.id, app.clock.now());
    const reply = await caller.rest('DELETE', `/v1/admin/auth/sessions/${theirs.id}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect((await app.rest('GET', '/v1/admin/auth/me', undefined, cookieFor(theirs.token))).status).toBe(200);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
  });
});
