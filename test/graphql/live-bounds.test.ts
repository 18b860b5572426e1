import { request } from 'node:http';
import { ORIGIN, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertSession } from '../support/factories/admin.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';
import { type LiveClient, punctualClient } from './live-client.ts';

/** Between two looks at 30 MB. */
const SLOW_LOOK_MS = 200;
/** More than a stream, its socket and a queue hold. */
const CHANGES = 1_500;
const PATH = '/graphql/stream';
const SALES = 'subscription { saleChanged { event id } }';
const EVENTS = { accept: 'text/event-stream' };

let app: TestApp;
const clients: LiveClient[] = [];

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => app.stop());

function clientOf({ cookie }: Pick<Caller, 'cookie'>, options = {}, { url }: Pick<TestApp, 'url'> = app): LiveClient {
  const client = punctualClient(app, url, cookie, options);
  clients.push(client);
  return client;
}

/** An open stream, read only when told to. */
function rawStream({ cookie }: Pick<Caller, 'cookie'>, query: string, headers = {}) {
  const call = request(`${app.url}${PATH}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...EVENTS, ...headers },
  });
  call.on('error', () => undefined);
  call.end(JSON.stringify({ query }));
  return new Promise<{
    readonly status: number;
    readonly headers: NodeJS.Dict<string | string[]>;
    text(): string;
    resume(): void;
    destroy(): void;
  }>((resolve) => {
    call.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('error', () => undefined);
      answer.pause();
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: () => text,
        resume: () => answer.resume(),
        destroy: () => call.destroy(),
      });
    });
  });
}

const codesOf = (body: Json) => body.errors?.map(({ extensions }: Json) => extensions.code);

describe('a stream', () => {
  it('a stream needs a session before anything else', async () => {
    for (const [method, body] of [
      ['POST', { query: '{' }],
      ['PUT', undefined],
      ['GET', undefined],
      ['DELETE', undefined],
    ] as const) {
      const reply = await app.rest(method, PATH, body, EVENTS);
      expect([method, reply.status, codesOf(reply.body)]).toEqual([method, 401, ['ADMIN_AUTH_REQUIRED']]);
    }
  });

  it('a stream has the rule of origins that POST /graphql has, by GET as well', async () => {
    const admin = await app.as('ADMIN');
    const from = (origin: string) => ({ origin, ...EVENTS });
    const query = `${PATH}?query=${encodeURIComponent(SALES)}`;
    for (const [method, path] of [
      ['GET', query],
      ['GET', `${PATH}?token=x`],
      ['PUT', PATH],
      ['DELETE', PATH],
    ] as const) {
      const reply = await admin.rest(method, path, undefined, from('https://elsewhere.example'));
      expect([method, reply.status, codesOf(reply.body)]).toEqual([method, 403, ['CSRF_ORIGIN_REJECTED']]);
    }
    const own = await admin.rest('GET', `${PATH}?token=x`, undefined, from(ORIGIN));
    expect([own.status, codesOf(own.body)]).toEqual([400, ['BAD_REQUEST']]);
  });

  it('a stream is neither stored nor buffered on the way, and its line in the log names the operation', async () => {
    const stream = await rawStream(await app.as('ADMIN'), 'subscription Board { saleChanged { event } }');
    expect([stream.status, stream.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      }),
    ]);
    stream.destroy();
    await until(() => app.logs.some(({ operation, route }) => operation === 'Board' && route === PATH));
  });

  it('a stream is refused where it is not served', async () => {
    const admin = await app.as('ADMIN');
    const { status, body } = await admin.gql(SALES);
    expect([status, body.errors[0].message]).toEqual([
      400,
      'Subscriptions are served by /graphql/stream, as server-sent events (graphql-sse).',
    ]);
    expect((await admin.rest('PATCH', PATH)).status).toBe(405);
    expect((await admin.rest('POST', PATH, { query: SALES })).status).toBe(400);
  });

  it.each([
    [
      'an expensive document',
      `subscription { saleChanged { sale { customer { sales(first: 50) { nodes { refunds { nodes { id } } customer { sales(first: 50) { nodes { id } } } } } } } } }`,
      'costs',
    ],
    [
      'a document with too many selections',
      `subscription { saleChanged { ${'event '.repeat(60)} } }`,
      'more than 50 times',
    ],
    ['two root fields', 'subscription { saleChanged { event } deviceChanged { event } }', 'only one top level field'],
    ['an id that is none', 'subscription { saleChanged(ids: ["x"]) { event } }', 'must be a UUID'],
    ['a syntax error', 'subscription { ', 'Syntax Error'],
    [
      'an operation that is missing',
      'subscription A { saleChanged { event } } subscription B { saleChanged { event } }',
      'operationName',
    ],
  ])('a stream shows why %s is refused', async (_what, query, message) => {
    const stream = await rawStream(await app.as('ADMIN'), query);
    stream.resume();
    await until(() => stream.text().includes('event: complete'));
    const { errors } = JSON.parse(/^data: (.*)$/m.exec(stream.text())?.[1] ?? '{}');
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions).toMatchObject({ status: 400, requestId: expect.any(String) });
  });

  it('a stream cannot be had without end: 10 for a session, 30 for an admin', async () => {
    const { admin, cookie } = await app.as('ADMIN');
    const sessionCookie = async () =>
      `karvon_admin_session=${(await insertSession(app.sql, admin.id, app.clock.now())).token}`;
    const cookies = [cookie, await sessionCookie(), await sessionCookie(), await sessionCookie()];
    const opened = [];
    for (const which of cookies) {
      for (let count = 0; count < 11; count++) opened.push(await rawStream({ cookie: which }, SALES));
    }
    const statuses = opened.map(({ status }) => status);
    const ten = Array.from({ length: 10 }, () => 200);
    expect(statuses).toEqual([...ten, 429, ...ten, 429, ...ten, 429, ...Array.from({ length: 11 }, () => 429)]);
    const post = { query: SALES };
    const refused = await app.rest('POST', PATH, post, { cookie: cookies[0] ?? '', ...EVENTS });
    for (const stream of opened) stream.destroy();
    expect([refused.headers['retry-after'], codesOf(refused.body)]).toEqual(['10', ['RATE_LIMITED']]);
  });

  it('a stream is one for each subscription, on every instance: the single connection mode is refused and says what to use', async () => {
    const admin = await app.as('ADMIN');
    const other = await startTestApp({ database: app.database, clock: app.clock });
    const operation = { query: SALES, extensions: { operationId: 'a' } };
    for (const instance of [app, other]) {
      const client = instance.client({ cookie: admin.cookie });
      const token = { 'x-graphql-event-stream-token': 'x', ...EVENTS };
      for (const reply of [
        await client.rest('PUT', PATH),
        await client.rest('POST', PATH, operation, token),
        await client.rest('GET', `${PATH}?token=x`, undefined, EVENTS),
        await client.rest('DELETE', `${PATH}?operationId=a`, undefined, token),
      ]) {
        expect([reply.status, codesOf(reply.body)]).toEqual([400, ['BAD_REQUEST']]);
        expect(reply.body.errors[0].message).toContain('`singleConnection: false`');
      }
      const heard = clientOf(admin, { singleConnection: true }, instance).subscribe(SALES);
      await until(() => heard.error !== undefined);
      await clientOf(admin, {}, instance).listen(SALES);
    }
    await other.stop();
  });
});

describe('a slow reader', () => {
  it('a slow reader is told to read again, instead of a queue without end', async () => {
    const { id } = await makeSale(app, { notes: 'x'.repeat(2_000) });
    // 50 kB each, so that the socket is full after a hundred or two.
    const notes = Array.from({ length: 25 }, (_, index) => `n${index}: notes`).join(' ');
    const query = `subscription { saleChanged { event sale { ${notes} } } }`;
    const [stream, quick] = [
      await rawStream(await app.as('ADMIN'), query),
      await clientOf(await app.as('ADMIN')).listen(SALES),
    ];
    for (let change = 0; change < CHANGES; change += 50) {
      // Each is a commit of its own: equal notifications of one commit are one.
      await Promise.all(
        Array.from({ length: 50 }, () => app.sql('update sale set revision = revision + 1 where id = $1', [id])),
      );
      // No faster than a reader that takes everything.
      await until(() => quick.changes().length === change + 50);
    }
    expect(quick.events.filter(({ event }) => event === 'REFETCH')).toHaveLength(1);
    stream.resume();
    // The last event of all: what was to come before it has come.
    await makeSale(app);
    await until(() => stream.text().includes('"CREATED"'), SLOW_LOOK_MS);
    stream.destroy();
    expect(stream.text().split('"REFETCH"')).toHaveLength(3);
    expect(stream.text().split('"UPDATED"').length).toBeLessThan(CHANGES - 900);
  });
});

describe('listeners of an instance', () => {
  it('listeners of an instance are told to read again after the connection to the database was lost, and hear what follows', async () => {
    const heard = await clientOf(await app.as('ADMIN')).listen(SALES);
    const ended = await app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    expect(ended).toHaveLength(1);
    await until(() => heard.events.length === 2);
    expect(heard.events[1]).toEqual({ event: 'REFETCH', id: null });
    const { id } = await makeSale(app);
    await until(() => heard.changes().length > 0);
    expect(heard.changes()).toEqual([{ event: 'CREATED', id }]);
  });

  it.each([
    [
      'is given another role',
      (id: string) => app.sql(`update admin set role = 'OPERATIONS' where id = $1`, [id]),
      'ROLE_FORBIDDEN',
    ],
    [
      'is suspended',
      (id: string) => app.sql(`update admin set status = 'SUSPENDED' where id = $1`, [id]),
      'ADMIN_AUTH_REQUIRED',
    ],
    [
      'must change the password',
      (id: string) => app.sql('update admin set must_change_password = true where id = $1', [id]),
      'PASSWORD_CHANGE_REQUIRED',
    ],
    [
      'loses the session',
      (id: string) => app.sql('delete from admin_session where admin_id = $1', [id]),
      'ADMIN_AUTH_REQUIRED',
    ],
  ])('listeners of an instance hear nothing more once an admin %s', async (_what, change, code) => {
    const caller = await app.as('SALES');
    const heard = await clientOf(caller).listen(SALES);
    await makeSale(app);
    await until(() => heard.changes().length === 1);
    await change(caller.admin.id);
    // Committed after it, so no listener may see it, however fast it is.
    await makeSale(app);
    await until(() => heard.isComplete);
    expect(heard.changes()).toHaveLength(2);
    expect(heard.results.at(-1)?.errors?.map(({ extensions }) => extensions?.code)).toEqual([code]);
  });

  it('listeners of an instance hear nothing more once a condition crosses an edge that the role may not follow', async () => {
    const query = `subscription { preorderChanged { event id preorder { customer { id devices(first: 1, filter: { batch: { code: { eq: "x" } } }) { totalCount } } } } }`;
    const refused = clientOf(await app.as('SALES')).subscribe(query);
    await until(() => refused.isComplete);
    expect(refused.results[0]?.errors?.[0]?.extensions).toMatchObject({ code: 'ROLE_FORBIDDEN', status: 403 });
    const caller = await app.as('SUPPORT');
    const heard = await clientOf(caller).listen(query);
    await app.sql(`update admin set role = 'SALES' where id = $1`, [caller.admin.id]);
    await makePreorder(app);
    await until(() => heard.isComplete);
    expect(heard.changes().filter((change) => change !== null)).toEqual([]);
    expect(heard.results.at(-1)?.errors?.map(({ extensions }) => extensions?.code)).toEqual(['ROLE_FORBIDDEN']);
  });

  it('listeners on two instances get the same events, whichever instance made the change', async () => {
    const other = await startTestApp({ database: app.database, clock: app.clock });
    const admin = await app.as('ADMIN');
    const heard = await Promise.all([clientOf(admin).listen(SALES), clientOf(admin, {}, other).listen(SALES)]);
    const { id } = await makeSale(app);
    for (const instance of [app, other]) {
      const { status } = await instance
        .client({ cookie: admin.cookie })
        .gql(`mutation { updateSale(id: "${id}", input: { notes: "by ${instance.url}" }) { sale { id } } }`);
      expect(status).toBe(200);
    }
    await until(() => heard.every((each) => each.changes().length === 3));
    for (const each of heard)
      expect(each.changes().map(({ event }) => event)).toEqual(['CREATED', 'UPDATED', 'UPDATED']);
    await other.stop();
  });
});

describe('a service that stops', () => {
  it('a service that stops completes its streams within the drain', async () => {
    const other = await startTestApp({ database: app.database, clock: app.clock, env: { DRAIN_TIMEOUT_MS: '600000' } });
    const admin = await app.as('ADMIN');
    const heard = await clientOf(admin, {}, other).listen(SALES);
    // A stop that waited for its streams would outlast this test.
    await other.stop();
    await until(() => heard.isComplete);
    expect(heard.error).toBeUndefined();
  });
});
