import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { TrustedDocuments } from '../../src/graphql/admission/trusted-documents.ts';
import { FIRST_ADMIN, sharedTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { createTestDatabase } from '../support/database.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { liveClient } from './live-client.ts';

const VIEWER = 'query Viewer { viewer { role } }';
const BATCHES = 'query Batches($first: Int!) { batches(first: $first) { nodes { id } } }';
const LOGIN = 'mutation SignIn($input: LoginInput!) { login(input: $input) { admin { email } } }';
const PREORDERS = 'subscription Preorders { preorderChanged { event id } }';
const RENAME = 'mutation Rename { createCustomer(input: { fullName: "By GET" }) { customer { id } } }';
const MANIFEST = { viewer: VIEWER, batches: BATCHES, 'sign-in': LOGIN, preorders: PREORDERS, rename: RENAME };
const OTHER = '{ viewer { permissions } }';
const sha256 = hash('sha256', VIEWER);

function manifestFile(manifest: unknown): string {
  const path = join(temporaryFolder('manifest'), 'documents.json');
  writeFileSync(path, JSON.stringify(manifest));
  return path;
}

const startWith = (mode: string, manifest: unknown = MANIFEST) =>
  startTestApp({ env: { TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_MANIFEST: manifestFile(manifest) } });
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.errors?.[0].extensions.code];

describe('a request that names a document', () => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await startWith('off');
    admin = await app.as('ADMIN');
  });
  afterAll(() => app.stop());
  const post = (body: object, headers = {}) => admin.rest('POST', '/graphql', body, headers);

  it.each([
    ['its id', { documentId: 'viewer' }],
    ['its hash', { documentId: `sha256:${sha256}` }],
    ['its bare hash', { documentId: sha256 }],
    ['Apollo’s extension', { extensions: { persistedQuery: { version: 1, sha256Hash: sha256 } } }],
    [
      'Apollo’s extension with the id of a manifest',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'viewer' } } },
    ],
    ['Relay’s id', { id: 'viewer' }],
    ['Relay’s doc_id', { doc_id: 'viewer' }],
    ['an id and no text', { documentId: 'viewer', query: '' }],
  ])('a request that names a document by %s runs it', async (_by, body) => {
    const reply = await post(body);
    expect([reply.status, reply.body.data]).toEqual([200, { viewer: { role: 'ADMIN' } }]);
  });

  it('a request that names a document brings its variables and the name of the operation', async () => {
    const { status, body } = await post({ documentId: 'batches', operationName: 'Batches', variables: { first: 3 } });
    expect([status, body.data, body.extensions.cost.requested]).toEqual([200, { batches: { nodes: [] } }, 4]);
  });

  it('a request may name a document by GET, but never to change anything', async () => {
    const variables = encodeURIComponent('{"first":2}');
    const query = await admin.rest('GET', `/graphql?documentId=batches&variables=${variables}`);
    expect([query.status, query.body.data]).toEqual([200, { batches: { nodes: [] } }]);
    const extensions = encodeURIComponent(JSON.stringify({ persistedQuery: { version: 1, sha256Hash: sha256 } }));
    expect((await admin.rest('GET', `/graphql?extensions=${extensions}`)).body.data).toEqual({
      viewer: { role: 'ADMIN' },
    });
    const browser = await admin.rest('GET', '/graphql?documentId=viewer', undefined, { accept: 'text/html,*/*;q=0.8' });
    expect(browser.body.data).toEqual({ viewer: { role: 'ADMIN' } });
    expect((await admin.rest('GET', '/graphql?documentId=rename')).status).toBe(405);
    expect(await app.sql("select 1 from customer where full_name = 'By GET'")).toEqual([]);
  });

  it.each([
    { documentId: 'unknown' },
    { documentId: 5 },
    { documentId: '__proto__' },
    { extensions: { persistedQuery: { sha256Hash: 'f' } } },
  ])('a request that names a document that is not there (%j) is answered as clients expect it', async (body) => {
    const reply = await post(body);
    expect(codeOf(reply)).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(reply.body.errors[0].extensions.requestId).toBe(reply.headers['x-request-id']);
    expect(codeOf(await post(body, { accept: 'application/json' }))).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(codeOf(await post(body, { accept: 'application/graphql-response+json' }))[0]).toBe(400);
  });

  it('a request that names a document and sends its text as well runs the text', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256 } };
    const { status, body } = await post({ query: '{ viewer { admin { role } } }', extensions });
    expect([status, body.data]).toEqual([200, { viewer: { admin: { role: 'ADMIN' } } }]);
  });

  it('a request may name a document to sign in', async () => {
    const { status, body, headers } = await app.rest('POST', '/graphql', {
      documentId: 'sign-in',
      variables: { input: FIRST_ADMIN },
    });
    expect([status, body.data]).toEqual([200, { login: { admin: { email: FIRST_ADMIN.email } } }]);
    expect(headers['set-cookie']).toContain('karvon_admin_session=');
    expect(codeOf(await app.rest('POST', '/graphql', { documentId: 'viewer' }))).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
    expect(codeOf(await app.rest('POST', '/graphql', { documentId: 'unknown' }))).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
  });

  it.each([
    ['POST', { documentId: 'preorders' }],
    ['GET', undefined],
  ])('a request may name a document to subscribe by %s', async (method, body) => {
    const reply = await fetch(`${app.url}/graphql/stream${body ? '' : '?documentId=preorders'}`, {
      method,
      headers: { cookie: admin.cookie, accept: 'text/event-stream', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reader = reply.body?.getReader();
    let text = '';
    while (!text.includes('REFETCH')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect([reply.status, text]).toEqual([200, expect.stringContaining('"preorderChanged"')]);
  });

  it('a request cannot name a document without a manifest', async () => {
    const plain = await sharedTestApp();
    const who = await plain.as('ADMIN');
    for (const body of [
      { documentId: 'viewer' },
      { id: 'viewer' },
      { extensions: { persistedQuery: { sha256Hash: 'f' } } },
    ]) {
      expect(codeOf(await who.rest('POST', '/graphql', body))).toEqual([400, 'PERSISTED_QUERY_NOT_SUPPORTED']);
    }
    await plain.stop();
  });
});

it('a manifest as Apollo writes it is understood', async () => {
  const operations = [{ id: 'one', name: 'Viewer', type: 'query', body: VIEWER }];
  const app = await startWith('enforce', { format: 'apollo-persisted-query-manifest', version: 1, operations });
  const admin = await app.as('ADMIN');
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'one' } };
  expect((await admin.rest('POST', '/graphql', { extensions })).body.data).toEqual({ viewer: { role: 'ADMIN' } });
  expect(codeOf(await admin.gql(OTHER))).toEqual([400, 'DOCUMENT_NOT_TRUSTED']);
  await app.stop();
});

it('a manifest with a syntax error ends the start, naming the setting and the document', async () => {
  await expect(startWith('off', { good: VIEWER, bad: '{ viewer {' })).rejects.toThrow(
    /^TRUSTED_DOCUMENTS_MANIFEST: the document "bad" is no GraphQL document/,
  );
});

it('a start that fails closes every connection that it has opened', async () => {
  const database = await createTestDatabase();
  const env = { TRUSTED_DOCUMENTS: 'off', TRUSTED_DOCUMENTS_MANIFEST: manifestFile({ bad: '{ viewer {' }) };
  await expect(startTestApp({ database, env })).rejects.toThrow('TRUSTED_DOCUMENTS_MANIFEST');
  const app = await sharedTestApp();
  const connected = () =>
    app.sql('select query from pg_stat_activity where datname = $1', [new URL(database.url).pathname.slice(1)]);
  await until(async () => (await connected()).length === 0);
  await app.stop();
  await database.drop();
});

describe('with TRUSTED_DOCUMENTS=enforce', () => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await startWith('enforce');
    admin = await app.as('SUPER_ADMIN');
  });
  afterAll(() => app.stop());

  it('documents of the manifest run, by id and by their exact text', async () => {
    expect((await admin.rest('POST', '/graphql', { documentId: 'viewer' })).status).toBe(200);
    expect((await admin.gql(VIEWER)).status).toBe(200);
  });

  it.each([
    ['another document', OTHER],
    ['a document of the manifest with other white space', VIEWER.replace('{', '{ ')],
    ['a document of the manifest with more to it', `${VIEWER} query Other { viewer { role } }`],
    ['the name of a type', '{ __typename }'],
    ['introspection', getIntrospectionQuery()],
    ['what is no document, because it is not parsed', '{'],
    [
      'a sign-in with more to it',
      'mutation { login(input: { email: "a", password: "b" }) { admin { id } } logout { ok } x: createCustomer(input: {}) { customer { id } } }',
    ],
    ['a mutation', 'mutation { bulkArchiveBatch(records: []) { results { ok } } }'],
  ])('%s is refused', async (_what, query) => {
    const reply = await admin.gql(query);
    expect(codeOf(reply)).toEqual([400, 'DOCUMENT_NOT_TRUSTED']);
    expect(reply.body.data).toBeUndefined();
    expect(codeOf(await admin.gql(query, {}, { accept: 'application/json' }))).toEqual([200, 'DOCUMENT_NOT_TRUSTED']);
    expect(codeOf(await admin.rest('GET', `/graphql?query=${encodeURIComponent(query)}`))).toEqual([
      400,
      'DOCUMENT_NOT_TRUSTED',
    ]);
  });

  it('a request without a document is refused as ever', async () => {
    expect(codeOf(await admin.rest('POST', '/graphql', {}))).toEqual([400, 'BAD_REQUEST']);
    expect(codeOf(await admin.rest('POST', '/graphql', { query: 5 }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('a sign-in and a sign-out need no place in the manifest, with a session or without', async () => {
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { admin { email } } }';
    expect((await app.gql(query, { input: FIRST_ADMIN })).status).toBe(200);
    expect((await (await app.as('ADMIN')).gql(query, { input: FIRST_ADMIN })).status).toBe(200);
    const leaving = await app.as('ADMIN');
    expect((await leaving.gql('mutation { logout { __typename } }')).status).toBe(200);
    expect(codeOf(await app.gql(VIEWER))).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
  });

  it('trusted documents keep their limits and their cost', async () => {
    const expensive = await admin.rest('POST', '/graphql', { documentId: 'batches', variables: { first: 1_000 } });
    expect(codeOf(expensive)[0]).toBe(400);
  });

  it('GraphiQL is not served', async () => {
    const { status, body } = await admin.rest('GET', '/graphql', undefined, { accept: 'text/html' });
    expect([status, body.errors[0].message]).toEqual([404, expect.stringContaining('GraphiQL is off')]);
  });

  it('subscriptions obey the same rule', async () => {
    const client = liveClient(app.url, admin.cookie);
    const heard = await client.listen(PREORDERS);
    const { id } = await makePreorder(app);
    await app.sql(`update preorder set status = 'CONTACTED' where id = $1`, [id]);
    await until(() => heard.changes().length > 0);
    const refused = client.subscribe('subscription { preorderChanged { event preorder { phone } } }');
    await until(() => refused.results.length > 0);
    expect(refused.results[0]?.errors?.[0]?.extensions?.code).toBe('DOCUMENT_NOT_TRUSTED');
    client.close();
  });
});

it('refused documents are counted as others are', async () => {
  const app = await startTestApp({
    limits: 'real',
    env: { TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_MANIFEST: manifestFile(MANIFEST) },
  });
  const admin = await app.as('ADMIN');
  let refused = 0;
  for (let last = await admin.gql(OTHER); last.status === 400; last = await admin.gql(OTHER)) refused += 1;
  expect(refused).toBe(600);
  expect(codeOf(await admin.rest('POST', '/graphql', { documentId: 'unknown' }))[0]).toBe(429);
  expect((await admin.gql(VIEWER)).status).toBe(200);
  await app.stop();
});

describe('with TRUSTED_DOCUMENTS=log', () => {
  const REPORT = 'a GraphQL document is not trusted';

  it('other documents run and are reported once, without what they say', async () => {
    const app = await startWith('log');
    const admin = await app.as('ADMIN');
    const secret = 'query Find { customers(search: "canary") { nodes { id } } }';
    for (const query of [VIEWER, secret, secret, OTHER])
      expect((await admin.gql(query, { unused: 'canary' })).status).toBe(200);
    const reports = app.logs.filter(({ msg }) => msg === REPORT);
    expect(reports.map(({ operation, sha256: found }) => [operation, found])).toEqual([
      ['Find', hash('sha256', secret)],
      [null, hash('sha256', OTHER)],
    ]);
    expect(JSON.stringify(app.logs)).not.toContain('canary');
    await app.stop();
  });

  it('with TRUSTED_DOCUMENTS=log, as many documents are reported as a log can take', () => {
    const lines: string[] = [];
    const documents = new TrustedDocuments({ mode: 'log', documents: new Map([['viewer', VIEWER]]) }, (line) =>
      lines.push(line),
    );
    for (let at = 0; at < 2_000; at += 1) documents.admit({ query: `{ a${at} }` });
    expect(lines.filter((line) => line === REPORT)).toHaveLength(1_000);
    expect(lines).toHaveLength(1_001);
  });
});
