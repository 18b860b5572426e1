import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';

const HOUR = 3_600_000;

let app: TestApp;
let root: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
});
beforeEach(async () => {
  root = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const newcomer = () => ({ name: 'Aziza Karimova', email: `aziza.${Math.random()}@karvon.test`, role: 'SALES' });
const create = (body: object = newcomer()) => root.rest('POST', '/v1/admin/team', body);
const isAlive = async (caller: Caller) => (await caller.rest('GET', '/v1/admin/auth/me')).status === 200;

describe('createAdmin: creating an admin', () => {
  it('creating an admin returns the admin with a one-time password that must be changed', async () => {
    const body = newcomer();
    const reply = await create(body);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...body,
      id: expect.any(String),
      status: 'ACTIVE',
      mustChangePassword: true,
      lastLoginAt: null,
      revision: 1,
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
      temporaryPassword: expect.stringMatching(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{12,128}$/),
    });
    expect(reply.headers['cache-control']).toBe('no-store');
    const caller = await app.login(body.email, reply.body.temporaryPassword);
    expect((await caller.rest('GET', '/v1/admin/team/options')).body.error.code).toBe('PASSWORD_CHANGE_REQUIRED');
    const change = { currentPassword: reply.body.temporaryPassword, newPassword: 'Wooden-Lantern-52' };
    expect((await caller.rest('PUT', '/v1/admin/auth/password', change)).status).toBe(200);
    expect((await caller.rest('GET', '/v1/admin/team/options')).status).toBe(200);
  });

  it('creating an admin contains the one-time password only in its response', async () => {
    const reply = await create();
    const { temporaryPassword, id } = reply.body;
    const everywhere = [
      (await root.rest('GET', '/v1/admin/team')).text,
      JSON.stringify(await app.sql('select t::text from audit_entry t')),
      JSON.stringify(await app.sql('select t::text from admin t')),
      JSON.stringify(app.logs),
    ];
    for (const text of everywhere) expect(text).not.toContain(temporaryPassword);
    expect(everywhere[0]).toContain(id);
  });

  it('creating an admin issues a one-time password for 72 hours', async () => {
    const { body } = await create();
    app.clock.advance(72 * HOUR - 1000);
    await app.login(body.email, body.temporaryPassword);
    app.clock.advance(1000);
    await expect(app.login(body.email, body.temporaryPassword)).rejects.toThrow('401');
  });

  it('creating an admin fails with 409 for an e-mail address in use, ignoring case', async () => {
    const body = newcomer();
    await create(body);
    const again = await create({ ...body, email: body.email.toUpperCase() });
    expect([again.status, again.body.error.code]).toEqual([409, 'DUPLICATE_EMAIL']);
    expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
  });

  it('creating an admin creates one admin for concurrent equal requests', async () => {
    const body = newcomer();
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('listTeam: the team', () => {
  it('the team is listed without secrets', async () => {
    const { body } = await create();
    const reply = await root.rest('GET', '/v1/admin/team');
    expect(Object.keys(reply.body).sort()).toEqual(['items', 'skip', 'take', 'total']);
    expect(reply.body.total).toBe(reply.body.items.length);
    const { temporaryPassword: _shownOnce, ...admin } = body;
    expect(reply.body.items).toContainEqual(admin);
    expect(reply.text).not.toMatch(/hash|argon/i);
  });
});

describe('listAdminOptions: the options for an admin', () => {
  it('the options for an admin are the active ones by name, with their roles', async () => {
    const gone = await Promise.all(
      (['DISABLED', 'SUSPENDED'] as const).map((status) =>
        insertAdmin(app.sql, app.clock.now(), { status, role: 'SALES' }),
      ),
    );
    const caller = await app.as('VIEWER');
    const reply = await caller.rest('GET', '/v1/admin/team/options');
    expect(reply.body.items).toContainEqual({ id: root.admin.id, name: root.admin.name, role: 'SUPER_ADMIN' });
    for (const { id } of gone) expect(reply.text).not.toContain(id);
    expect(reply.text).not.toContain('@');
  });
});

describe('setAdminRole: a change of role', () => {
  it('a change of role takes effect at once and ends the sessions', async () => {
    const target = await app.as('SALES');
    const reply = await root.rest('PATCH', `/v1/admin/team/${target.admin.id}/role`, { role: 'SUPPORT' });
    expect([reply.status, reply.body.role, reply.body.revision]).toEqual([200, 'SUPPORT', 2]);
    expect(await isAlive(target)).toBe(false);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      {
        action: 'setAdminRole',
        actor_id: root.admin.id,
        target_kind: 'Admin',
        target_id: target.admin.id,
        changes: { role: { from: 'SALES', to: 'SUPPORT' } },
      },
    ]);
  });

  it('a change of role to the same role changes nothing, ends no session and writes no audit entry', async () => {
    const target = await app.as('SALES');
    const reply = await root.rest('PATCH', `/v1/admin/team/${target.admin.id}/role`, { role: 'SALES' });
    expect([reply.status, reply.body.revision]).toEqual([200, 1]);
    expect(await isAlive(target)).toBe(true);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
  });

  it('a change of role of oneself fails', async () => {
    const reply = await root.rest('PATCH', `/v1/admin/team/${root.admin.id}/role`, { role: 'ADMIN' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'SELF_CHANGE_FORBIDDEN']);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
  });

  it('a change of role with an outdated revision fails', async () => {
    const target = await app.as('SALES');
    const path = `/v1/admin/team/${target.admin.id}/role`;
    await root.rest('PATCH', path, { role: 'SUPPORT' });
    const stale = await root.rest('PATCH', path, { role: 'VIEWER' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await root.rest('PATCH', path, { role: 'VIEWER' }, { 'if-match': '"2"' })).status).toBe(200);
  });
});

/** Many wrong passwords from many networks. */
const delay = (id: string) =>
  app.sql(`update admin set failed_logins = 30, login_blocked_until = $2, initial_password = 'sealed' where id = $1`, [
    id,
    app.clock.now(),
  ]);
const signInOf = async (id: string) =>
  (
    await app.sql(
      `select password_expires_at, failed_logins, login_blocked_until, initial_password,
              (select count(*)::int from sign_in_network n where n.admin_id = a.id) as networks
         from admin a where id = $1`,
      [id],
    )
  )[0];
/** A one-time password lasts 72 hours, and nothing of before delays its use. */
const ONE_TIME = () => ({
  password_expires_at: new Date(app.clock.now().getTime() + 72 * HOUR),
  failed_logins: 0,
  login_blocked_until: null,
  initial_password: null,
  networks: 0,
});

describe('setAdminStatus: a change of status', () => {
  const setStatus = (id: string, status: string) => root.rest('PATCH', `/v1/admin/team/${id}/status`, { status });

  it.each(['SUSPENDED', 'DISABLED'])('a change of status to %s ends the sessions and the login', async (status) => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    const reply = await setStatus(target.admin.id, status);
    expect([reply.status, reply.body.status, reply.body.temporaryPassword]).toEqual([200, status, null]);
    expect(await isAlive(target)).toBe(false);
    await expect(app.login(target.admin.email, 'Quiet-Harbour-71')).rejects.toThrow('401');
  });

  it('a change of status back from SUSPENDED keeps the password', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    await setStatus(target.admin.id, 'SUSPENDED');
    expect((await setStatus(target.admin.id, 'ACTIVE')).body.temporaryPassword).toBeNull();
    await app.login(target.admin.email, 'Quiet-Harbour-71');
  });

  it('a change of status back from DISABLED issues a one-time password', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    await app.login(target.admin.email, 'Quiet-Harbour-71');
    await setStatus(target.admin.id, 'DISABLED');
    await delay(target.admin.id);
    const { body, headers } = await setStatus(target.admin.id, 'ACTIVE');
    expect(body.mustChangePassword).toBe(true);
    expect(await signInOf(target.admin.id)).toEqual(ONE_TIME());
    expect(await auditOf(app, headers['x-request-id'])).toMatchObject([
      {
        action: 'setAdminStatus',
        changes: { status: { from: 'DISABLED', to: 'ACTIVE' }, mustChangePassword: { from: false, to: true } },
      },
    ]);
    await expect(app.login(target.admin.email, 'Quiet-Harbour-71')).rejects.toThrow('401');
    expect((await app.login(target.admin.email, body.temporaryPassword)).admin.id).toBe(target.admin.id);
  });

  it('a change of status that is not legal fails with 409 naming the legal ones', async () => {
    const target = await insertAdmin(app.sql, app.clock.now(), { role: 'SALES', status: 'DISABLED' });
    const reply = await setStatus(target.id, 'SUSPENDED');
    expect([reply.status, reply.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(reply.body.error.message).toMatch(/DISABLED.*SUSPENDED.*ACTIVE/);
  });

  it('a change of status of oneself fails', async () => {
    const reply = await setStatus(root.admin.id, 'DISABLED');
    expect([reply.status, reply.body.error.code]).toEqual([409, 'SELF_CHANGE_FORBIDDEN']);
  });
});

describe('the last super admin', () => {
  /** Only `survivor` is left, and acts on itself through another session of a role that may: there is none. */
  it.each([
    ['role', { role: 'ADMIN' }],
    ['status', { status: 'SUSPENDED' }],
  ])('the last super admin keeps their %s', async (what, body) => {
    const last = await app.as('SUPER_ADMIN');
    const other = await app.as('SUPER_ADMIN');
    await app.sql(`update admin set status = 'DISABLED' where role = 'SUPER_ADMIN' and id not in ($1, $2)`, [
      last.admin.id,
      other.admin.id,
    ]);
    expect((await other.rest('PATCH', `/v1/admin/team/${last.admin.id}/${what}`, body)).status).toBe(200);
    // Now `other` is the last one; nobody else may call, and they may not change themselves.
    const reply = await other.rest('PATCH', `/v1/admin/team/${other.admin.id}/${what}`, body);
    expect(reply.status).toBe(409);
    const [{ count }] = await app.sql(
      `select count(*)::int from admin where role = 'SUPER_ADMIN' and status = 'ACTIVE'`,
    );
    expect(count).toBe(1);
  });
});

describe('resetAdminPassword: resetting a password', () => {
  it('GraphQL shows the admin as the team lists the admin from now on', async () => {
    const { id, email } = (await app.as('SALES')).admin;
    const fields = 'id name email role status mustChangePassword revision availableActions { operation allowed }';
    const { body } = await root.gql(
      `mutation ($id: ID!) { resetAdminPassword(id: $id) { admin { ${fields} } temporaryPassword } }`,
      { id },
    );
    const listed = await root.gql(`{ team(filter: { email: { eq: "${email}" } }) { nodes { ${fields} } } }`);
    expect(body.data.resetAdminPassword.admin).toMatchObject({ id, mustChangePassword: true });
    expect([body.data.resetAdminPassword.admin]).toEqual(listed.body.data.team.nodes);
  });

  it('resetting a password issues a one-time password once and ends the sessions', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    await delay(target.admin.id);
    const reply = await root.rest('POST', `/v1/admin/team/${target.admin.id}/reset-password`);
    expect([reply.status, reply.body.mustChangePassword, reply.headers['cache-control']]).toEqual([
      201,
      true,
      'no-store',
    ]);
    expect(await signInOf(target.admin.id)).toEqual(ONE_TIME());
    expect(await isAlive(target)).toBe(false);
    await expect(app.login(target.admin.email, 'Quiet-Harbour-71')).rejects.toThrow('401');
    await app.login(target.admin.email, reply.body.temporaryPassword);
    expect(JSON.stringify(await auditOf(app, reply.headers['x-request-id']))).not.toContain(
      reply.body.temporaryPassword,
    );
  });

  it.each(['REST', 'GraphQL'])(
    'resetting a password of oneself over %s is refused and names the way that takes the current one',
    async (transport) => {
      const caller = await app.as('SUPER_ADMIN', { password: 'Quiet-Harbour-71' });
      const { id } = caller.admin;
      const reply =
        transport === 'REST'
          ? await caller.rest('POST', `/v1/admin/team/${id.toUpperCase()}/reset-password`)
          : await caller.gql('mutation ($id: ID!) { resetAdminPassword(id: $id) { temporaryPassword } }', { id });
      expect([reply.status, reply.body.error.code]).toEqual([409, 'SELF_CHANGE_FORBIDDEN']);
      expect(reply.body.error.message).toContain('PUT /v1/admin/auth/password');
      expect(reply.text).not.toContain('temporaryPassword":"');
      expect(await isAlive(caller)).toBe(true);
      await app.login(caller.admin.email, 'Quiet-Harbour-71');
      expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
    },
  );

  it('resetting a password removes the known and delayed networks of the account', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    await app.login(target.admin.email, 'Quiet-Harbour-71');
    await root.rest('POST', `/v1/admin/team/${target.admin.id}/reset-password`);
    expect(await app.sql('select 1 from sign_in_network where admin_id = $1', [target.admin.id])).toEqual([]);
  });

  it('resetting a password lets in an owner whose login was delayed', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    const wrong = { email: target.admin.email, password: 'Not-the-password-1' };
    for (let i = 0; i < 8; i += 1) await app.rest('POST', '/v1/admin/auth/login', wrong);
    const { body } = await root.rest('POST', `/v1/admin/team/${target.admin.id}/reset-password`);
    await app.login(target.admin.email, body.temporaryPassword);
  });
});

describe('revokeAdminSessions: revoking sessions', () => {
  it('revoking sessions ends all sessions, returns their number, and does not affect the login', async () => {
    const target = await app.as('SALES', { password: 'Quiet-Harbour-71' });
    const second = await app.login(target.admin.email, 'Quiet-Harbour-71');
    const reply = await root.rest('POST', `/v1/admin/team/${target.admin.id}/revoke-sessions`);
    expect([reply.status, reply.body]).toEqual([201, { id: target.admin.id, endedSessions: 2 }]);
    expect([await isAlive(target), await isAlive(second)]).toEqual([false, false]);
    await app.login(target.admin.email, 'Quiet-Harbour-71');
  });
});
