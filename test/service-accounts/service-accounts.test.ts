import { crc32 } from 'node:zlib';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Client, Json, Reply } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { insertServiceAccount, type Script } from '../support/factories/service-account.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const PATH = '/v1/admin/service-accounts';
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const DAY_MS = 24 * 3_600_000;
const TOKEN = /^karvon_sa_[0-9A-Za-z]{46}$/;
const FIELDS = 'id name role status ownerId expiresAt lastUsedAt revokedAt revokedById createdAt';

let app: TestApp;
let root: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  root = await app.as('SUPER_ADMIN', { name: 'Root' });
});
afterAll(() => app.stop());

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();

/** The same operations over both transports: the reply, and what its operation answered. */
interface Transport {
  create(by: Client, input: object): Promise<Reply>;
  read(by: Client, id: string): Promise<Reply>;
  list(by: Client): Promise<Reply>;
  revoke(by: Client, id: string): Promise<Reply>;
  /** What the operation answered. */
  of(reply: Reply): Json;
  /** The records of a list. */
  items(reply: Reply): Json[];
}

const rest: Transport = {
  create: (by, input) => by.rest('POST', PATH, input),
  read: (by, id) => by.rest('GET', `${PATH}/${id}`),
  list: (by) => by.rest('GET', PATH),
  revoke: (by, id) => by.rest('DELETE', `${PATH}/${id}`),
  of: ({ body }) => body,
  items: ({ body }) => body.items,
};

const graphql: Transport = {
  create: (by, input) =>
    by.gql(
      `mutation($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { serviceAccount { ${FIELDS} } token } }`,
      { input },
    ),
  read: (by, id) => by.gql(`query($id: ID!) { serviceAccount(id: $id) { ${FIELDS} } }`, { id }),
  list: (by) => by.gql(`{ serviceAccounts { nodes { ${FIELDS} } totalCount } }`),
  revoke: (by, id) =>
    by.gql(`mutation($id: ID!) { revokeServiceAccount(id: $id) { serviceAccount { ${FIELDS} } } }`, { id }),
  of: ({ body }) => {
    const [{ serviceAccount, ...others }] = Object.values<Json>(body.data);
    return { ...serviceAccount, ...others };
  },
  items: ({ body }) => body.data.serviceAccounts.nodes,
};

const transports = [
  ['REST', rest],
  ['GraphQL', graphql],
] as const;

/** Asks who calls: any role may. */
const me = (by: Client) => by.rest('GET', '/v1/admin/auth/me');
const statuses = async (...replies: Promise<Reply>[]) => (await Promise.all(replies)).map(({ status }) => status);

describe.each(transports)('createServiceAccount: over %s', (_name, { create, of, list, items }) => {
  it('createServiceAccount shows a token with a prefix and a checksum once, and stores its hash alone', async () => {
    const reply = await create(root, { name: ' nightly export ', role: 'VIEWER', expiresAt: inDays(366) });
    const made = of(reply);
    expect(made).toMatchObject({
      name: 'nightly export',
      role: 'VIEWER',
      status: 'ACTIVE',
      ownerId: root.admin.id,
      expiresAt: inDays(366),
      lastUsedAt: null,
      revokedAt: null,
      token: expect.stringMatching(TOKEN),
    });
    expect(made.token.slice(-6)).toBe(base62(crc32(made.token.slice(0, -6))));
    const [stored] = await app.sql(
      'select encode(token_hash, $2) as hash, t::text from service_account t where id = $1',
      [made.id, 'hex'],
    );
    expect(stored.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored.t).not.toContain(made.token.slice(10));
    expect((await list(root)).text).not.toContain(made.token.slice(10, -6));
    expect(items(await list(root))[0]).toMatchObject({ id: made.id, name: 'nightly export' });
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    expect(entry).toMatchObject({
      action: 'createServiceAccount',
      target_kind: 'ServiceAccount',
      target_id: made.id,
      detail: { name: 'nightly export', role: 'VIEWER', expiresAt: inDays(366) },
    });
    expect(JSON.stringify([entry, app.logs])).not.toContain(made.token.slice(10, -6));
  });

  it.each([
    [{ name: 'x' }, 'name'],
    [{ role: 'OWNER' }, undefined],
    [{ expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ expiresAt: 'soon' }, 'expiresAt'],
    [{ expiresAt: '2999-01-01' }, 'expiresAt'],
    [{ expiresAt: undefined }, undefined],
    [{ token: 'mine' }, undefined],
  ])('createServiceAccount refuses %j with 400', async (wrong, field) => {
    const reply = await create(root, { name: 'script', role: 'VIEWER', expiresAt: inDays(30), ...wrong });
    expect([reply.body.error.status ?? reply.status, reply.text]).toEqual([400, expect.stringContaining(field ?? '')]);
  });

  it('createServiceAccount refuses one millisecond beyond 366 days', async () => {
    const late = new Date(app.clock.now().getTime() + 366 * DAY_MS + 1).toISOString();
    const reply = await create(root, { name: 'script', role: 'VIEWER', expiresAt: late });
    expect(reply.body.error).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining('366 days') });
  });

  it('createServiceAccount is for a SUPER_ADMIN alone', async () => {
    const admin = await app.as('ADMIN');
    const reply = await create(admin, { name: 'script', role: 'VIEWER', expiresAt: inDays(30) });
    expect(reply.body.error.code).toBe('ROLE_FORBIDDEN');
  });
});

describe.each(transports)('getServiceAccount: over %s', (_name, { read, of }) => {
  it('getServiceAccount returns one, with its status and its last use to the minute', async () => {
    const script = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    const used = app.clock.now();
    await me(script);
    app.clock.advance(59_000);
    await me(script);
    expect(of(await read(root, script.id))).toMatchObject({ status: 'ACTIVE', lastUsedAt: used.toISOString() });
    app.clock.advance(1_000);
    await me(script);
    expect(of(await read(root, script.id)).lastUsedAt).toBe(app.clock.now().toISOString());
  });

  it('getServiceAccount lets a script read while its use cannot be noted, and notes it a minute later', async () => {
    const script = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    await app.sql(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'read-only' using errcode = 'read_only_sql_transaction'; end $$`);
    await app.sql('create trigger refuse before update on service_account for each row execute function refuse()');
    expect((await me(script)).status).toBe(200);
    await app.sql('drop function refuse cascade');
    expect(of(await read(root, script.id)).lastUsedAt).toBeNull();
    app.clock.advance(60_000);
    await me(script);
    expect(of(await read(root, script.id)).lastUsedAt).toBe(app.clock.now().toISOString());
    // Nor does it wait for another instance that notes it.
    app.clock.advance(60_000);
    await app.runtime.em().transactional(async (em) => {
      await em.execute('select 1 from service_account where id = ? for update', [script.id]);
      let status: number | undefined;
      const answered = me(script).then((reply) => {
        status = reply.status;
      });
      await until(async () => status !== undefined || (await waiters(app.sql)) > 0);
      expect(status).toBe(200);
      await answered;
    });
  });

  it('getServiceAccount says EXPIRED once its time is over', async () => {
    const script = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    await app.sql('update service_account set expires_at = $2 where id = $1', [script.id, app.clock.now()]);
    expect(of(await read(root, script.id)).status).toBe('EXPIRED');
    expect((await me(script)).status).toBe(401);
  });

  it('getServiceAccount answers 404 for an unknown id and for a malformed one', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect((await read(root, id)).body.error.code).toBe('SERVICE_ACCOUNT_NOT_FOUND');
    }
  });
});

describe('listServiceAccounts: the list', () => {
  it('the list of service accounts is searched, filtered, sorted and paged as other lists are', async () => {
    const owner = await app.as('SUPER_ADMIN');
    for (const [name, role] of [
      ['stock count', 'OPERATIONS'],
      ['stock report', 'VIEWER'],
      ['other', 'VIEWER'],
    ] as const) {
      await insertServiceAccount(app, owner.admin.id, role, name);
    }
    const { body } = await root.rest('GET', `${PATH}?search=stock&take=1`);
    expect([body.items.length, body.total, body.take]).toEqual([1, 2, 1]);
    const filter = { ownerId: { eq: owner.admin.id }, role: { eq: 'VIEWER' }, status: { eq: 'ACTIVE' } };
    const reply = await root.gql(
      `query($filter: ServiceAccountFilter) { serviceAccounts(filter: $filter, sort: [{ field: NAME, direction: ASC }]) {
         totalCount nodes { name owner { id name } revokedBy { id } } } }`,
      { filter },
    );
    expect(reply.body.data.serviceAccounts).toEqual({
      totalCount: 2,
      nodes: ['other', 'stock report'].map((name) => ({
        name,
        owner: { id: owner.admin.id, name: owner.admin.name },
        revokedBy: null,
      })),
    });
  });

  it('the list of service accounts has members that `node` finds, for a SUPER_ADMIN alone', async () => {
    const { id } = await insertServiceAccount(app, root.admin.id);
    const query = 'query($id: ID!) { node(id: $id) { __typename id } }';
    expect((await root.gql(query, { id })).body.data.node).toEqual({ __typename: 'ServiceAccount', id });
    expect((await (await app.as('ADMIN')).gql(query, { id })).body.data.node).toBeNull();
  });
});

describe.each(transports)('revokeServiceAccount: over %s', (_name, { revoke, of }) => {
  it('revokeServiceAccount ends it at once and for ever, and names who did it', async () => {
    const colleague = await app.as('SUPER_ADMIN');
    const script = await insertServiceAccount(app, colleague.admin.id, 'VIEWER');
    expect((await me(script)).status).toBe(200);
    const reply = await revoke(root, script.id);
    expect(of(reply)).toMatchObject({
      status: 'REVOKED',
      revokedAt: app.clock.now().toISOString(),
      revokedById: root.admin.id,
    });
    expect(await statuses(me(script), script.gql('{ viewer { role } }'))).toEqual([401, 401]);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'revokeServiceAccount', target_id: script.id, detail: { name: 'nightly export', role: 'VIEWER' } },
    ]);
    const again = await revoke(root, script.id);
    expect([of(again).status, await auditOf(app, again.headers['x-request-id'])]).toEqual(['REVOKED', []]);
  });

  it('revokeServiceAccount answers 404 for an unknown id, and 403 to anybody but a SUPER_ADMIN', async () => {
    expect((await revoke(root, UNKNOWN_ID)).body.error.code).toBe('SERVICE_ACCOUNT_NOT_FOUND');
    expect((await revoke(await app.as('ADMIN'), UNKNOWN_ID)).body.error.code).toBe('ROLE_FORBIDDEN');
  });
});

describe('a token', () => {
  let script: Script;
  beforeAll(async () => {
    script = await insertServiceAccount(app, root.admin.id, 'OPERATIONS', 'batches');
  });

  it('a token calls REST, GraphQL and exports, and says who it is', async () => {
    const { body } = await me(script);
    expect(body).toEqual({
      admin: { ...root.admin, mustChangePassword: false },
      session: null,
      serviceAccount: { id: script.id, name: 'batches', role: 'OPERATIONS', expiresAt: expect.any(String) },
    });
    const { viewer } = (
      await script.gql('{ viewer { admin { id } role permissions session { id } serviceAccount { name } } }')
    ).body.data;
    expect(viewer).toMatchObject({
      admin: { id: root.admin.id },
      role: 'OPERATIONS',
      session: null,
      serviceAccount: { name: 'batches' },
    });
    expect(viewer.permissions).toContain('createBatch');
    expect(viewer.permissions).not.toContain('createSale');
    const file = await script.rest('GET', '/v1/admin/exports/batches');
    expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
  });

  it('a token keeps to what its owner may still do, from the next request on', async () => {
    const owner = await app.as('SUPER_ADMIN');
    const own = await insertServiceAccount(app, owner.admin.id, 'OPERATIONS');
    const devices = () => own.rest('GET', '/v1/admin/inventory/batches');
    const members = () => own.gql('{ batches { nodes { id } } viewer { role permissions } }');
    expect(await statuses(devices(), members())).toEqual([200, 200]);
    await root.rest('PATCH', `/v1/admin/team/${owner.admin.id}/role`, { role: 'SALES' });
    const [overRest, overGraphql] = await Promise.all([devices(), members()]);
    expect(overRest.body.error).toMatchObject({ code: 'ROLE_FORBIDDEN', message: expect.stringContaining('SALES') });
    expect(overGraphql.body.data.batches).toBeNull();
    expect(overGraphql.body.data.viewer.permissions).not.toContain('listBatches');
    await root.rest('PATCH', `/v1/admin/team/${owner.admin.id}/status`, { status: 'SUSPENDED' });
    expect(await statuses(devices(), members(), me(own))).toEqual([401, 401, 401]);
    await root.rest('PATCH', `/v1/admin/team/${owner.admin.id}/status`, { status: 'ACTIVE' });
    expect((await me(own)).status).toBe(200);
  });

  it('a token has the edges, nodes, masks and details that both roles allow', async () => {
    const owner = await app.as('SUPER_ADMIN');
    const own = await insertServiceAccount(app, owner.admin.id, 'SUPER_ADMIN');
    await own.rest('POST', '/v1/admin/customers', { fullName: 'Anna Karimova', email: `a.${own.id}@karvon.test` });
    await app.sql(`update admin set role = 'VIEWER' where id = $1`, [owner.admin.id]);
    const { body } = await own.gql(
      `{ auditEntries(first: 1) { nodes { actorLabel serviceAccountName serviceAccount { id } } }
         node(id: "${own.id}") { id } search(text: "Root") { kind } }`,
    );
    const [entry] = body.data.auditEntries.nodes;
    expect(entry).toEqual({
      actorLabel: expect.stringContaining('***'),
      serviceAccountName: '***',
      serviceAccount: null,
    });
    expect([body.data.node, body.data.search]).toEqual([null, []]);
    expect(body.extensions.hidden).toContain('AuditEntry.serviceAccount');
  });

  it('a token writes in the name of its owner, and the audit log names both', async () => {
    const email = `customer.${script.id}@karvon.test`;
    const sales = await insertServiceAccount(app, root.admin.id, 'SALES', 'customer import');
    const made = await sales.rest('POST', '/v1/admin/customers', { fullName: 'Bobur Aliyev', email });
    const note = await sales.gql(
      'mutation($id: ID!) { addCustomerNote(id: $id, input: { content: "imported" }) { customerNote { author { id } } } }',
      { id: made.body.id },
    );
    expect(note.body.data.addCustomerNote.customerNote.author.id).toBe(root.admin.id);
    const stock = await insertServiceAccount(app, root.admin.id, 'ADMIN', 'stock import');
    const plan = { model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 };
    const batch = await stock.rest('POST', '/v1/admin/inventory/batches', { ...plan, code: `S-${stock.id}` });
    const provisioned = await stock.rest('POST', '/v1/admin/devices/batches', { ...plan, batchCode: `P-${stock.id}` });
    const creators = await app.sql('select created_by from inventory_batch where id = any($1)', [
      [batch.body.id, provisioned.body.id],
    ]);
    expect(creators).toEqual([{ created_by: root.admin.id }, { created_by: root.admin.id }]);
    const filter = { serviceAccountId: { eq: sales.id } };
    const { body } = await root.gql(
      `query($filter: AuditEntryFilter) { auditEntries(filter: $filter) { nodes {
         action actor { id } serviceAccountName serviceAccount { id name } } } }`,
      { filter },
    );
    const named = { actor: { id: root.admin.id }, serviceAccountName: 'customer import' };
    expect(body.data.auditEntries.nodes).toEqual(
      ['addCustomerNote', 'createCustomer'].map((action) => ({
        action,
        ...named,
        serviceAccount: { id: sales.id, name: 'customer import' },
      })),
    );
    const overRest = await root.rest('GET', '/v1/admin/audit?action=createCustomer&take=1');
    expect(overRest.body.items[0]).toMatchObject({
      actorId: root.admin.id,
      actorLabel: root.admin.email,
      serviceAccountId: sales.id,
      serviceAccountName: 'customer import',
    });
  });

  it('a token has idempotency keys of its own, and its retries are answered as the first call', async () => {
    const sell = async (by: Client) => {
      const { id: deviceId } = await makeDevice(app, { status: 'READY' });
      const customer = { fullName: 'Aziza Karimova', email: `${deviceId}@karvon.test` };
      const body = { customer, deviceId, unitPrice: 100, paymentStatus: 'PAID', salesChannel: 'DIRECT' };
      return () => by.rest('POST', '/v1/admin/sales', body, { 'idempotency-key': 'the-same-key' });
    };
    const sales = await insertServiceAccount(app, root.admin.id, 'SALES');
    const [ofOwner, ofScript] = [await sell(root), await sell(sales)];
    expect(await statuses(ofOwner(), ofScript())).toEqual([201, 201]);
    const again = await ofScript();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  });

  it('listens to events until it is revoked', async () => {
    const own = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    const stream = await fetch(`${app.url}/graphql/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${own.token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: 'subscription { deviceChanged { event } }' }),
    });
    const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('REFETCH')) text += (await events?.read())?.value ?? '';
    await root.rest('DELETE', `${PATH}/${own.id}`);
    for (let chunk = await events?.read(); chunk && !chunk.done; chunk = await events?.read()) text += chunk.value;
    expect(text).toContain('ADMIN_AUTH_REQUIRED');
  });

  it.each<[method: string, path: string, body: object | undefined]>([
    ['POST', '/v1/admin/team', { name: 'New', email: 'new@karvon.test', role: 'VIEWER' }],
    ['PATCH', `/v1/admin/team/${UNKNOWN_ID}/role`, { role: 'VIEWER' }],
    ['PATCH', `/v1/admin/team/${UNKNOWN_ID}/status`, { status: 'SUSPENDED' }],
    ['POST', `/v1/admin/team/${UNKNOWN_ID}/reset-password`, undefined],
    ['POST', `/v1/admin/team/${UNKNOWN_ID}/revoke-sessions`, undefined],
    ['GET', PATH, undefined],
    ['POST', PATH, { name: 'second', role: 'VIEWER', expiresAt: '2027-01-01' }],
    ['GET', `${PATH}/${UNKNOWN_ID}`, undefined],
    ['DELETE', `${PATH}/${UNKNOWN_ID}`, undefined],
    ['POST', '/v1/admin/auth/login', { email: 'a@karvon.test', password: 'Quiet-Harbour-71' }],
    ['POST', '/v1/admin/auth/logout', undefined],
    ['PUT', '/v1/admin/auth/password', { currentPassword: 'a', newPassword: 'b' }],
    ['GET', '/v1/admin/auth/sessions', undefined],
    ['DELETE', `/v1/admin/auth/sessions/${UNKNOWN_ID}`, undefined],
  ])('manages no admins, passwords, sessions or tokens: %s %s is 403', async (method, path, body) => {
    const own = await insertServiceAccount(app, root.admin.id, 'SUPER_ADMIN');
    const reply = await own.rest(method, path, body);
    expect([reply.status, reply.body.error.code]).toEqual([403, 'SESSION_REQUIRED']);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'accessDenied', service_account_id: own.id },
    ]);
  });

  it.each([
    'mutation { createServiceAccount(input: { name: "second", role: VIEWER, expiresAt: "2027-01-01" }) { token } }',
    'mutation { login(input: { email: "a@karvon.test", password: "Quiet-Harbour-71" }) { admin { id } } }',
    'mutation { logout { signedOut } }',
    `mutation { setAdminRole(id: "${UNKNOWN_ID}", input: { role: VIEWER }) { admin { id } } }`,
    '{ sessions { id } }',
    '{ serviceAccounts { totalCount } }',
  ])('nor over GraphQL: %s', async (document) => {
    const own = await insertServiceAccount(app, root.admin.id, 'SUPER_ADMIN');
    expect((await own.gql(document)).body.error).toMatchObject({ code: 'SESSION_REQUIRED', status: 403 });
  });

  it('a token is no admin: it is not on the team, no SUPER_ADMIN who could be the last, and nobody can assign it anything', async () => {
    const own = await insertServiceAccount(app, root.admin.id, 'SUPER_ADMIN');
    const { body } = await own.gql('{ adminOptions { id } team { nodes { id } } }');
    const ids = [...body.data.adminOptions, ...body.data.team.nodes].map(({ id }) => id);
    expect(ids).not.toContain(own.id);
    expect(await app.sql('select 1 from admin where id = $1', [own.id])).toEqual([]);
    const { id } = await makePreorder(app);
    const assigned = await root.rest('PATCH', `/v1/admin/preorders/${id}/assignment`, { adminId: own.id });
    expect([assigned.status, assigned.body.error.code]).toEqual([400, 'ASSIGNEE_NOT_ELIGIBLE']);
  });
});

describe('what is no valid token', () => {
  const wrong = `karvon_sa_${'A'.repeat(40)}`;
  const challenge = 'Bearer realm="admin", error="invalid_token"';

  it.each([
    ['unknown', `Bearer ${wrong}${base62(crc32(wrong))}`],
    ['with another checksum', `Bearer ${wrong}000000`],
    ['a made-up one', 'Bearer abc'],
    ['empty', 'Bearer '],
    ['malformed', 'bearer a b'],
  ])('what is no valid token is 401 on both transports: %s', async (_name, authorization) => {
    for (const reply of [
      await app.rest('GET', '/v1/admin/auth/me', undefined, { authorization }),
      await app.gql('{ viewer { role } }', {}, { authorization }),
      await app.rest('GET', '/graphql/stream', undefined, { authorization, accept: 'text/event-stream' }),
    ]) {
      expect([reply.status, reply.headers['www-authenticate'], reply.text]).toEqual([
        401,
        challenge,
        expect.stringContaining('ADMIN_AUTH_REQUIRED'),
      ]);
    }
  });

  it('what is no valid token is one beside a session cookie, whichever of them is valid', async () => {
    const script = await insertServiceAccount(app, root.admin.id);
    for (const headers of [
      { cookie: root.cookie, authorization: `Bearer ${script.token}` },
      { cookie: root.cookie, authorization: `Bearer ${wrong}` },
      { cookie: 'karvon_admin_session=', authorization: `Bearer ${script.token}` },
    ]) {
      const replies = await Promise.all([
        app.rest('GET', '/v1/admin/auth/me', undefined, headers),
        app.rest('POST', '/v1/admin/auth/logout', undefined, headers),
        app.rest('GET', '/v1/admin/exports/batches', undefined, headers),
        app.gql('{ viewer { role } }', {}, headers),
        app.gql('mutation { logout { signedOut } }', {}, headers),
      ]);
      expect(replies.map(({ status, body }) => body?.error?.status ?? status)).toEqual([401, 401, 401, 401, 401]);
      expect(replies[0]?.headers['www-authenticate']).toBe('Bearer realm="admin", error="invalid_request"');
    }
    expect((await root.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
  });

  it('what is no valid token does not concern what else is in that header of a session, nor public paths', async () => {
    for (const authorization of ['Basic abc', 'Bearer abc', 'Bearer ']) {
      const replies = [
        root.rest('GET', '/v1/admin/auth/me', undefined, { authorization }),
        root.gql('{ viewer { role } }', {}, { authorization }),
      ];
      expect(await statuses(...replies)).toEqual([200, 200]);
    }
    const both = { cookie: root.cookie, authorization: `Bearer ${wrong}` };
    expect((await app.rest('GET', '/health', undefined, both)).status).toBe(200);
  });

  it('what is no valid token is one of the other kind: a pairing credential is no token, and a token no pairing credential', async () => {
    const script = await insertServiceAccount(app, root.admin.id);
    const reply = await script.rest('GET', '/v1/devices/me');
    expect([reply.status, reply.body.error.code]).toEqual([401, 'PAIRING_AUTH_REQUIRED']);
    const credential = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';
    const authorization = `Bearer ${credential}`;
    expect((await app.rest('GET', '/v1/admin/auth/me', undefined, { authorization })).status).toBe(401);
  });
});

describe('a page of another site', () => {
  const origin = 'https://tools.example';
  const site = { origin, 'sec-fetch-site': 'cross-site' };

  it('a page of another site may ask with a token, on both transports, and reads the answer and its errors', async () => {
    const script = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    for (const path of ['/v1/admin/devices', '/graphql', '/v1/admin/exports/devices']) {
      const preflight = await app.rest('OPTIONS', path, undefined, {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      });
      expect(preflight.headers['access-control-allow-origin']).toBe('*');
      expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
      expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    }
    for (const reply of [
      await script.rest('GET', '/v1/admin/devices', undefined, site),
      await script.gql('{ viewer { role } }', {}, site),
      await script.rest('PATCH', `/v1/admin/customers/${UNKNOWN_ID}`, { fullName: 'A' }, site),
      await app.rest('GET', '/v1/admin/devices', undefined, { ...site, authorization: 'Bearer abc' }),
    ]) {
      expect(reply.headers['access-control-allow-origin']).toBe('*');
    }
    expect((await script.gql('mutation { logout { signedOut } }', {}, site)).body.error.code).toBe('SESSION_REQUIRED');
  });

  it('a page of another site may not with a cookie, with a token beside it or without', async () => {
    const script = await insertServiceAccount(app, root.admin.id, 'VIEWER');
    for (const headers of [site, { ...site, authorization: `Bearer ${script.token}` }]) {
      const reply = await root.gql('{ viewer { role } }', {}, headers);
      expect([reply.status, reply.body.error.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
    }
    const silent = await app.rest('GET', '/v1/admin/devices', undefined, site);
    expect(silent.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the limits of a token', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ limits: 'real' });
  });
  afterAll(() => strict.stop());

  it('the limits of a token are its own: neither its owner nor another token pays for it', async () => {
    const owner = await strict.as('SUPER_ADMIN');
    const [busy, other] = [
      await insertServiceAccount(strict, owner.admin.id, 'VIEWER'),
      await insertServiceAccount(strict, owner.admin.id, 'VIEWER'),
    ];
    const replies = await Promise.all(Array.from({ length: 121 }, () => me(busy)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    const refused = await me(busy);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await statuses(me(owner), me(other))).toEqual([200, 200]);
    expect((await busy.gql('{ viewer { role } }')).body.error.code).toBe('RATE_LIMITED');
  });

  it('the limits of a token count wrong tokens for their network', async () => {
    const stranger = strict.client({ authorization: 'Bearer abc' });
    const replies = await Promise.all(Array.from({ length: 125 }, () => stranger.gql('{ viewer { role } }')));
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const overRest = await Promise.all(Array.from({ length: 125 }, () => me(stranger)));
    expect(overRest.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

/** Six base-62 digits, as GitHub writes the checksum of its tokens. */
function base62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let left = number; text.length < 6; left = Math.floor(left / 62)) text = digits.charAt(left % 62) + text;
  return text;
}
