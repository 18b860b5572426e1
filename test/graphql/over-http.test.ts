import { serverAudits } from 'graphql-http';
import { cleanTestApp, ORIGIN, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const audits = serverAudits({
  url: () => `${app.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), cookie: admin.cookie } }),
});

describe('the audits of the specification of GraphQL over HTTP', () => {
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (_id, _name, audit) => {
    const result = await audit.fn();
    const reason = 'reason' in result ? result.reason : undefined;
    expect([result.status, reason]).toEqual(['ok', undefined]);
  });
});

const get = (query: string, headers = {}) =>
  admin.rest('GET', `/graphql?query=${encodeURIComponent(query)}`, undefined, headers);

describe('a query by GET', () => {
  it('a query by GET is answered privately, also to a browser', async () => {
    for (const headers of [{}, { accept: 'text/html,*/*;q=0.8' }]) {
      const reply = await get('{ viewer { role } }', headers);
      expect([reply.status, reply.body.data, reply.headers['cache-control']]).toEqual([
        200,
        { viewer: { role: 'ADMIN' } },
        'private, no-store',
      ]);
    }
  });

  it('a query by GET takes variables and the name of the operation', async () => {
    const query = encodeURIComponent('query A { __typename } query B($id: ID!) { customer(id: $id) { id } }');
    const variables = encodeURIComponent(JSON.stringify({ id: 'nobody' }));
    const { status, body } = await admin.rest('GET', `/graphql?query=${query}&operationName=B&variables=${variables}`);
    expect([status, body.errors[0].extensions.code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
  });

  it('a query by GET is refused with variables that are no JSON', async () => {
    const { status, body } = await admin.rest('GET', '/graphql?query={viewer{role}}&variables={');
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('a query by GET never runs a mutation', async () => {
    const { status, headers, body } = await get(
      'mutation { createCustomer(input: { fullName: "By GET" }) { customer { id } } }',
    );
    expect([status, headers.allow, body.data]).toEqual([405, 'POST', undefined]);
    expect(await app.sql("select 1 from customer where full_name = 'By GET'")).toEqual([]);
  });

  it.each([
    ['no page', {}, 200],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    [
      'a page behind the proxy of a development server',
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
      200,
    ],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 200],
    ['an allowed origin', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }, 200],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'https://elsewhere.example' }, 403],
  ])('a query by GET from %s is answered as a POST from there', async (_from, headers, expected) => {
    expect((await get('{ viewer { role } }', headers)).status).toBe(expected);
    expect((await admin.gql('{ viewer { role } }', {}, headers)).status).toBe(expected);
  });

  it('a query by GET needs a session', async () => {
    expect((await app.rest('GET', '/graphql?query={viewer{role}}')).status).toBe(401);
  });
});

it('a request whose variables have a member twice is a 400 that names it', async () => {
  const text =
    '{"query":"query ($f: DeviceFilter) { devices(filter: $f) { totalCount } }","variables":{"f":{"model":{"eq":"A"},"model":{"eq":"B"}}}}';
  const { status, body } = await admin.rest('POST', '/graphql', text, { 'content-type': 'application/json' });
  expect([status, body.errors[0].extensions.code, body.errors[0].message]).toEqual([
    400,
    'VALIDATION_FAILED',
    'model must not be repeated',
  ]);
});

describe('a reply', () => {
  it('a reply has no key but those of the specification', async () => {
    const replies = [
      await app.gql('{ viewer { role } }'),
      await app.rest('PUT', '/graphql'),
      await admin.rest('POST', '/graphql', 'x'.repeat(2_000_000), { 'content-type': 'application/json' }),
      await admin.rest('POST', '/graphql', 'query=x', { 'content-type': 'text/plain' }),
      await admin.gql('{ viewer { role } }', {}, { origin: 'https://elsewhere.example' }),
      await admin.gql('{ nope }'),
      await admin.gql('{ customer(id: "nobody") { id } }'),
      await admin.gql('{ viewer { role } }'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 405, 413, 415, 403, 400, 404, 200]);
    for (const { body, headers } of replies) {
      expect(Object.keys(body).filter((key) => !['data', 'errors', 'extensions'].includes(key))).toEqual([]);
      for (const { message, extensions } of body.errors ?? []) {
        expect([message, extensions]).toEqual([
          expect.any(String),
          expect.objectContaining({ code: expect.any(String), requestId: headers['x-request-id'] }),
        ]);
      }
    }
  });

  it.each([
    ['application/json', 200],
    ['application/json, */*;q=0.1', 200],
    ['application/graphql-response+json, application/json;q=0.9', 400],
    ['*/*', 400],
    [undefined, 400],
  ])('a reply to a client that accepts %s has the status %s for a refused document', async (accept, expected) => {
    for (const query of [
      '{ nope }',
      '{ viewer {',
      '{ devices(first: "many") { totalCount } }',
      '{ devices(first: 100) { nodes { batch { devices(first: 500) { nodes { id } } } } } }',
    ]) {
      const { status, body } = await admin.gql(query, {}, accept ? { accept } : {});
      expect([status, body.data, body.errors.length > 0]).toEqual([expected, undefined, true]);
    }
  });

  it.each([
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('a reply to a client that accepts %s has that type, whatever refuses it', async (accept, expected) => {
    const replies = [
      await app.gql('{ viewer { role } }', {}, { accept }),
      await app.rest('PUT', '/graphql', undefined, { accept }),
      await admin.gql('{ viewer { role } }', {}, { accept, origin: 'https://elsewhere.example' }),
      await admin.gql('{ viewer {', {}, { accept }),
      await admin.gql('{ nope }', {}, { accept }),
      await admin.gql('{ customer(id: "nobody") { id } }', {}, { accept }),
    ];
    expect(replies.map(({ headers }) => headers['content-type'])).toEqual(replies.map(() => expected));
  });

  it('a reply is the same each time that a document is sent', async () => {
    const query = (status: string) =>
      `query { viewer { role } sales(filter: { status: { eq: ${status} } }) { nodes { number } } }`;
    for (const document of ['{ nope }', '{ viewer {', '{ viewer { role } }', query('PAID'), query('NO_SUCH_STATUS')]) {
      const [first, second] = [await admin.gql(document), await admin.gql(document)];
      const shown = ({ status, body: { data, errors = [], extensions } }: typeof first) => [
        status,
        data,
        errors.map(({ message, locations }: { message: string; locations: unknown }) => [message, locations]),
        extensions.cost,
      ];
      expect(shown(second)).toEqual(shown(first));
    }
  });

  it('a reply to a document of two operations, none of which is named, is a 400 that asks for the name', async () => {
    const query = 'query A { viewer { role } } query B { __typename }';
    const { status, body } = await admin.gql(query, {}, { accept: 'application/json' });
    expect([status, body.data, body.errors[0]]).toEqual([
      400,
      undefined,
      expect.objectContaining({
        message: 'Must provide operation name if query contains multiple operations.',
        extensions: expect.objectContaining({ code: 'BAD_REQUEST', status: 400 }),
      }),
    ]);
  });

  it('a reply has the status of a refused operation whatever the client accepts', async () => {
    const { status } = await admin.gql('{ customer(id: "nobody") { id } }', {}, { accept: 'application/json' });
    expect(status).toBe(404);
  });

  it('a reply shows what is left of the limits of all called operations, and the tightest in the headers', async () => {
    const { body, headers } = await admin.gql(
      '{ a: viewer { role } batches { totalCount } b: batches { totalCount } }',
    );
    const limits = body.extensions.rateLimits;
    expect(limits.map(({ operation }: { operation: string }) => operation).sort()).toEqual([
      'getMe',
      'listBatches',
      'listBatches',
    ]);
    const least = Math.min(...limits.map(({ remaining }: { remaining: number }) => remaining));
    expect(headers.ratelimit).toContain(`r=${least};`);
    expect(headers['ratelimit-policy']).toMatch(/q=\d+;w=60/);
  });

  it('a reply is logged with the name and the cost of its operation', async () => {
    await admin.gql('query Named { batches(first: 7) { nodes { id } } }');
    const line = app.logs.find((each) => each.operation === 'Named');
    expect(line).toMatchObject({ msg: 'request', route: '/graphql', cost: 8 });
  });
});
