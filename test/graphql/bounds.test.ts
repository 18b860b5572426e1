import { pageOf } from '../../src/graphql/page/html.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');
const nested = (depth: number): string => (depth === 0 ? 'id' : `batch { devices { nodes { ${nested(depth - 1)} } } }`);

describe('what a query may hold', () => {
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
    ['too expensive', '{ devices(take: 100) { nodes { batch { devices(take: 100) { nodes { events { id } } } } } } }'],
    ['a fragment cycle', '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }'],
    ['an unknown field', '{ nope }'],
    ['a syntax error', '{ viewer {'],
    ['a wrong argument', '{ devices(take: "many") { nodes { id } } }'],
    ['no query', ''],
  ])('400 for %s, in our shape', async (_what, query) => {
    const { status, body } = await admin.gql(query);
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.any(String),
      requestId: body.errors[0].extensions.requestId,
    });
    expect(body.errors[0].extensions).toMatchObject({ code: body.error.code, status: 400 });
    expect(body.data ?? undefined).toBeUndefined();
  });

  it('a batch of queries is refused', async () => {
    const { status, body } = await admin.rest('POST', '/graphql', [{ query: '{ viewer { role } }' }]);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a persisted query is refused, not a 200', async () => {
    const { status, body } = await admin.rest('POST', '/graphql', {
      extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
    });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('the edges of the bounds are let through', async () => {
    const query = `{ ${repeat(20, (index) => `v${index}: viewer { role }`)} }`;
    const { status, body } = await admin.gql(query);
    expect([status, Object.keys(body.data).length]).toEqual([200, 20]);
  });

  it('every reply tells the cost', async () => {
    const { body } = await admin.gql('{ devices(take: 10) { nodes { id batch { id } } } }');
    expect(body.extensions.cost).toEqual({ requested: expect.any(Number), maximum: 10_000 });
    const dearer = await admin.gql('{ devices(take: 100) { nodes { id batch { id } } } }');
    expect(dearer.body.extensions.cost.requested).toBeGreaterThan(body.extensions.cost.requested);
  });
});

describe('a stranger', () => {
  it.each([
    '{ viewer { role } }',
    '{ __schema { types { name } } }',
    'mutation { createAdmin(input: {name: "x"}) { id } }',
    '{ nope',
    'mutation { login(input: {email: "a@b.co", password: "xxxxxxxx"}) { admin { id } } team: createAdmin { id } }',
  ])('is answered 401 to %s before anything is executed or explained', async (query) => {
    const { status, body } = await app.gql(query);
    expect([status, body]).toEqual([
      401,
      { error: { code: 'ADMIN_AUTH_REQUIRED', message: 'Sign in first.', requestId: expect.any(String) } },
    ]);
  });

  it('may sign in, which sets the cookie', async () => {
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

  it('is counted by network', async () => {
    const strict = await startTestApp({ limits: 'real' });
    try {
      const ask = () => strict.gql('{ viewer { role } }', {}, { cookie: `karvon_admin_session=${'a'.repeat(43)}` });
      for (let call = 0; call < 120; call += 1) expect((await ask()).status).toBe(401);
      const { status, headers } = await ask();
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    } finally {
      await strict.stop();
    }
  });

  it('who guesses five times in one request is refused five times, and the sixth is limited', async () => {
    const strict = await startTestApp({ limits: 'real' });
    try {
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
      expect((await strict.sql('select count(*)::int as n from admin_session'))[0].n).toBe(0);
    } finally {
      await strict.stop();
    }
  });
});

describe('a refusal', () => {
  it('of one field does not blank the others', async () => {
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

  it('of everything has the status of the first', async () => {
    const viewer = await app.as('FIRMWARE_MANAGER');
    const { status, body } = await viewer.gql('{ devices { nodes { id } } }');
    expect([status, body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
  });

  it('never repeats the value of a variable', async () => {
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { admin { id } } }';
    const { status, text, body } = await app.gql(query, { input: { email: 'a@b.co', password: [98_765_432] } });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(text).not.toContain('98765432');
    expect(body.errors[0].message).toContain('input.password');
  });

  it.each(['\\u0000', '\\ud800'])('of %s in a literal is 400 before it reaches the database', async (sign) => {
    const { status, body } = await admin.gql(`{ devices(search: "a${sign}") { nodes { id } } }`);
    expect([status, body.error.code]).toEqual([
      400,
      expect.stringMatching(/^(?:INVALID_TEXT_ENCODING|GRAPHQL_VALIDATION_FAILED)$/),
    ]);
  });

  it('names the fields that are wrong', async () => {
    const { status, body } = await admin.gql(
      'mutation { createAdmin(input: {name: "x", email: "nope", role: SALES}) { id } }',
    );
    expect(status).toBe(400);
    expect(body.errors[0].extensions.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'email',
      'name',
    ]);
  });
});

describe('the page for people', () => {
  /** What Chromium says when somebody enters an address. */
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  const page = (headers: Record<string, string> = {}, method = 'GET') =>
    app.rest(method, '/graphql', undefined, { accept: BROWSER, ...headers });
  const etagOf = async (coding: string) => (await page({ 'accept-encoding': coding })).headers.etag ?? '';

  it('is GraphiQL, with nothing loaded from elsewhere', async () => {
    const { status, headers, text } = await page();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('YogaGraphiQL.renderYogaGraphiQL(');
    expect(text).not.toMatch(/(?:src|href)="https?:/);
  });

  it('runs its own scripts and no other', async () => {
    const { headers } = await page();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    const [, scripts] = /script-src ([^;]*)/.exec(policy) ?? [];
    expect(scripts).toMatch(/^(?:'sha256-[\w+/]{43}=' ?){2}$/);
  });

  it('is not made of code that would end its own script', () => {
    const harmless = { css: '', js: '', editorWorkerService: '', jsonWorker: '', graphqlWorker: '' };
    for (const js of ['"</SCRIPT>"', '"<!--"; "<script>"']) {
      expect(() => pageOf({ ...harmless, js }, '/graphql')).toThrow('would end its script');
    }
    const { html } = pageOf({ ...harmless, js: '"<script>"; "<!--"', jsonWorker: '"</script><script>"' }, '/graphql');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it('is sent compressed to whoever takes gzip, and is the same page for everybody else', async () => {
    const plain = await page();
    const { headers } = await page({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBeLessThan(Buffer.byteLength(plain.text) / 3);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(Number(plain.headers['content-length'])).toBe(Buffer.byteLength(plain.text));
    const url = `${app.url}/graphql`;
    const unpacked = await fetch(url, { headers: { accept: BROWSER, 'accept-encoding': 'gzip' } });
    expect(await unpacked.text()).toBe(plain.text);
    for (const coding of ['gzip;q=0', 'identity', 'deflate', 'gzip;q=0.5, identity']) {
      expect((await page({ 'accept-encoding': coding })).headers['content-encoding']).toBeUndefined();
    }
  });

  it('is kept by caches until it changes', async () => {
    for (const coding of ['gzip', 'identity']) {
      const etag = await etagOf(coding);
      expect(etag).toMatch(/^"[\w-]{20,}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await page({ 'accept-encoding': coding, 'if-none-match': known });
        expect([status, text, headers.etag]).toEqual([304, '', etag]);
        expect(headers.vary?.split(', ')).toEqual(['Origin', 'Accept', 'Accept-Encoding']);
      }
      const other = await page({ 'accept-encoding': coding, 'if-none-match': '"other"' });
      expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-cache']);
    }
    expect(await etagOf('gzip')).not.toBe(await etagOf('identity'));
  });

  it('has the same headers for HEAD, and nothing else', async () => {
    for (const coding of ['gzip', 'identity']) {
      const { headers } = await page({ 'accept-encoding': coding });
      const reply = await page({ 'accept-encoding': coding }, 'HEAD');
      expect([reply.status, reply.text]).toEqual([200, '']);
      for (const name of ['etag', 'content-length', 'content-type', 'content-encoding', 'vary', 'cache-control']) {
        expect([name, reply.headers[name]]).toEqual([name, headers[name]]);
      }
    }
  });

  it('is the same for everybody and needs no session', async () => {
    const mine = await admin.rest('GET', '/graphql', undefined, { accept: BROWSER });
    expect([mine.status, mine.headers.etag, mine.headers['set-cookie']]).toEqual([
      200,
      await etagOf('identity'),
      undefined,
    ]);
  });

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html;q=0.5',
    'text/html;q=0, */*',
    'text/plain',
  ])('is not for a client that accepts %s: 405', async (accept) => {
    for (const path of ['/graphql', '/graphql?query={viewer{role}}']) {
      const { status, headers, body } = await app.rest('GET', path, undefined, accept ? { accept } : {});
      expect([status, headers.allow, body.error.code]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
      expect(headers.vary?.split(', ')).toEqual(['Origin', 'Accept']);
    }
  });
});
