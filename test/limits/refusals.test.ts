import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import { replayedLimits } from '../support/replayed-limits.ts';
import { statementsOf } from '../support/statements.ts';

/** Refusals of one caller in 60 seconds. */
const REFUSALS = 600;
/** So many are made at once; what these counted is counted again for the others. */
const MADE = 30;
const limits = replayedLimits();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.stop());

let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
const nobody = () => app.client(newAddress());
const nowhere = (client: Client) => client.rest('GET', '/v1/nowhere');

/** So many calls, or what as many count. @returns the replies of those that are made */
const times = (count: number, call: (index: number) => Promise<Reply>) => limits.repeat(count, MADE, call);

/** All of them: those beyond the limit are counted elsewhere, and so are those of a shared store. */
const each = (count: number, call: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, call));

function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const name = `${status} ${body?.error?.code ?? ''}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function expectLimited(reply: Reply): void {
  expect([reply.status, reply.body.error.code]).toEqual([429, 'RATE_LIMITED']);
  const seconds = Number(reply.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(reply.headers['ratelimit-policy']).toBe(`"default";q=${REFUSALS};w=60`);
  expect(reply.headers.ratelimit).toBe(`"default";r=0;t=${seconds}`);
}

const PROOF = { 'x-karvon-timestamp': '1', 'x-karvon-proof': 'a'.repeat(64) };

/** Each refusal comes before any operation's own limit, and none of them may be had without end. */
const EARLY: readonly (readonly [what: string, status: number, call: (client: Client) => Promise<Reply>])[] = [
  ['an unknown route', 404, nowhere],
  ['another method', 405, (client) => client.rest('PUT', '/v1/admin/auth/me')],
  ['a broken path', 400, (client) => client.rest('GET', '/v1/admin/devices/%ff')],
  [
    'a foreign origin',
    403,
    (client) => client.rest('POST', '/v1/admin/auth/logout', undefined, { origin: 'https://evil.test' }),
  ],
  [
    'a device’s body of another type',
    415,
    (client) => client.rest('POST', '/v1/devices/heartbeat', 'a=1', { ...PROOF, 'content-type': 'text/plain' }),
  ],
  ['GraphQL by another method', 405, (client) => client.rest('PUT', '/graphql')],
];

it.each(EARLY)('%s is answered %i up to the limit, then 429', async (_what, status, call) => {
  const client = nobody();
  const replies = await times(REFUSALS, () => call(client));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
  expectLimited(await call(client));
  expect((await call(nobody())).status).toBe(status);
});

it('early client errors share one bucket per address, which neither counts nor limits successful calls', async () => {
  const address = newAddress();
  const client = app.client(address);
  const { cookie, admin } = await app.as('VIEWER', { password: 'Quiet-Harbour-71' });
  const signedIn = app.client({ ...address, cookie });
  const good = async () => [
    (await client.rest('GET', '/health')).status,
    (await client.rest('GET', '/v1/public/preorder-config')).status,
    (await signedIn.rest('GET', '/v1/admin/auth/me')).status,
    (await signedIn.gql('{ viewer { role } }')).status,
  ];
  const before = await good();
  const replies = await times(REFUSALS, (index) => (EARLY[index % EARLY.length]?.[2] ?? nowhere)(client));
  expect(tally(replies)['429 RATE_LIMITED']).toBeUndefined();
  for (const [, , call] of EARLY) expectLimited(await call(client));
  expect(await good()).toEqual(before);
  const login = { email: admin.email, password: 'Quiet-Harbour-71' };
  expect((await client.rest('POST', '/v1/admin/auth/login', login)).status).toBe(201);
});

it('unauthenticated calls of all operations share the bucket of their address', async () => {
  const client = nobody();
  const paths = ['auth/me', 'auth/sessions', 'devices', 'sales', 'customers', 'preorders', 'team', 'audit'];
  const replies = await times(REFUSALS, (index) => client.rest('GET', `/v1/admin/${paths[index % paths.length]}`));
  expect(tally(replies)).toEqual({ '401 ADMIN_AUTH_REQUIRED': MADE });
  expectLimited(await client.rest('GET', '/v1/admin/settings'));
});

describe('client errors of a signed-in admin', () => {
  const forbidden = (client: Client) => client.rest('GET', '/v1/admin/team');

  it('client errors of a signed-in admin with 403 are counted per admin, whatever the address', async () => {
    const [caller, neighbour] = [await app.as('VIEWER'), await app.as('VIEWER')];
    const address = newAddress();
    const call = (index = 0) =>
      caller.rest('GET', '/v1/admin/team', undefined, { 'x-forwarded-for': `198.51.100.${index % 200}` });
    expect(tally(await times(REFUSALS, call))).toEqual({ '403 ROLE_FORBIDDEN': MADE });
    expectLimited(await call());
    expect((await caller.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
    expect((await forbidden(neighbour)).status).toBe(403);
    expect((await nowhere(app.client(address))).status).toBe(404);
  });

  it('client errors of a signed-in admin with forbidden root fields, malformed documents and malformed bodies of GraphQL share one bucket', async () => {
    const caller = await app.as('VIEWER');
    const broken: ((index: number) => Promise<Reply>)[] = [
      () => forbidden(caller),
      () => caller.gql('{ team { totalCount } }'),
      () => caller.gql('{ nothingOfThatName }'),
      () => caller.gql('{ viewer {'),
      () => caller.gql('query ($take: Int!) { devices(first: $take) { totalCount } }', { take: 'many' }),
      () => caller.rest('POST', '/graphql', '{"query":', { 'content-type': 'application/json' }),
      () => caller.rest('POST', '/graphql', 'query=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      () => caller.rest('POST', '/graphql', { query: 'x'.repeat(70_000) }),
      () => caller.rest('POST', '/graphql', { variables: {} }),
    ];
    const call = (index: number) => (broken[index % broken.length] ?? broken[0])?.(index) as Promise<Reply>;
    const replies = await times(REFUSALS, call);
    expect(replies.map(({ status }) => status)).not.toContain(429);
    for (let index = 0; index < broken.length; index += 1) {
      const reply = await call(index);
      expect([index, reply.status, reply.body.error.code]).toEqual([index, 429, 'RATE_LIMITED']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    // Good documents and calls go on.
    expect((await caller.gql('{ viewer { role } }')).body.data).toEqual({ viewer: { role: 'VIEWER' } });
    expect((await caller.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
  });

  it('client errors of a signed-in admin are counted for each forbidden root field of one request', async () => {
    const caller = await app.as('VIEWER');
    const query = `{ viewer { role } ${Array.from({ length: 19 }, (_, i) => `t${i}: team { totalCount }`).join(' ')} }`;
    // 31 x 19 = 589.
    for (let request = 0; request < 31; request += 1) {
      const { body } = await caller.gql(query);
      expect(body.data.viewer).toEqual({ role: 'VIEWER' });
    }
    const { body } = await caller.gql(query);
    expect(body.data.viewer).toEqual({ role: 'VIEWER' });
    const codes = body.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    expect(codes.filter((code: string) => code === 'ROLE_FORBIDDEN')).toHaveLength(11);
    expect(codes.filter((code: string) => code === 'RATE_LIMITED')).toHaveLength(8);
  });

  it('client errors of a signed-in admin at forbidden edges of a list belong to the call of the list and are not counted', async () => {
    const boss = await app.as('ADMIN');
    const plan = { batchCode: 'EDGES-1', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 50 };
    expect((await boss.rest('POST', '/v1/admin/devices/batches', plan)).status).toBe(201);
    const caller = await app.as('OPERATIONS');
    // 13 x 50 = 650.
    for (let request = 0; request < 13; request += 1) {
      const { body } = await caller.gql('{ devices(first: 50) { nodes { owner { id } } } }');
      expect(body.data.devices.nodes).toHaveLength(50);
      expect([body.errors, body.extensions.hidden]).toEqual([undefined, ['Device.owner']]);
    }
    expect((await forbidden(caller)).status).toBe(403);
  });

  it('client errors of a signed-in admin beyond twice the limit are rejected over GraphQL before anything is read, but not over REST', async () => {
    const caller = await app.as('VIEWER');
    const call = () => caller.gql('{ nothingOfThatName }');
    await times(REFUSALS, call);
    await each(REFUSALS, call);
    const oversized = await caller.rest('POST', '/graphql', { query: 'x'.repeat(70_000) });
    expectLimited(oversized);
    expectLimited(await caller.gql('{ viewer { role } }'));
    expect((await caller.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
  });

  it('client errors of a signed-in admin that count toward an operation’s own limit are not counted over REST: wrong input, unknown records', async () => {
    const caller = await app.as('VIEWER');
    const lists = ['devices', 'customers', 'sales', 'preorders', 'inventory/batches', 'audit', 'claim-codes'];
    const replies = await times(REFUSALS + MADE, (index) =>
      caller.rest('GET', `/v1/admin/${lists[index % lists.length]}?take=0`),
    );
    expect(tally(replies)).toEqual({ '400 VALIDATION_FAILED': MADE });
    const unknown = await caller.rest('GET', '/v1/admin/devices/01890000-0000-7000-8000-000000000000');
    const malformed = await caller.rest('PUT', '/v1/admin/auth/password', '{"', { 'content-type': 'application/json' });
    expect([unknown.status, malformed.status]).toEqual([404, 400]);
    expect((await forbidden(caller)).status).toBe(403);
  });

  it('client errors of a signed-in admin that count toward an operation’s own limit are not counted over GraphQL: wrong input, exceeded limits', async () => {
    const caller = await app.as('VIEWER');
    const call = () => caller.gql('{ devices(first: 0) { totalCount } }');
    const replies = await times(REFUSALS + MADE, call);
    expect([...replies, await call()].map(({ status }) => status)).toEqual([...Array(MADE).fill(400), 429]);
    expect((await forbidden(caller)).status).toBe(403);
  });
});

it('a client error beyond the limit costs no statement with limits in PostgreSQL', async () => {
  const counted = await startTestApp({ limits: 'real', env: { RATE_LIMIT_STORE: 'postgres' } });
  try {
    expect(await statementsOf(() => nowhere(counted))).toBeGreaterThan(0);
    await counted.sql(`update rate_limit set points = ${REFUSALS} where key like 'refused:%'`);
    expectLimited(await nowhere(counted));
    expect(await statementsOf(() => each(100, () => nowhere(counted)))).toBe(0);
  } finally {
    await counted.stop();
  }
});

it('the bucket of client errors is shared by instances with a shared store', async () => {
  const env = { RATE_LIMIT_STORE: 'postgres' };
  const one = await startTestApp({ limits: 'real', env });
  const other = await startTestApp({ limits: 'real', env, database: one.database });
  try {
    expect((await nowhere(one)).status).toBe(404);
    await one.sql(`update rate_limit set points = ${REFUSALS - 2} where key like 'refused:%'`);
    expect([(await nowhere(one)).status, (await nowhere(other)).status]).toEqual([404, 404]);
    expectLimited(await nowhere(one));
    expectLimited(await nowhere(other));
  } finally {
    await other.stop();
    await one.stop();
  }
});
