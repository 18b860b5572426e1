import type { TestApp } from '../support/app.ts';
import type { Caller, Client, Reply } from '../support/callers.ts';
import { type ContractOperation, contract } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import { repetitions } from '../support/repetitions.ts';
import { built, callerOf, callRest, isExport, repliesTo, UNKNOWN_ID } from './calls.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const MEGABYTE = 1024 * 1024;

/** `npm test` tries each of them at a sixth of the operations, which share what reads a request; the rare proofs each at all. */
const SHARE = repetitions({ quick: 6, rare: 1 });

let app: TestApp;

/** Bytes that are no valid call of anything. `{}` in them is where a valid body's first field would be. */
const BODIES: readonly (readonly [what: string, body: string | Buffer, headers?: Record<string, string>])[] = [
  ['JSON that ends too early', '{"a":'],
  ['JSON with a trailing comma', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['two values', '{}{}'],
  ['a comment', '{"a":1/*x*/}'],
  ['NaN', '{"a":NaN}'],
  ['a byte order mark', '\uFEFF{}'],
  ['nothing but white space', '   '],
  ['an array', '[{"a":1}]'],
  ['a string', '"text"'],
  ['null', 'null'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['an overlong encoding', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['NUL in a value', '{"a":"\\u0000"}'],
  ['NUL in a name', '{"\\u0000":1}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['a lone surrogate in a name', '{"\\udfff":1}'],
  ['__proto__', '{"__proto__":{"role":"SUPER_ADMIN"}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"role":"SUPER_ADMIN"}}}'],
  ['a number out of range', '{"a":1e400}'],
  ['a number beyond 2^53', '{"a":9007199254740993}'],
  ['an unknown name of 10,000 letters', `{"${'a'.repeat(10_000)}":1}`],
  [
    'a thousand unknown names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i]))),
  ],
  ['40 levels of objects', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ['10,000 levels of arrays', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['an unfinished nest', `{"a":${'['.repeat(30_000)}`],
  ['2 MB of JSON', JSON.stringify({ a: 'a'.repeat(2 * MEGABYTE) })],
  ['text', '{}', { 'content-type': 'text/plain' }],
  ['a form', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a multipart form', '--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['no content type', '{"a":1}', { 'content-type': '' }],
  ['another charset', '{"a":1}', { 'content-type': 'application/json; charset=utf-7' }],
  ['latin1', Buffer.from('{"a":"\u00e4"}', 'latin1'), { 'content-type': 'application/json; charset=iso-8859-1' }],
  ['compression', '{"a":1}', { 'content-encoding': 'gzip' }],
];

const QUERIES: readonly (readonly [what: string, query: string])[] = [
  ['a broken escape', 'search=%zz'],
  ['invalid UTF-8', 'search=%ff%fe'],
  ['NUL', 'search=%00'],
  ['a surrogate', 'search=%ed%a0%80'],
  ['__proto__', '__proto__=x'],
  ['an array', 'status[]=a'],
  ['an object', 'status[a]=b'],
  ['a repeated name', 'take=1&take=2'],
  ['a repeated name in another encoding', 'take=1&t%61ke=2'],
  ['an unknown name', 'unknown=1'],
  ['a name of 5,000 letters', `${'a'.repeat(5_000)}=1`],
  ['a huge number', 'take=1e400'],
  ['a number beyond 2^53', 'skip=9007199254740993'],
  ['a negative number', 'skip=-1'],
];

/** What a column stores or a search takes without harm, or the service refuses: never a fault. */
const TEXTS = ['%', '\\', '%\\', "'; drop table admin; --", '$' + '{7*7}{{7*7}}\u202e\u0085', '﷽'.repeat(50)];

/** As JSON, in the place of a field's value. */
const HOSTILE_VALUES = [
  '"\\u0000"',
  '"\\ud800"',
  '1e400',
  '-1e400',
  '{"__proto__":1}',
  '[[[]]]',
  '9007199254740993',
  '-0.5',
];

/** A GET has no input in its body, so that one of each kind is enough there. */
const READ_BODIES = BODIES.filter(([what]) =>
  ['JSON that ends too early', 'invalid UTF-8', '2 MB of JSON', 'a multipart form', 'compression'].includes(what),
);

const operations = built.map((operation) => ({ id: operation.id, operation }));
const withBody = operations.filter(({ operation }) => operation.body !== null && !operation.multipart);

/** What nobody who means well sends, at every operation. */
export function describeHostileCalls(): void {
  beforeAll(async () => {
    app = await startContractApp();
  });
  afterAll(() => app.stop());
  describe('a hostile body', describeBodies);
  describe('a hostile query string', describeQueries);
  describe('a hostile path', describePaths);
  describe('a hostile GraphQL request', describeGraphql);
  it('no hostile input caused an internal error', () => {
    expect(app.logs.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  });
}

function describeBodies(): void {
  it.each(operations)(
    'a hostile body is rejected by $id in the documented error format and changes nothing',
    async ({ operation }) => {
      const { client, example, path } = await prepared(operation);
      // What an export reads leaves an entry.
      const except = isExport(operation) ? ['audit_entry'] : [];
      const before = await databaseState(app.sql, except);
      const wrong = await wrongOf(
        operation,
        operation.method === 'GET' ? READ_BODIES : BODIES,
        ([, body, headers]) =>
          client.rest(operation.method, path, body, { ...example.headers, ...JSON_TYPE, ...headers }),
        // It need not look at what it has no use for.
        (reply) => isErrorReply(reply) || (operation.method === 'GET' && reply.status === operation.success),
      );
      expect(wrong).toEqual([]);
      expect(await databaseState(app.sql, except)).toEqual(before);
    },
  );

  it.each(withBody)('a hostile body is rejected by $id in each field, too', async ({ operation }) => {
    const { client, example, path } = await prepared(operation);
    const before = await databaseState(app.sql);
    const attempts = fieldsOf(operation, example).flatMap((field) =>
      HOSTILE_VALUES.map((value) => [`${field}: ${value}`, field, value] as const),
    );
    const wrong = await wrongOf(
      operation,
      attempts,
      ([, field, value]) => {
        const { [field]: _replaced, ...others } = example.body ?? {};
        const body = `{${JSON.stringify(field)}:${value}${Object.entries(others)
          .map(([key, v]) => `,${JSON.stringify(key)}:${JSON.stringify(v)}`)
          .join('')}}`;
        return client.rest(operation.method, path, body, { ...example.headers, ...JSON_TYPE });
      },
      isErrorReply,
    );
    expect(wrong).toEqual([]);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it.each(withBody)('a hostile body with unusual text never causes a 500 in $id', async ({ operation }) => {
    const { client, caller, example, path } = await prepared(operation);
    const attempts = fieldsOf(operation, example).flatMap((field) =>
      TEXTS.map((text) => [`${field}: ${text}`, field, text] as const),
    );
    const wrong = await wrongOf(
      operation,
      attempts,
      async ([, field, text]) => {
        if (!isFreeText(operation, field))
          return client.rest(operation.method, path, { ...example.body, [field]: text }, example.headers);
        // Of a record of its own, so that the text is stored.
        const own = await exampleOf(operation.id, app, caller);
        return callRest(client, operation, { ...own, body: { ...own.body, [field]: text } });
      },
      ({ status }) => status < 500,
    );
    expect(wrong).toEqual([]);
  });
}

function describeQueries(): void {
  it.each(operations)(
    'a hostile query string is rejected by $id in the documented error format and changes nothing',
    async ({ operation }) => {
      const { client, example, path } = await prepared(operation);
      const before = await databaseState(app.sql);
      const wrong = await wrongOf(
        operation,
        QUERIES,
        ([, query]) => client.rest(operation.method, `${path}?${query}`, example.body, example.headers),
        isErrorReply,
      );
      expect(wrong).toEqual([]);
      expect(await databaseState(app.sql)).toEqual(before);
    },
  );

  it.each(operations.filter(({ operation }) => operation.query !== null))(
    'a hostile query string with unusual text never causes a 500 in $id',
    async ({ operation }) => {
      const { client, example } = await prepared(operation);
      const { properties = {}, required = [] } = contract.querySchemas[operation.query ?? ''] ?? {};
      const needed = Object.entries(example.query ?? {}).filter(([field]) => required.includes(field));
      const attempts = Object.keys(properties).flatMap((field) =>
        TEXTS.map((text) => [`${field}=${text}`, field, { ...Object.fromEntries(needed), [field]: text }] as const),
      );
      const wrong = await wrongOf(
        operation,
        attempts,
        ([, , query]) => callRest(client, operation, { query, headers: example.sign?.(query) ?? example.headers }),
        // A device with another serial is another device.
        ({ status }) => [200, 400, ...(operation.auth === 'proof' ? [401, 404] : [])].includes(status),
      );
      expect(wrong).toEqual([]);
    },
  );
}

function describePaths(): void {
  const targeted = operations.filter(({ operation }) => operation.path.includes('{'));
  const ids = [
    '%00',
    '%ff',
    '%',
    '..%2f..',
    "1'--",
    '0',
    '-1',
    '{}',
    'null',
    'a'.repeat(2_000),
    '%ed%a0%80',
    '%F0%9F%98%80',
  ];
  it.each(targeted)('a hostile path with any unusual id fails with 404 or 400 in $id', async ({ operation }) => {
    const { client, example } = await prepared(operation);
    const wrong = await wrongOf(
      operation,
      ids.map((id) => [id] as const),
      ([id]) => client.rest(operation.method, operation.path.replace(/\{\w+\}/, id), example.body, example.headers),
      (reply) => isErrorReply(reply) && [400, 404].includes(reply.status),
    );
    expect(wrong).toEqual([]);
  });
}

function describeGraphql(): void {
  const bombs: readonly (readonly [string, unknown])[] = [
    ['no query', {}],
    ['a query that is not a string', { query: 1 }],
    ['a query with a syntax error', { query: '{' }],
    ['an empty query', { query: '' }],
    ['a batch', [{ query: '{ __typename }' }]],
    ['variables that are not an object', { query: '{ __typename }', variables: 'x' }],
    ['an unknown operation name', { query: 'query a { __typename }', operationName: 'b' }],
    ['deep nesting', { query: `{${'a{'.repeat(500)}b${'}'.repeat(500)}}` }],
    ['31 aliases', { query: `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: viewer { __typename }`).join(' ')} }` }],
    [
      '21 root fields',
      { query: `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: viewer { __typename }`).join(' ')} }` },
    ],
    ['20,000 tokens', { query: `{ ${'viewer { __typename } '.repeat(5_000)} }` }],
    [
      'fragments that include each other',
      { query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' },
    ],
    ['many directives', { query: `{ viewer ${'@skip(if: false) '.repeat(100)} { __typename } }` }],
    [
      'deep lists in a variable',
      `{"query":"query($a: String) { __typename }","variables":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
    ],
    ['__proto__ in a variable', '{"query":"query($a: String) { __typename }","variables":{"__proto__":{"a":1}}}'],
    ['NUL in a variable', '{"query":"query($a: String) { __typename }","variables":{"a":"\\u0000"}}'],
    ['a lone surrogate in a literal', '{"query":"{ team(search: \\"\\ud800\\") { __typename } }"}'],
    [
      'an escaped NUL in a literal',
      {
        query:
          'mutation { createAdmin(input: { name: "ab\u0000", email: "nul@karvon.test", role: SALES }) { admin { id } } }',
      },
    ],
  ];

  it.each(bombs)(
    'a hostile GraphQL request with %s is rejected with a 4xx in the documented error format',
    async (_what, body) => {
      const caller = await app.as('SUPER_ADMIN');
      const before = await databaseState(app.sql);
      const reply = await caller.rest(
        'POST',
        '/graphql',
        typeof body === 'string' ? body : JSON.stringify(body),
        JSON_TYPE,
      );
      expect([reply.status >= 400 && reply.status < 500, reply.text]).toEqual([true, expect.any(String)]);
      const error = reply.body.error ?? reply.body.errors[0].extensions;
      expect(error).toMatchObject({
        code: expect.stringMatching(/^[A-Z_]+$/),
        requestId: reply.headers['x-request-id'],
      });
      expect(await databaseState(app.sql)).toEqual(before);
    },
  );

  it.each(bombs)('a hostile GraphQL request with %s is rejected without a session as well', async (_what, body) => {
    const reply = await app.rest('POST', '/graphql', typeof body === 'string' ? body : JSON.stringify(body), JSON_TYPE);
    expect([reply.status >= 400 && reply.status < 500, reply.text]).toEqual([true, expect.any(String)]);
  });
}

interface Prepared {
  readonly caller: Caller | undefined;
  readonly client: Client;
  readonly example: Example;
  readonly path: string;
}

/** A caller who may, with a valid call of a record that does not exist. */
async function prepared(operation: ContractOperation): Promise<Prepared> {
  const caller = await callerOf(app, operation);
  const { body, query, headers, sign } = await exampleOf(operation.id, app, caller);
  const path = operation.path.replace(/\{\w+\}/, UNKNOWN_ID);
  return { caller, client: caller ?? app, example: { body, query, headers, sign }, path };
}

/** The fields of an operation's body. A device's measurements may be below 0, so that only the ones it always sends are taken. */
function fieldsOf({ auth, body }: ContractOperation, example: Example): string[] {
  const declared = auth === 'proof' ? example.body : contract.schemas[body ?? '']?.properties;
  return Object.keys(declared ?? {});
}

function isFreeText({ auth, body }: ContractOperation, field: string): boolean {
  const schema = contract.schemas[body ?? '']?.properties?.[field];
  return auth !== 'proof' && schema?.type === 'string' && !schema.enum && !schema.pattern && !schema.format;
}

/** @returns the calls that were not answered well, with what each was about */
async function wrongOf<A extends readonly [what: string, ...rest: unknown[]]>(
  operation: ContractOperation,
  attempts: readonly A[],
  call: (attempt: A) => Promise<Reply>,
  isWell: (reply: Reply) => boolean,
): Promise<string[]> {
  // Another share of each operation, and of each of its fields.
  const from = built.indexOf(operation);
  const chosen = attempts.filter((_, at) => (from + at + Math.floor(at / (2 * SHARE))) % SHARE === 0);
  const replies = await repliesTo(chosen, call);
  return replies.flatMap(([[what], reply]) =>
    isWell(reply) ? [] : [`${what}: ${reply.status} ${reply.text.slice(0, 200)}`],
  );
}

function isErrorReply({ status, body, headers }: Reply): boolean {
  const { code, message, requestId, ...others } = body?.error ?? {};
  return (
    status >= 400 &&
    status < 500 &&
    Object.keys(body ?? {}).join() === 'error' &&
    /^[A-Z_]+$/.test(code) &&
    typeof message === 'string' &&
    message.length < 5_000 &&
    requestId === headers['x-request-id'] &&
    Object.keys(others).length === 0
  );
}
