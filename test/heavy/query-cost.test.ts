import 'reflect-metadata';
import fc from 'fast-check';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { documentsOf, objectsIn } from '../graphql/documents.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type DenseRows, insertDenseRows } from '../support/dense-rows.ts';
import { idOf, insertManyRows } from '../support/many-rows.ts';
import { isRare, repetitions } from '../support/repetitions.ts';
import { rowsReadBy } from '../support/statements.ts';

const ROWS = 100_000;
/** Of each list of what is dense. */
const DENSE = 40;
const MAX_COST = 10_000;
const DOCUMENTS = repetitions({ quick: 0, heavy: 100, rare: 1_000 });
/** A million rows, on a machine that does something else as well. */
const SEEDING_MS = 1_200_000;

let app: TestApp;
let admin: Caller;
let bystander: Caller;
let dense: DenseRows;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('SUPER_ADMIN');
  bystander = await app.as('SUPPORT');
  await insertManyRows(app.sql, ROWS);
  for (const kind of ['batch', 'customer', 'device', 'sale', 'preorder', 'release', 'installation']) {
    ids[kind] = await idOf(app.sql, kind, 1);
  }
  await insertHistories();
  dense = await insertDenseRows(app.sql, DENSE, admin.admin.id);
}, SEEDING_MS);
afterAll(() => app.stop());

/** Every history of the first customer, device, sale, preorder, release and installation is as long as a table. */
async function insertHistories(): Promise<void> {
  const numbers = `generate_series(1, ${ROWS}) n`;
  const at = `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`;
  const { customer, device, sale, preorder, release, installation } = ids;
  for (const statement of [
    `insert into customer_note select gen_random_uuid(), '${customer}', 'note', gen_random_uuid(), ${at} from ${numbers}`,
    `insert into device_event (id, device_id, at, cause, to_status) select gen_random_uuid(), '${device}', ${at}, 'claim', 'CLAIMED' from ${numbers}`,
    `insert into pairing (id, device_id, app_installation_id, public_key, key_thumbprint, device_name, app_version, epoch, created_at, expires_at)
     select gen_random_uuid(), '${device}', n, 'key', 'thumb', 'Phone', '1.0.0', 0, ${at}, ${at} from ${numbers}`,
    `insert into refund (id, sale_id, amount, reason, created_by, created_at) select gen_random_uuid(), '${sale}', 1, 'dent', gen_random_uuid(), ${at} from ${numbers}`,
    `insert into preorder_event (id, preorder_id, at, to_status) select gen_random_uuid(), '${preorder}', ${at}, 'NEW' from ${numbers}`,
    `insert into release_event (id, release_id, at, to_lifecycle, to_percentage) select gen_random_uuid(), '${release}', ${at}, 'PAUSED', 1 from ${numbers}`,
    `insert into installation (id, device_id, release_id, attempt, status, created_at, updated_at)
     select gen_random_uuid(), '${device}', '${release}', 1 + n, 'SUCCESS', ${at}, ${at} from ${numbers}`,
    `insert into installation_event (id, installation_id, at, source, from_status, to_status, applied, outcome)
     select gen_random_uuid(), '${installation}', ${at}, 'DEVICE', 'QUEUED', 'QUEUED', false, 'STALE' from ${numbers}`,
    `insert into maintenance_grant (id, release_id, device_id, mac, purpose, state, issued_by, issued_at, expires_at)
     select gen_random_uuid(), '${release}', '${device}', 'mac', 'purpose', 'SUPERSEDED', gen_random_uuid(), ${at}, ${at} from ${numbers}`,
    'analyze',
  ]) {
    await app.sql(statement);
  }
}

describe('a list with 100,000 rows', () => {
  const FIRST = 5;
  /** Small tables that are joined may be read whole; a history or a stock never. */
  const READ_AT_MOST = 1_000;

  it.each([
    ['batch', `devices(first: ${FIRST}) { nodes { id } }`],
    ['customer', `devices(first: ${FIRST}) { nodes { id } }`],
    ['customer', `notes(first: ${FIRST}) { nodes { id } }`],
    ['customer', `preorders(first: ${FIRST}) { nodes { id } }`],
    ['customer', `sales(first: ${FIRST}) { nodes { id } }`],
    ['device', `events(first: ${FIRST}) { nodes { id } }`],
    ['device', `installations(first: ${FIRST}) { nodes { id } }`],
    ['device', `installations(first: 1) { nodes { events(first: ${FIRST}) { nodes { id } } } }`],
    ['device', `maintenanceGrants(first: ${FIRST}) { nodes { id } }`],
    ['device', `pairings(first: ${FIRST}) { nodes { id } }`],
    ['preorder', `history(first: ${FIRST}) { nodes { id } }`],
    ['device', `installations(first: ${FIRST}) { edges { cursor node { id } } pageInfo { hasNextPage } }`],
    ['release', `events(first: ${FIRST}) { nodes { id } }`],
    ['release', `installations(first: ${FIRST}) { nodes { id } }`],
    ['release', `installations(first: ${FIRST}, filter: { status: { eq: FAILED } }) { nodes { id } }`],
    ['release', 'stats { total interrupted }'],
    ['device', `activeSale { refunds(first: ${FIRST}) { nodes { id } } }`],
  ])('a list of a %s with 100,000 rows reads only the rows of the page: %s', async (root, field) => {
    const query = (selection: string) => `query ($id: ID!) { ${root}(id: $id) { ${selection} } }`;
    const ask = async (selection: string) => {
      const { status, body } = await admin.gql(query(selection), { id: ids[root] });
      expect([status, body.errors]).toEqual([200, undefined]);
    };
    const read = (selection: string) => rowsReadBy(app.sql, () => ask(selection));
    expect((await read(`id ${field}`)) - (await read('id'))).toBeLessThanOrEqual(READ_AT_MOST);
  });
});

it('a search that matches every sale is answered', async () => {
  const { status, body } = await admin.gql('{ sales(first: 1, search: "e") { totalCount nodes { id } } }');
  expect([status, body.data?.sales.totalCount]).toEqual([200, ROWS + DENSE]);
});

/** What is asked for, the document, and its variables. */
type Asked = [what: string, document: string, variables?: object];

describe('another admin', () => {
  /** What a machine that is busy with something else may add. */
  const BUSY_MS = 1_000;
  const repeat = (times: number, part: (at: number) => string) =>
    Array.from({ length: times }, (_, at) => part(at)).join(' ');

  /** The most expensive of what is admitted; in RARE=1 also what comes near. */
  const MOST_EXPENSIVE: readonly Asked[] = [
    [
      'devices in circles, a hundred each',
      'query ($id: ID!) { customer(id: $id) { devices(first: 100) { nodes { owner { devices(first: 100) { nodes { owner { devices(first: 100) { nodes { id } } } } } } } } } }',
    ],
    [
      'twenty searches',
      `{ ${repeat(20, (at) => `s${at}: sales(first: 1, search: "e") { totalCount nodes { id } }`)} }`,
    ],
    ['last pages', `{ ${repeat(9, (at) => `p${at}: devices(last: 1) { nodes { id } }`)} }`],
  ];
  const EXPENSIVE: readonly Asked[] = [
    [
      'devices in circles',
      'query ($id: ID!) { customer(id: $id) { devices { nodes { owner { devices { nodes { owner { devices { nodes { id } } } } } } } } } }',
    ],
    ['one device of each batch', '{ batches(first: 100) { nodes { devices(first: 1) { nodes { id } } } } }'],
    ['all devices of each batch', '{ batches(first: 100) { nodes { devices(first: 500) { nodes { id } } } } }'],
    ['a negative number of devices', '{ batches(first: 100) { nodes { devices(first: -1) { nodes { id } } } } }'],
    [
      'releases, installations, events',
      '{ releases(first: 100) { nodes { installations(first: 5) { nodes { events(first: 5) { nodes { id } } } } } } }',
    ],
    [
      'twenty counts with 49 texts each',
      `query ($filter: DeviceFilter) { ${repeat(20, (at) => `c${at}: devices(filter: $filter) { totalCount }`)} }`,
      { filter: { or: Array.from({ length: 49 }, (_, at) => ({ serial: { contains: `text${at}` } })) } },
    ],
  ];

  it.each<Asked>(isRare ? [...MOST_EXPENSIVE, ...EXPENSIVE] : MOST_EXPENSIVE)(
    'another admin gets a quick response while somebody requests %s',
    async (_what, query, variables: object = {}) => {
      const idle = await medianOfMe();
      const done = { yet: false };
      const attack = Promise.all(
        Array.from({ length: 4 }, () => admin.gql(query, { id: ids.customer, ...variables })),
      ).finally(() => {
        done.yet = true;
      });
      const delays = [await timeOfMe()];
      while (!done.yet) delays.push(await timeOfMe());
      const replies = await attack;
      const [{ status, body }] = replies as [(typeof replies)[number]];
      const cost = body.extensions?.cost?.requested;
      if (status === 200) expect(objectsIn(body.data)).toBeLessThanOrEqual(cost);
      else expect([400, body.errors[0].extensions.code]).toEqual([status, expect.stringMatching(/VALIDATION_FAILED$/)]);
      expect(medianOf(delays)).toBeLessThan(100 * idle + BUSY_MS);
    },
  );

  async function timeOfMe(): Promise<number> {
    const start = performance.now();
    expect((await bystander.rest('GET', '/v1/admin/auth/me')).status).toBe(200);
    return performance.now() - start;
  }

  async function medianOfMe(): Promise<number> {
    const times: number[] = [];
    for (let call = 0; call < 20; call += 1) times.push(await timeOfMe());
    return medianOf(times);
  }

  function medianOf(times: readonly number[]): number {
    return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  }
});

it(`no response contains more objects than the cost of its query, for ${DOCUMENTS} queries`, async () => {
  const id = (kind: keyof DenseRows) => `id: "${dense[kind]}"`;
  const roots = {
    ...{ batch: id('batch'), customer: id('customer'), device: id('device'), sale: id('sale') },
    ...{ preorder: id('preorder'), release: id('release'), packageDevices: 'hardwareRevision: "rev-b"' },
  };
  await fc.assert(
    fc.asyncProperty(documentsOf(buildOpenSchema(), roots), async (query) => {
      // The tables behind these are large here, and their figures are the same for every document.
      fc.pre(!/nalytics|overview/.test(query));
      const { status, body } = await admin.gql(query);
      if (status === 400) return expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.extensions.cost.requested).toBeLessThanOrEqual(MAX_COST);
      return expect(objectsIn(body.data)).toBeLessThanOrEqual(body.extensions.cost.requested);
    }),
    { numRuns: DOCUMENTS },
  );
});
