import 'reflect-metadata';
import { catalog } from '../../src/domain/catalog.ts';
import type { ListOperation, ListRequest } from '../../src/domain/list-operation.ts';
import { fieldsWith } from '../../src/model/record.ts';
import { AuditEntry } from '../../src/persistence/audit/audit-entry.entity.ts';
import { ClaimCode } from '../../src/persistence/devices/claim-code.entity.ts';
import { withSortEdges } from '../../src/persistence/lists/filter-edges.ts';
import { compileList } from '../../src/persistence/lists/list-query.ts';
import type { Sql } from '../support/app.ts';
import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';
import { insertComputed } from '../support/factories/insert.ts';
import { BATCH_SIZE, insertManyRows } from '../support/many-rows.ts';

/** Lists of few records, whatever the business: a sort may read all of them. */
const SHORT: Readonly<Record<string, string>> = {
  listBatches: 'one for a production run of hundreds of devices',
  listReleases: 'one for a version of the firmware',
  listTeam: 'one for a member of the team',
  listServiceAccounts: 'one for a script',
  listSavedQuestions: 'one for a question that an admin has saved',
  listSavedViews: 'one for a view that an admin has saved',
  listHeartbeats: 'of one device and at most a day',
};
/** Orders that no index has, and why. */
const UNINDEXED: Readonly<Record<string, string>> = {
  'listDevices lastSeenAt': 'each heartbeat changes it: an index would cost each of them an entry',
  'listPackageDevices lastSeenAt': 'the same',
  'listDevices batchCode': 'the batches are in order, and the few hundred devices of one are sorted',
};

/** Keys of other records that no index begins with, and why. */
const UNINDEXED_KEYS: Readonly<Record<string, string>> = {
  'maintenance_grant.release_id': 'a device has few',
  'pairing_challenge.device_id': 'lives for minutes',
  'release.target_device_id': 'one for a version of the firmware',
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const NOW = new Date('2026-11-21T12:00:00Z');
const COUNT = 2_000;
const PAGE = 10;
/** Rows that a page may read: its own in several tables, and what an incremental sort reads ahead. */
const FEW = COUNT / 10;

let database: ConnectedDatabase;

beforeAll(async () => {
  // PostgreSQL prefers an index that has the order, however small the table is.
  const options = '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
  database = await connectedDatabase(options);
  await fill(async (text, values = []) => (await database.client.query(text, [...values])).rows);
});
afterAll(() => database.drop());

async function fill(sql: Sql): Promise<void> {
  await insertManyRows(sql, COUNT);
  const when = `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`;
  const numbers = `generate_series(1, ${COUNT}) n`;
  await insertComputed(sql, ClaimCode, numbers, {
    id: `md5('claim-code-' || n)::uuid`,
    deviceId: `md5('device-' || n)::uuid`,
    codeHash: `decode(md5('code' || n), 'hex')`,
    sealed: `'\\x00'::bytea`,
    lastFour: `'7K3M'`,
    status: `case n % 2 when 0 then 'CLAIMED' else 'AVAILABLE' end`,
    createdAt: when,
  });
  await insertComputed(sql, AuditEntry, numbers, {
    id: `md5('audit-entry-' || n)::uuid`,
    at: when,
    actorType: `'ADMIN'`,
    action: `'createSale'`,
    targetKind: `'Sale'`,
    requestId: `md5(n::text)`,
    ip: `'192.0.2.1'`,
    transport: `'REST'`,
  });
  await sql('vacuum analyze');
}

/** How many rows of tables a statement reads, those included that its filters throw away. */
async function rowsRead(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await database.client.query(`explain (analyze, timing off, format json) ${text}`, [...values]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const operations = catalog.filter((operation): operation is ListOperation<never> => 'rows' in operation);
const long = operations.filter(({ name }) => SHORT[name] === undefined);

/** What a call without a refinement asks for. */
function asked(operation: ListOperation<never>): ListRequest<never> {
  const principal = { kind: 'admin', adminId: '', roles: ['SUPER_ADMIN'] };
  const context = { now: NOW, principal, call: { transport: 'GRAPHQL' }, settings: { businessTimeZone: 'UTC' } };
  return operation.rows(context as never, { hardwareRevision: 'rev-b', take: PAGE } as never);
}

const orders = long.flatMap((operation) =>
  fieldsWith(asked(operation).list.model, 'sort').map((field) => ({
    name: `${operation.name} ${field}`,
    operation,
    field,
  })),
);

/** Orders across an edge of which few records are equal in the first key; docs/api/graphql.md says which are slow. */
const ACROSS: readonly (readonly [list: string, field: string])[] = [
  ['listSales', 'customer.fullName'],
  ['listSales', 'device.serial'],
  ['listInstallations', 'device.serial'],
  ['listClaimCodes', 'device.serial'],
  // What customers have bought repeats their age: most have bought once.
  ['listCustomers', 'purchases.orders'],
  ['listCustomers', 'purchases.revenue'],
  ['listCustomers', 'purchases.netRevenue'],
];

it.each(ACROSS)('an index of the other record has the order of %s %s: a page reads few rows', async (name, field) => {
  expect((await readAcross(name, field)).filter((count) => count >= FEW)).toEqual([]);
});

it('in the order of batches, two tables away, a page of claim codes reads no more than the codes of a batch', async () => {
  // A device, its code and the look-up of the code's page.
  expect((await readAcross('listClaimCodes', 'device.batchCode')).filter((count) => count >= 3 * BATCH_SIZE)).toEqual(
    [],
  );
});

/** How many rows a page in an order across an edge reads, in both directions. */
async function readAcross(name: string, field: string): Promise<number[]> {
  const { list, query } = asked(operations.find((each) => each.name === name) as ListOperation<never>);
  const read: number[] = [];
  for (const direction of ['ASC', 'DESC'] as const) {
    const sort = [{ field, direction }];
    const { text, values } = compileList(withSortEdges(list, sort, NOW), { ...query, sort }, NOW).rows;
    read.push(await rowsRead(text, values));
  }
  return read;
}

describe('an index has the order of', () => {
  it.each(orders.filter(({ name }) => UNINDEXED[name] === undefined))(
    '$name: a page reads no more than its rows, in both directions',
    async ({ operation, field }) => {
      const { list, query } = asked(operation);
      const slow: string[] = [];
      for (const direction of ['ASC', 'DESC'] as const) {
        const { text, values } = compileList(list, { ...query, sort: [{ field, direction }] }, NOW).rows;
        const count = await rowsRead(text, values);
        if (count >= FEW) slow.push(`${direction} reads ${count} rows: add an orderIndex of ${field} to the entity`);
      }
      expect(slow).toEqual([]);
    },
  );
});

it('every list and every order without an index that is excused exists', () => {
  const names = operations.map(({ name }) => name);
  expect(Object.keys(SHORT).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(UNINDEXED).filter((name) => !orders.some((order) => order.name === name))).toEqual([]);
});

it('the check notices an index that is missing', async () => {
  const { list, query } = asked(operations.find(({ name }) => name === 'listSales') as ListOperation<never>);
  const { text, values } = compileList(list, { ...query, sort: [{ field: 'total', direction: 'DESC' }] }, NOW).rows;
  await database.client.query('begin');
  await database.client.query('drop index sale_total_index');
  expect(await rowsRead(text, values)).toBeGreaterThanOrEqual(COUNT);
  await database.client.query('rollback');
});

it('an index begins with each key of another record, across which lists are sorted and filtered', async () => {
  const { rows } = await database.client.query(`
    select format('%s.%s', c.conrelid::regclass, a.attname) as key
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum)
     order by 1`);
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(UNINDEXED_KEYS));
});
