import { getIntrospectionQuery, type IntrospectionOptions } from 'graphql';
import { pageOf } from '../../src/graphql/page/html.ts';
import { ADMIN_ROLES } from '../../src/model/enums.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { statementsOf } from '../support/statements.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let admin: Caller;
/** With rate limits, none of which has counted anything yet. */
let strict: TestApp;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  strict = await startTestApp({ limits: 'real' });
});
beforeEach(() => strict.clock.advance(HOUR_MS));
afterAll(async () => {
  await strict.stop();
  await app.stop();
});

const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');
/** Each fragment spreads the next one twice. */
const doubling = (levels: number, type: string, last: string) =>
  `${repeat(levels, (i) => `fragment F${i} on ${type} { ...F${i + 1} ...F${i + 1} }`)} fragment F${levels} on ${type} { ${last} }`;
const nested = (depth: number): string => (depth === 0 ? 'id' : `batch { devices { nodes { ${nested(depth - 1)} } } }`);

describe('a GraphQL document', () => {
  it.each([
    ['too deep', `{ devices { nodes { ${nested(4)} } } }`],
    ['too many aliases', `{ viewer { ${repeat(31, (index) => `a${index}: role`)} } }`],
    [
      'too many root fields',
      `{ ${repeat(21, () => 'viewer { role }')} ${repeat(3, (index) => `v${index}: viewer { role }`)} }`,
    ],
    [
      'too many root fields in fragments',
      `{ ${repeat(3, (i) => `...F${i}`)} } ${repeat(3, (i) => `fragment F${i} on Query { ${repeat(8, (j) => `f${i}${j}: __typename`)} }`)}`,
    ],
    ['too many tokens', `{ viewer { ${repeat(3001, () => 'role')} } }`],
    ['too many directives', `{ viewer { ${repeat(31, () => 'role @include(if: true)')} } }`],
    [
      'too expensive',
      '{ devices(first: 100) { nodes { batch { devices(first: 100) { nodes { events { nodes { id } } } } } } } }',
    ],
    ['a fragment cycle', '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }'],
    ['an unknown field', '{ nope }'],
    ['a syntax error', '{ viewer {'],
    ['a wrong argument', '{ devices(first: "many") { nodes { id } } }'],
    ['no query', ''],
  ])('a GraphQL document is a 400 in the error shape for %s', async (_what, query) => {
    const { status, body } = await admin.gql(query);
    expect(status).toBe(400);
    expect(Object.keys(body).every((key) => key === 'errors' || key === 'extensions')).toBe(true);
    for (const error of body.errors) {
      const { fields: _fields, ...extensions } = error.extensions;
      expect([error.message, extensions]).toEqual([
        expect.any(String),
        {
          code: expect.stringMatching(/^[A-Z_]+$/),
          messageId: expect.stringMatching(/^[A-Z_]+$/),
          params: expect.any(Object),
          status: 400,
          requestId: expect.any(String),
        },
      ]);
    }
  });

  /** Each took seconds of the process before anything refused it, or would have with more of the same. */
  it.each<[string, string, RegExp, object?]>([
    ['fragments that double', `{ viewer { ...F0 } } ${doubling(30, 'Viewer', 'role')}`, /selections/],
    ['fragments that double root fields', `{ ...F0 } ${doubling(30, 'Query', 'viewer { role }')}`, /20 root fields/],
    ['fragments that double aliases', `{ viewer { ...F0 } } ${doubling(30, 'Viewer', 'a: role')}`, /30 aliases/],
    [
      'fragments that double directives',
      `{ viewer { ...F0 } } ${doubling(30, 'Viewer', 'role @skip(if: false)')}`,
      /30 directives/,
    ],
    ['fragments that double, but are unused', `{ viewer { role } } ${doubling(30, 'Viewer', 'role')}`, /selections/],
    [
      'fragments that double in two operations',
      `query A { viewer { ...F0 } } query B { viewer { ...F0 } } ${doubling(10, 'Viewer', 'role')}`,
      /selections/,
    ],
    ['a field 740 times', `{ viewer { ${repeat(740, () => 'role')} } }`, /"role" is selected more than 50 times/],
    [
      'a field 740 times below merged fields',
      `{ ${repeat(20, () => `viewer { ${repeat(37, () => 'role')} }`)} }`,
      /"role" is selected more than 50 times/,
    ],
    [
      'a field often in an unused fragment',
      `{ viewer { role } } fragment F on Viewer { ${repeat(740, () => 'role')} }`,
      /"role" is selected more than 50 times/,
    ],
    [
      'a field often in the first of two fragments of one name',
      `{ viewer { ...F } } fragment F on Viewer { ${repeat(740, () => 'role')} } fragment F on Viewer { role }`,
      /Two fragments are named "F"/,
    ],
    [
      'many fragments in one place',
      `{ viewer { ${repeat(101, (i) => `...F${i}`)} } } ${repeat(101, (i) => `fragment F${i} on Viewer { role }`)}`,
      /100 fragments/,
    ],
    ['many operations', repeat(51, (i) => `query Q${i} { viewer { role } }`), /50 operations/],
    ['a deep list', `{ devices(search: ${'['.repeat(33)}${']'.repeat(33)}) { nodes { id } } }`, /32 levels of lists/],
    ['a deep object', `{ devices(filter: ${'{and:['.repeat(400)}${']}'.repeat(400)}) { nodes { id } } }`, /32 levels/],
    [
      'a deep list in a default',
      `query ($a: Int = ${'['.repeat(33)}${']'.repeat(33)}) { viewer { role } }`,
      /32 levels/,
    ],
    ['a deep list in a directive', `{ viewer { role @skip(if: ${'['.repeat(33)}${']'.repeat(33)}) } }`, /32 levels/],
    ['a list that never ends', `{ devices(search: ${'['.repeat(2_900)}`, /nested too deeply/],
    ['a list of 1,001 open brackets', `{ devices(search: ${'['.repeat(999)}`, /nested too deeply/],
    ['a deep type', `query ($a: ${'['.repeat(33)}Int${']'.repeat(33)}) { viewer { role } }`, /33|32 levels/],
    [
      'variables of 15,000 values',
      'query ($f: DeviceFilter) { devices(filter: $f) { nodes { id } } }',
      /2000 values/,
      { f: { serial: { in: Array(15_000).fill({}) } } },
    ],
  ])(
    'a GraphQL document is an immediate 400 that names the limit for %s',
    async (_what, query, message, ...[variables]) => {
      const { status, body } = await admin.gql(query, variables as Record<string, unknown>);
      expect([status, body]).toEqual([
        400,
        {
          errors: [
            {
              message: expect.stringMatching(message),
              extensions: {
                code: 'GRAPHQL_VALIDATION_FAILED',
                messageId: expect.stringMatching(/^GRAPHQL_VALIDATION_FAILED_/),
                params: expect.any(Object),
                status: 400,
                requestId: expect.any(String),
              },
            },
          ],
        },
      ]);
    },
  );

  it('variables of the wrong type are refused at the first of them', async () => {
    const query = 'query ($f: DeviceFilter) { devices(filter: $f) { nodes { id } } }';
    const { status, body } = await admin.gql(query, { f: { serial: { in: Array(1_500).fill({}) } } });
    expect([status, body.error.code, body.errors[0].message]).toEqual([
      400,
      'VALIDATION_FAILED',
      'Variable "$f" has a value of another type at "f.serial.in[0]". It takes String.',
    ]);
  });

  it.each<[string, object?]>([
    ['subscription { x }'],
    ['subscription S { __typename } query Q { viewer { role } }'],
    ['{ devices(last: 4294967296) { nodes { id } } }'],
    ['{ batches(last: 2147483648) { nodes { id } } }'],
    ['{ devices(last: 99999999999999999999999999999999) { nodes { id } } }'],
    ['{ devices(last: 1e400) { nodes { id } } }'],
    ['{ devices(last: -1) { nodes { id } } }'],
    ['query ($last: Int) { devices(last: $last) { nodes { id } } }', { last: 4_294_967_296 }],
    ['query ($last: Int) { devices(last: $last) { nodes { id } } }', { last: -1 }],
    ['query ($last: Int = 4294967296) { devices(last: $last) { nodes { id } } }'],
    ['{ devices(first: 4294967296) { nodes { id } } }'],
    ['{ devices(first: -4294967296) { nodes { id } } }'],
    ['mutation { setAdminRole(id: "x", input: {role: SALES}, expectedRevision: 4294967296) { admin { id } } }'],
    ['{ devices(filter: {installations: {gte: 1e400}}) { nodes { id } } }'],
  ])('%s is a 400 of our shape', async (query, ...[variables]) => {
    const { status, body } = await admin.gql(query, variables as Record<string, unknown>);
    expect([status, body.error.code]).toEqual([400, expect.stringMatching(/^(?:GRAPHQL_)?VALIDATION_FAILED$/)]);
  });

  it('1e400 in the variables is a 400 of our shape', async () => {
    const text = '{"query":"query ($last: Int) { devices(last: $last) { nodes { id } } }","variables":{"last":1e400}}';
    const { status, body } = await admin.rest('POST', '/graphql', text, { 'content-type': 'application/json' });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a batch of queries is refused', async () => {
    const { status, body } = await admin.rest('POST', '/graphql', [{ query: '{ viewer { role } }' }]);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a persisted query is rejected by the name that clients know', async () => {
    const { status, body } = await admin.rest('POST', '/graphql', {
      extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
    });
    expect([status, body.error.code]).toEqual([400, 'PERSISTED_QUERY_NOT_SUPPORTED']);
  });

  it('a GraphQL document is accepted at exactly the limits', async () => {
    const query = `{ ${repeat(20, (index) => `v${index}: viewer { role }`)} }`;
    const { status, body } = await admin.gql(query);
    expect([status, Object.keys(body.data).length]).toEqual([200, 20]);
    for (const inside of [
      `viewer { ${repeat(30, (index) => `a${index}: role`)} }`,
      `viewer { ${repeat(30, () => '... @include(if: true) { role }')} }`,
      `viewer { ${repeat(50, () => 'role')} }`,
      `devices(first: 1) { nodes { ${'batch { devices(first: 1) { nodes { '.repeat(2)} batch { id } ${'} } } '.repeat(2)} } }`,
    ]) {
      expect([inside, (await admin.gql(`{ ${inside} }`)).status]).toEqual([inside, 200]);
    }
  });

  it('a GraphQL document gets its cost with every reply', async () => {
    const { body } = await admin.gql('{ devices(first: 10) { nodes { id batch { id } } } }');
    expect(body.extensions.cost).toEqual({ requested: expect.any(Number), maximum: 10_000 });
    const costlier = await admin.gql('{ devices(first: 100) { nodes { id batch { id } } } }');
    expect(costlier.body.extensions.cost.requested).toBeGreaterThan(body.extensions.cost.requested);
  });
});

describe('introspection', () => {
  const everything: IntrospectionOptions = {
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    experimentalDirectiveDeprecation: true,
    oneOf: true,
  };
  const nothing: IntrospectionOptions = { descriptions: false };

  it.each(ADMIN_ROLES)('introspection of every kind succeeds for %s and costs nothing', async (role) => {
    const caller = await app.as(role);
    for (const options of [everything, nothing, {}, { ...everything, typeDepth: 100 }]) {
      const { status, body } = await caller.gql(getIntrospectionQuery(options));
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.extensions.cost).toEqual({ requested: 0, maximum: 10_000 });
      expect(body.data.__schema.types.length).toBeGreaterThan(100);
      expect(body.data.__schema.queryType.name).toBe('Query');
    }
  });

  it('introspection of one type costs nothing, also through aliases, variables and fragments', async () => {
    const { status, body } = await admin.gql(
      `query ($name: String!) { a: __type(name: $name) { ...T } b: __type(name: "Sale") { ...T } __typename }
       fragment T on __Type { name fields { name type { name ofType { name ofType { name ofType { name } } } } } }`,
      { name: 'Device' },
    );
    expect([status, body.data.a.name, body.data.b.name]).toEqual([200, 'Device', 'Sale']);
    expect(body.extensions.cost.requested).toBe(0);
  });

  it('introspection beside data costs what the data costs', async () => {
    const data = 'devices(first: 10) { nodes { id batch { id } } }';
    const alone = await admin.gql(`{ ${data} }`);
    const both = await admin.gql(`{ ${data} __schema { types { name } } __type(name: "Device") { name } __typename }`);
    expect([both.status, both.body.extensions.cost]).toEqual([200, alone.body.extensions.cost]);
  });

  it.each([
    ['a second __schema', '{ __schema { types { name } } __schema { types { name } } }', /1 __schema/],
    ['a second __schema by alias', '{ a: __schema { types { name } } b: __schema { types { name } } }', /1 __schema/],
    ['a sixth __type', `{ ${repeat(6, (i) => `t${i}: __type(name: "Device") { name }`)} }`, /5 __type/],
    ['aliased lists', '{ __schema { types { a: fields { name } b: fields { name } } } }', /must not have aliases/],
    [
      'aliases in a fragment',
      '{ __schema { types { ...T } } } fragment T on __Type { fields { a: name b: name } }',
      /must not have aliases/,
    ],
    [
      'fields of fields of fields',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      /Maximum introspection depth exceeded/,
    ],
    [
      'fields of fields of fields of one type',
      '{ __type(name: "Device") { fields { type { fields { type { fields { name } } } } } } }',
      /Maximum introspection depth exceeded/,
    ],
    ['doubling fragments', `{ __schema { types { ...F0 } } } ${doubling(30, '__Type', 'name')}`, /selections/],
  ])('introspection with %s is refused', async (_what, query, message) => {
    const { status, body } = await admin.gql(query);
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      expect.stringMatching(message),
    ]);
  });

  it('introspection is computed once for equal requests, and rate limited for different ones', async () => {
    const first = await strict.as('VIEWER');
    const ask = (caller: Caller, n: number) => caller.gql(`query Q${n} { __schema { queryType { name } } }`);
    for (let n = 0; n < 60; n += 1) expect((await ask(first, n)).status).toBe(200);
    const { status, body, headers } = await ask(first, 60);
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // What was asked before, comments and white space aside, is not made again.
    const again = await first.gql('query Q59{__schema{queryType{name}}}# and a comment');
    expect([again.status, again.body.data]).toEqual([200, { __schema: { queryType: { name: 'Query' } } }]);
    const other = await strict.as('SALES');
    expect((await ask(other, 60)).status).toBe(200);
    expect((await ask(first, 60)).status).toBe(200);
  });

  it('introspection is computed once for concurrent equal requests', async () => {
    const caller = await strict.as('VIEWER');
    await caller.gql('{ viewer { role } }');
    const query = getIntrospectionQuery(everything);
    const replies = await Promise.all(Array.from({ length: 10 }, () => caller.gql(query)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it('introspection is cached separately for each operation, variable and media type', async () => {
    const query = `query A { __schema { queryType { name } } }
      query B($name: String!, $full: Boolean!) { __type(name: $name) { name kind @include(if: $full) } }`;
    const ask = async (operationName: string, variables: object, accept = '*/*') => {
      const reply = await admin.rest('POST', '/graphql', { query, operationName, variables }, { accept });
      return [reply.body.data, reply.headers['content-type'], reply.headers['cache-control']];
    };
    for (let round = 0; round < 2; round += 1) {
      const json = 'application/json; charset=utf-8';
      expect(await ask('A', {})).toEqual([{ __schema: { queryType: { name: 'Query' } } }, json, 'no-store']);
      expect(await ask('B', { name: 'Sale', full: true })).toEqual([
        { __type: { name: 'Sale', kind: 'OBJECT' } },
        json,
        'no-store',
      ]);
      expect(await ask('B', { name: 'Device', full: false })).toEqual([
        { __type: { name: 'Device' } },
        json,
        'no-store',
      ]);
      expect((await ask('A', {}, 'application/graphql-response+json'))[1]).toMatch(
        /^application\/graphql-response\+json/,
      );
    }
  });
});

describe('an unauthenticated caller', () => {
  it.each([
    '{ viewer { role } }',
    '{ __schema { types { name } } }',
    'mutation { createAdmin(input: {name: "x"}) { admin { id } } }',
    '{ nope',
    'mutation { login(input: {email: "a@b.co", password: "xxxxxxxx"}) { admin { id } } team: createAdmin { admin { id } } }',
    'query { __typename }',
    'mutation A { logout } query B { viewer { role } }',
    'mutation A { logout } mutation B { logout }',
    'mutation { logout ...F } fragment F on Mutation { logout }',
    'mutation { ... { logout } }',
    'subscription { logout }',
  ])('an unauthenticated caller is answered 401 to %s before anything is executed or explained', async (query) => {
    const { status, body } = await app.gql(query);
    expect([status, body]).toEqual([
      401,
      {
        errors: [
          {
            message: 'Sign in first.',
            extensions: {
              code: 'ADMIN_AUTH_REQUIRED',
              messageId: 'ADMIN_AUTH_REQUIRED_SIGN_IN',
              params: {},
              status: 401,
              requestId: expect.any(String),
            },
          },
        ],
      },
    ]);
  });

  it.each([
    ['300 fields', `mutation { ${repeat(300, () => 'logout')} }`],
    ['a comment of 4 KB', `mutation { logout } # ${'x'.repeat(4_096)}`],
    ['a comment of 100 KB', `mutation { logout } # ${'x'.repeat(100_000)}`],
  ])('an unauthenticated caller is answered 401 to a sign-out with %s', async (_what, query) => {
    const { status, body } = await app.gql(query);
    expect([status, body.error.code]).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
  });

  it('an unauthenticated caller may sign in, which sets the cookie', async () => {
    const query =
      'mutation ($input: LoginInput!) { login(input: $input) { admin { email role } session { id expiresAt } } }';
    const reply = await app.gql(query, { input: { email: 'first@karvon.test', password: 'Quiet-Harbour-71' } });
    expect(reply.body.data.login.admin).toEqual({ email: 'first@karvon.test', role: 'SUPER_ADMIN' });
    const cookie = reply.headers['set-cookie']?.split(';')[0] ?? '';
    expect((await app.gql('{ viewer { role } }', {}, { cookie })).body.data).toEqual({
      viewer: { role: 'SUPER_ADMIN' },
    });
    expect(reply.text).not.toContain(cookie.split('=')[1]);
  });

  it('an unauthenticated caller is counted by network', async () => {
    const ask = () => strict.gql('{ viewer { role } }', {}, { cookie: `karvon_admin_session=${'a'.repeat(43)}` });
    for (let call = 0; call < 120; call += 1) expect((await ask()).status).toBe(401);
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('an unauthenticated caller is counted before anything of the document is read', async () => {
    const ask = (text: string) => strict.rest('POST', '/graphql', text, { 'content-type': 'application/json' });
    for (let call = 0; call < 120; call += 1) expect((await ask('{"query":"{ a }"}')).status).toBe(401);
    for (const text of ['{"query":"{ a }"}', 'no JSON', `{"query":"${'{ a '.repeat(10_000)}"}`]) {
      const { status, body } = await ask(text);
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    }
    expect((await ask('{"query":"mutation { logout }"}')).status).toBe(429);
    const login = { email: 'first@karvon.test', password: 'Quiet-Harbour-71' };
    expect((await strict.rest('POST', '/v1/admin/auth/login', login)).status).toBe(201);
  });

  it('an unauthenticated caller with invalid cookies causes a limited number of lookups, and does not affect sessions in its network', async () => {
    const viewer = await strict.as('VIEWER');
    expect((await viewer.gql('{ viewer { role } }')).status).toBe(200);
    const cookie = (n: number) => `karvon_admin_session=${String(n).padStart(43, 'a')}`;
    const statements = await statementsOf(async () => {
      for (let n = 0; n < 300; n += 1) await strict.gql('{ viewer { role } }', {}, { cookie: cookie(n) });
    });
    // The look-up of the 121st tells that the limit is used up.
    expect(statements).toBeLessThanOrEqual(121);
    expect((await strict.gql('{ viewer { role } }', {}, { cookie: cookie(0) })).status).toBe(429);
    expect((await viewer.gql('{ viewer { role } }')).status).toBe(200);
    await strict.sql('delete from admin_session');
    expect((await viewer.gql('{ viewer { role } }')).status).toBe(429);
  });

  it('an unauthenticated caller does not use up the limit of 150 new sessions in its network', async () => {
    const admins = await Promise.all(Array.from({ length: 150 }, () => strict.as('VIEWER')));
    const replies = await Promise.all(admins.map((admin) => admin.gql('{ viewer { role } }')));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('an unauthenticated caller who tries five passwords in one request gets five errors, and the sixth is rate limited', async () => {
    const signedIn = async () => (await strict.sql('select count(*)::int as n from admin_session'))[0].n;
    const before = await signedIn();
    const guess = (index: number) =>
      `g${index}: login(input: {email: "first@karvon.test", password: "wrong-password"}) { admin { id } }`;
    const five = await strict.gql(`mutation { ${repeat(5, guess)} }`);
    expect(five.status).toBe(401);
    expect(five.body.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual(
      Array(5).fill('INVALID_CREDENTIALS'),
    );
    const sixth = await strict.rest('POST', '/v1/admin/auth/login', {
      email: 'first@karvon.test',
      password: 'Quiet-Harbour-71',
    });
    expect([sixth.status, sixth.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(await signedIn()).toBe(before);
  });
});

describe('a client error over GraphQL', () => {
  it('a GraphQL client error of one field does not blank the others', async () => {
    const viewer = await app.as('FIRMWARE_MANAGER');
    const { status, body } = await viewer.gql('{ viewer { role } devices { nodes { id } } }');
    expect(status).toBe(200);
    expect(body.data).toEqual({ viewer: { role: 'FIRMWARE_MANAGER' }, devices: null });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      path: ['devices'],
      extensions: { code: 'ROLE_FORBIDDEN', status: 403, requestId: expect.any(String) },
    });
  });

  it('a GraphQL client error of everything has the status of the first', async () => {
    const viewer = await app.as('FIRMWARE_MANAGER');
    const { status, body } = await viewer.gql('{ devices { nodes { id } } }');
    expect([status, body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
  });

  it('a client error over GraphQL never repeats the value of a variable', async () => {
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { admin { id } } }';
    const { status, text, body } = await app.gql(query, { input: { email: 'a@b.co', password: [98_765_432] } });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(text).not.toContain('98765432');
    expect(body.errors[0].message).toContain('input.password');
  });

  it.each(['\\u0000', '\\ud800'])(
    'a GraphQL client error of %s in a literal is 400 before it reaches the database',
    async (sign) => {
      const { status, body } = await admin.gql(`{ devices(search: "a${sign}") { nodes { id } } }`);
      expect([status, body.error.code]).toEqual([
        400,
        expect.stringMatching(/^(?:INVALID_TEXT_ENCODING|GRAPHQL_VALIDATION_FAILED)$/),
      ]);
    },
  );

  it('a client error over GraphQL names the fields that are wrong', async () => {
    const { status, body } = await admin.gql(
      'mutation { createAdmin(input: {name: "x", email: "nope", role: SALES}) { admin { id } } }',
    );
    expect(status).toBe(400);
    expect(body.errors[0].extensions.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'email',
      'name',
    ]);
  });
});

describe('the GraphiQL page', () => {
  /** What Chromium says when somebody enters an address. */
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  const page = (headers: Record<string, string> = {}, method = 'GET') =>
    app.rest(method, '/graphql', undefined, { accept: BROWSER, ...headers });

  it('the GraphiQL page is GraphiQL, with nothing loaded from elsewhere', async () => {
    const { status, headers, text } = await page();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('YogaGraphiQL.renderYogaGraphiQL(');
    expect(text).not.toMatch(/(?:src|href)="https?:/);
  });

  it('the GraphiQL page runs its own scripts and no other', async () => {
    const { headers } = await page({}, 'HEAD');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    const [, scripts] = /script-src ([^;]*)/.exec(policy) ?? [];
    expect(scripts).toMatch(/^(?:'sha256-[\w+/]{43}=' ?){2}$/);
  });

  it('the GraphiQL page contains no code that would end its own script', () => {
    const harmless = { css: '', js: '', editorWorkerService: '', jsonWorker: '', graphqlWorker: '' };
    for (const js of ['"</SCRIPT>"', '"<!--"; "<script>"']) {
      expect(() => pageOf({ ...harmless, js }, '/graphql')).toThrow('would end its script');
    }
    const { html } = pageOf({ ...harmless, js: '"<script>"; "<!--"', jsonWorker: '"</script><script>"' }, '/graphql');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  // Its codings, and what is answered to whoever has it, are in test/http/static-answers.test.ts.
  it('the GraphiQL page is asked for again, by the headers that it was chosen by', async () => {
    const { status, headers } = await page({}, 'HEAD');
    expect([status, headers['cache-control'], headers.vary?.split(', ')]).toEqual([
      200,
      'no-cache',
      ['Origin', 'Accept', 'Accept-Encoding'],
    ]);
  });

  it('the GraphiQL page is the same for everybody and needs no session', async () => {
    const mine = await admin.rest('HEAD', '/graphql', undefined, { accept: BROWSER });
    const { etag } = (await page({}, 'HEAD')).headers;
    expect([mine.status, mine.headers.etag, mine.headers['set-cookie']]).toEqual([200, etag, undefined]);
    expect(etag).toMatch(/^"/);
  });

  it.each(['', '*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/html;q=0, */*'])(
    'the GraphiQL page is not shown to a client that accepts "%s", which asks a query',
    async (accept) => {
      const own: Record<string, string> = accept ? { accept } : {};
      expect((await app.rest('GET', '/graphql', undefined, own)).status).toBe(401);
      const { status, body } = await admin.rest('GET', '/graphql', undefined, own);
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );
});
