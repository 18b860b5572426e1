import 'reflect-metadata';
import fc from 'fast-check';
import { recordsAllowed } from '../../src/graphql/execution/record-count.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type DenseRows, insertDenseRows } from '../support/dense-rows.ts';
import { withoutGuard } from '../support/race.ts';
import { statementsOf } from '../support/statements.ts';
import { documentsOf } from './documents.ts';

/** The length of every list there is. */
const LENGTH = 24;
const WARNING = 'a query read more records than its cost allows';

let app: TestApp;
let admin: Caller;
let dense: DenseRows;
/** What the service under test allows for a cost. */
let allowed: (cost: number) => number = recordsAllowed;

beforeAll(async () => {
  const start = await withoutGuard('src/graphql/execution/record-count.ts', {
    recordsAllowed: (cost: number) => allowed(cost),
  });
  app = await start();
  admin = await app.as('SUPER_ADMIN');
  dense = await insertDenseRows(app.sql, LENGTH, admin.admin.id);
});
afterAll(() => app.stop());
afterEach(() => {
  allowed = recordsAllowed;
});

const isStopped = async (query: string) => {
  const { status, body } = await admin.gql(query, { id: dense.device });
  const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  expect(codes.filter((code: string) => code !== 'QUERY_COST_EXCEEDED')).toEqual([]);
  return { stopped: codes.length > 0, status };
};

describe('a request that reads more records than it may', () => {
  it.each([
    ['a list', '{ devices(first: 5) { nodes { id } } }', 5],
    [
      'a list with what its statement reads along edges',
      '{ devices(first: 3) { nodes { events(first: 2) { nodes { id } } } } }',
      9,
    ],
    ['a list with a record beside each', '{ devices(first: 4) { nodes { id batch { code } } } }', 8],
    ['pages of an edge', 'query ($id: ID!) { device(id: $id) { events(first: 7) { edges { cursor } } } }', 7],
    ['a list of an edge', 'query ($id: ID!) { device(id: $id) { pairings(first: 3) { nodes { id } } } }', 3],
    ['a record of an edge', 'query ($id: ID!) { device(id: $id) { batch { id } } }', 1],
  ])('a request that reads more records than it may is stopped: %s', async (_what, query, least) => {
    allowed = () => least - 1;
    expect((await isStopped(query)).stopped).toBe(true);
    allowed = () => 2 * least;
    expect((await isStopped(query)).stopped).toBe(false);
  });

  it('a request that reads more records than it may is a 400 that says what to do, is logged once, and reads nothing more', async () => {
    const query = '{ devices(first: 20) { nodes { events { edges { cursor } } installations { edges { cursor } } } } }';
    const all = await statementsOf(() => isStopped(query));
    const logged = () => app.logs.filter(({ msg }) => msg === WARNING);
    const before = logged().length;
    allowed = () => 10;
    const statements = await statementsOf(async () => {
      const { status, body } = await admin.gql(query);
      expect([status, body.data, body.errors.length]).toEqual([400, { devices: null }, 1]);
      expect(body.errors[0].message).toContain('Ask for smaller pages');
      expect(body.errors[0].extensions).toMatchObject({ code: 'QUERY_COST_EXCEEDED', status: 400 });
    });
    expect(statements).toBeLessThan(all);
    expect(logged().slice(before)).toEqual([expect.objectContaining({ allowed: 10, read: 20 })]);
  });
});

it('an honest document never reads more records than it costs', async () => {
  allowed = (cost) => cost;
  const id = (kind: keyof DenseRows) => `id: "${dense[kind]}"`;
  const roots = {
    ...{ batch: id('batch'), customer: id('customer'), device: id('device'), sale: id('sale') },
    ...{ preorder: id('preorder'), release: id('release'), packageDevices: 'hardwareRevision: "rev-b"' },
    heartbeats: `deviceId: "${dense.device}"`,
  };
  let executed = 0;
  await fc.assert(
    fc.asyncProperty(documentsOf(buildOpenSchema(), roots), async (query) => {
      const { status, body } = await admin.gql(query);
      // Too expensive, or too many aliases: refused, and nothing is read.
      if (status === 400) return expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      executed += 1;
      return expect([status, body.errors]).toEqual([200, undefined]);
    }),
    { numRuns: 60 },
  );
  expect(executed).toBeGreaterThan(15);
});
