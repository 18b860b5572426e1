import pg from 'pg';
import { compile } from '../../src/persistence/analytics/compile.ts';
import { salesDataset } from '../../src/persistence/analytics/sales-dataset.ts';
import { auditList } from '../../src/persistence/audit/audit-list.ts';
import { customerList } from '../../src/persistence/customers/customer-list.ts';
import { claimCodeListAt } from '../../src/persistence/devices/claim-code-list.ts';
import { deviceListAt } from '../../src/persistence/devices/device-list.ts';
import { packageDeviceList } from '../../src/persistence/firmware/package-devices.ts';
import { withAskedEdges } from '../../src/persistence/lists/filter-edges.ts';
import type { ListDefinition, ListQuery } from '../../src/persistence/lists/list-definition.ts';
import { compileList } from '../../src/persistence/lists/list-query.ts';
import { saleList } from '../../src/persistence/sales/sale-list.ts';
import { READ_UNKNOWN_CURRENCIES } from '../../src/persistence/sales/unknown-currencies.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertManyRows } from '../support/many-rows.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Partial Mode'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const COUNT = 20_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const devices = deviceListAt(NOW);
let database: TestDatabase;
let client: pg.Client;
let serial: string;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const sql: Sql = async (text, values = []) => (await client.query(text, [...values])).rows;
  await insertManyRows(sql, COUNT);
  await client.query('vacuum analyze');
  serial = (await client.query('select serial from device order by created_at, id limit 1')).rows[0].serial;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function planOf(text: string, values: readonly unknown[]): Promise<PlanNode> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, [...values]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How many rows of tables the statement reads, those included that its filters throw away; index-only scans read none. */
function rowsRead(plan: PlanNode): number {
  return nodesOf(plan)
    .filter((node) => node['Relation Name'] && node['Node Type'] !== 'Index Only Scan')
    .reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
}

async function readBy(list: ListDefinition, query: Partial<ListQuery>, what: 'rows' | 'count'): Promise<number> {
  const { text, values } = compileList(list, { take: 25, ...query }, NOW)[what];
  return rowsRead(await planOf(text, values));
}

describe('a count of a list', () => {
  it.each<[string, ListDefinition, Partial<ListQuery>]>([
    ['all devices', devices, {}],
    ['devices by status', devices, { within: { status: { eq: 'CLAIMED' }, model: undefined } }],
    [
      'devices by several words',
      devices,
      { filter: { or: [{ status: { in: ['READY'] } }, { not: { model: { eq: 'X' } } }] } },
    ],
    ['all sales', saleList, {}],
    [
      'sales by channel and currency',
      saleList,
      { filter: { salesChannel: { eq: 'DIRECT' }, currency: { eq: 'UZS' } } },
    ],
    ['all customers', customerList, {}],
    ['all audit entries', auditList, {}],
    ['audit entries by action', auditList, { within: { action: { eq: 'createSale' } } }],
    ['all claim codes', claimCodeListAt(NOW), {}],
  ])('reads a tally and no records: %s', async (_what, list, query) => {
    const { text, values } = compileList(list, { take: 25, ...query }, NOW).count;
    const tables = nodesOf(await planOf(text, values)).flatMap((node) => node['Relation Name'] ?? []);
    expect(new Set(tables)).toEqual(new Set(['tally', 'tally_change']));
    const [{ total }] = (await client.query(text, [...values])).rows;
    const plain = compileList({ ...list, tally: undefined }, { take: 25, ...query }, NOW).count;
    expect(total).toBe((await client.query(plain.text, [...plain.values])).rows[0].total);
  });

  it('counts the records for what the tally does not know', async () => {
    expect(
      await readBy(devices, { filter: { createdAt: { gte: '2026-01-02T00:00:00Z' } } }, 'count'),
    ).toBeGreaterThanOrEqual(0);
    const { text } = compileList(
      devices,
      { take: 25, filter: { serial: { eq: 'X' }, status: { eq: 'READY' } } },
      NOW,
    ).count;
    expect(text).not.toContain('tally');
  });
});

describe('a question about customers', () => {
  const common = { timeZone: 'UTC', now: NOW, currency: 'UZS' } as const;
  it.each([
    [
      'who buys most',
      {
        metrics: ['netRevenue', 'orders'],
        dimensions: ['CUSTOMER'],
        range: { from: new Date('2025-01-01'), to: NOW },
        top: { count: 3, by: 'netRevenue', direction: 'DESC', rest: true },
        ...common,
      },
    ],
    ['how many bought', { metrics: ['customers'], range: { from: new Date('2025-01-01'), to: NOW }, ...common }],
  ] as const)('is answered by an index, without the sales: %s', async (_what, query) => {
    const { text, values } = compile(salesDataset, query);
    // Twenty thousand sales are read as fast; of a million they are not.
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    await client.query('set local enable_bitmapscan = off');
    const scans = nodesOf(await planOf(text, values)).filter((node) => node['Relation Name'] === 'sale');
    await client.query('rollback');
    expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']));
  });
});

describe('a question by the hour that reads the sales', () => {
  const asked = {
    grain: 'HOUR',
    range: { from: new Date('2025-12-01'), to: NOW },
    timeZone: 'UTC',
    now: NOW,
    filter: { unitPrice: { gte: 0 } },
  } as const;

  /**
   * As PostgreSQL plans it where there are so many sales that its workers are worth a start.
   * @param tupleCost of a row that a worker passes on; there are few to save here, so that a saving has to count for more
   */
  async function nodesWithWorkers(metric: 'orders' | 'customers', tupleCost: number): Promise<PlanNode[]> {
    const { text, values } = compile(salesDataset, { ...asked, metrics: [metric] });
    await client.query('begin');
    await client.query('set local min_parallel_table_scan_size = 0');
    await client.query('set local parallel_setup_cost = 0');
    await client.query(`set local parallel_tuple_cost = ${tupleCost}`);
    const nodes = nodesOf(await planOf(text, values));
    await client.query('rollback');
    return nodes;
  }

  it('adds them up in the workers', async () => {
    const nodes = await nodesWithWorkers('orders', 0.1);
    expect(nodes.map((node) => node['Partial Mode'])).toContain('Partial');
    expect(nodes.filter((node) => node['Node Type'] === 'Sort' && node['Actual Rows'] > 10_000)).toEqual([]);
  });

  it('sorts them in the workers to count different customers, once', async () => {
    const nodes = await nodesWithWorkers('customers', 0.01);
    const scans = nodes.filter((node) => node['Relation Name'] === 'sale');
    const types = nodes.map((node) => node['Node Type']);
    expect(scans).toHaveLength(1);
    expect(types).toContain('Gather Merge');
    expect(types).toContain('WindowAgg');
  });
});

it('the start reads no sale to learn that all their currencies are known', async () => {
  const nodes = nodesOf(await planOf(READ_UNKNOWN_CURRENCIES, []));
  const scans = nodes.filter((node) => node['Relation Name'] === 'sale');
  expect(scans).not.toEqual([]);
  expect(scans.filter((node) => node['Actual Loops'] > 0)).toEqual([]);
});

describe('a search by a word of few records', () => {
  it.each<[string, ListDefinition, () => Partial<ListQuery>]>([
    ['devices by serial', devices, () => ({ search: serial })],
    ['devices by a part of it', devices, () => ({ search: serial.slice(4, 12) })],
    ['sales by serial', saleList, () => ({ search: serial })],
    ['sales by the customer', saleList, () => ({ search: '7777@example' })],
    ['customers', customerList, () => ({ search: '7777@example' })],
    ['devices of a package', packageDeviceList, () => ({ search: serial })],
    ['devices by what no record contains', devices, () => ({ search: 'zzzzzzz' })],
    ['devices by a condition on text', devices, () => ({ filter: { serial: { contains: serial } } })],
  ])('reads few rows: %s', async (_what, list, query) => {
    for (const what of ['rows', 'count'] as const) {
      expect(await readBy(list, query(), what)).toBeLessThan(COUNT / 20);
    }
  });
});

it('a search by a word of every record walks along the order, no further than the page', async () => {
  // The sample of a table of this size may be empty: it is taken from all of it.
  const { text, values } = compileList(devices, { take: 25, search: 'KRV-' }, NOW).rows;
  const plan = await planOf(text.replaceAll('system (0.03)', 'system (10)'), values);
  expect(rowsRead(plan)).toBeLessThan(COUNT / 4);
});

it('a search by a word that one record in fifty has reads little more than a page', async () => {
  // Customers with such a number are every hundredth, the reseller aside, and so are their sales; one in fifty of all numbers ends so.
  const { text, values } = compileList(saleList, { take: 5, search: '77' }, NOW).rows;
  const plan = await planOf(text.replaceAll('system (0.03)', 'system (10)'), values);
  expect(rowsRead(plan)).toBeLessThan(COUNT / 2);
});

it('the sales of an hour that is long past are found by their time, and not along the order', async () => {
  const soldAt = { gte: '2026-01-01T00:10:00Z', lt: '2026-01-01T00:20:00Z' };
  expect(await readBy(saleList, { filter: { soldAt } }, 'rows')).toBeLessThan(COUNT / 5);
  expect(await readBy(saleList, { filter: { soldAt } }, 'count')).toBe(0);
});

describe('a condition across an edge', () => {
  /** How many rows of tables and indexes a statement reads. */
  async function rowsOfAll(query: Partial<ListQuery>, what: 'rows' | 'count'): Promise<number> {
    const list = withAskedEdges(customerList, query, NOW);
    const { text, values } = compileList(list, { take: 10, select: ['id'], ...query }, NOW)[what];
    return nodesOf(await planOf(text, values))
      .filter((node) => node['Relation Name'] && node['Node Type'] !== 'Bitmap Heap Scan')
      .reduce((sum, node) => sum + node['Actual Loops'] * node['Actual Rows'], 0);
  }
  const ever = { soldAt: { gte: '2000-01-01T00:00:00Z' } };
  const oldestFirst = [{ field: 'createdAt', direction: 'ASC' }] as const;

  it.each<[string, Partial<ListQuery>]>([
    ['some', { filter: { sales: { some: ever } } }],
    ['none', { filter: { sales: { none: { soldAt: { lt: '2000-01-01T00:00:00Z' } } } } }],
    ['every', { filter: { sales: { every: ever } } }],
    ['at least one', { filter: { sales: { atLeast: { count: 1, of: ever } } } }],
    ['some, two edges away', { filter: { sales: { some: { device: { lastSeenAt: { isNull: false } } } } } }],
    ['some, in a chosen order', { filter: { sales: { some: ever } }, sort: oldestFirst }],
  ])('that many records meet is compared for the first ones only: %s', async (_what, query) => {
    expect(await rowsOfAll(query, 'rows')).toBeLessThan(COUNT / 100);
  });

  it('of at least so many records counts these once, not for each record that they belong to', async () => {
    const query = { filter: { sales: { atLeast: { count: 2 } } } };
    expect(await rowsOfAll(query, 'count')).toBeLessThan(2 * COUNT + 100);
    const list = withAskedEdges(customerList, query, NOW);
    const { text, values } = compileList(list, { take: 10, ...query }, NOW).count;
    expect((await client.query(text, [...values])).rows).toEqual([{ total: 1 }]);
    const loops = nodesOf(await planOf(text, values)).map((node) => node['Actual Loops']);
    expect(Math.max(...loops)).toBeLessThan(10);
  });

  it('of at least so many records looks these up for the few customers that an own text finds', async () => {
    const query = { filter: { email: { eq: '7@example.com' }, sales: { atLeast: { count: 1 } } } };
    expect(await rowsOfAll(query, 'count')).toBeLessThan(100);
    // The page is looked for in the first customers of the order before.
    expect(await rowsOfAll(query, 'rows')).toBeLessThan(15_000);
  });

  it('of one record, which a unique value finds, compares the first customers of the order and no others', async () => {
    const query = { filter: { devices: { some: { serial: { eq: serial } } } } };
    expect(await rowsOfAll(query, 'count')).toBeLessThan(50);
    expect(await rowsOfAll(query, 'rows')).toBeLessThan(15_000);
  });
});

it('a deep page reads its own rows and skips the others by key', async () => {
  for (const list of [devices, saleList, customerList]) {
    expect(await readBy(list, { skip: 15_000 }, 'rows')).toBeLessThan(200);
  }
});

it('the check counts what a filter throws away', async () => {
  expect(rowsRead(await planOf(`select from device where previous_status = 'REPAIR'`, []))).toBe(COUNT);
});

describe('a count from a time on that all records have', () => {
  it.each<[string, ListDefinition]>([
    ['createdAt', devices],
    ['createdAt', saleList],
    ['updatedAt', customerList],
  ])('reads the few before it: %s', async (field, list) => {
    const filter = { [field]: { gte: '2020-01-01T00:00:00Z' } };
    const { text, values } = compileList(list, { take: 25, filter }, NOW).count;
    const scanned = nodesOf(await planOf(text, values)).filter((node) =>
      /^(device|sale|customer)$/.test(node['Relation Name'] ?? ''),
    );
    expect(scanned.reduce((sum, node) => sum + node['Actual Loops'] * node['Actual Rows'], 0)).toBe(0);
    const plain = compileList({ ...list, tally: undefined }, { take: 25, filter }, NOW).count;
    const [counted, expected] = await Promise.all([
      client.query(text, [...values]),
      client.query(plain.text, [...plain.values]),
    ]);
    expect(expected.rows[0].total).toBeGreaterThan(1_000);
    expect(counted.rows).toEqual(expected.rows);
  });
});
