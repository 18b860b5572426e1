import { CALENDAR_PERIODS } from '../../src/model/enums.ts';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeSale } from '../support/factories/sale.ts';

/** Thursday, 5 March, 01:30 in Tashkent, where the day begins at 19:00 UTC. */
const NOW = new Date('2026-03-04T20:30:00Z');
const DAY_MS = 86_400_000;

/** Each period, from its start up to its end. */
const PERIODS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  TODAY: ['2026-03-04', '2026-03-05'],
  YESTERDAY: ['2026-03-03', '2026-03-04'],
  THIS_WEEK: ['2026-03-01', '2026-03-08'],
  PREVIOUS_WEEK: ['2026-02-22', '2026-03-01'],
  THIS_MONTH: ['2026-02-28', '2026-03-31'],
  PREVIOUS_MONTH: ['2026-01-31', '2026-02-28'],
  THIS_YEAR: ['2025-12-31', '2026-12-31'],
  PREVIOUS_YEAR: ['2024-12-31', '2025-12-31'],
};

let app: TestApp;
let admin: Caller;
let sale: { readonly id: string; readonly customerId: string };

beforeAll(async () => {
  app = await startTestApp({ clock: testClock(NOW) });
  admin = await app.as('SUPER_ADMIN');
  sale = await makeSale(app);
});
afterAll(() => app.stop());

const soldAt = (time: number) => app.sql('update sale set sold_at = $1', [new Date(time)]);

/** Whether the sale matches, in the list of all and in that of its customer, and from a sale that leads to it. */
async function matches(soldAt: object): Promise<boolean> {
  const query = `query ($id: ID!, $filter: SaleFilter) {
    sales(filter: $filter) { totalCount nodes { id } }
    customer(id: $id) { sales(filter: $filter) { totalCount nodes { id } } } }`;
  const { status, body } = await admin.gql(query, { id: sale.customerId, filter: { not: { not: { soldAt } } } });
  expect([status, body.errors]).toEqual([200, undefined]);
  const { sales, customer } = body.data;
  expect([customer.sales, sales.totalCount]).toEqual([sales, sales.nodes.length]);
  return sales.totalCount === 1;
}

it('every period is tested', () => {
  expect(Object.keys(PERIODS)).toEqual(CALENDAR_PERIODS);
});

it.each(Object.entries(PERIODS))('%s begins and ends at midnight of the business time zone', async (period, days) => {
  const [from = 0, to = 0] = days.map((day) => Date.parse(`${day}T19:00:00Z`));
  const found: boolean[] = [];
  for (const time of [from - 1, from, to - 1, to]) {
    await soldAt(time);
    found.push(await matches({ during: period }));
  }
  expect(found).toEqual([false, true, true, false]);
});

it('an age divides what is older from what is within', async () => {
  const found: boolean[][] = [];
  for (const time of [-1, 0, 1]) {
    await soldAt(NOW.getTime() - 7 * DAY_MS + time);
    found.push([await matches({ olderThan: '7d' }), await matches({ withinLast: '7d' })]);
  }
  expect(found).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
});

it('conditions on one time hold together', async () => {
  await soldAt(Date.parse('2026-03-02T00:00:00Z'));
  expect(await matches({ during: 'THIS_WEEK', olderThan: '2d', gte: '2026-03-02' })).toBe(true);
  expect(await matches({ during: 'THIS_WEEK', olderThan: '3d' })).toBe(false);
  expect(await matches({ during: 'THIS_WEEK', lt: '2026-03-02' })).toBe(false);
});

/** A date is a day of the business, which begins at 19:00 UTC of the day before. */
it.each([
  ['gte', (day: string) => ({ gte: day }), [false, true, true, true]],
  ['lt', (day: string) => ({ lt: day }), [true, false, false, false]],
  ['gt', (day: string) => ({ gt: day }), [false, false, false, true]],
  ['lte', (day: string) => ({ lte: day }), [true, true, true, false]],
  ['ne', (day: string) => ({ ne: day }), [true, false, false, true]],
  ['notIn', (day: string) => ({ notIn: ['2020-01-01', day] }), [true, false, false, true]],
  ['eq', (day: string) => ({ eq: day }), [false, true, true, false]],
  ['in', (day: string) => ({ in: ['2020-01-01', day, '2020-01-02T00:00:00Z'] }), [false, true, true, false]],
  ['a time in', () => ({ in: ['2026-03-03T19:00:00Z'] }), [false, true, false, false]],
] as const)('%s a date means the day in the business time zone', async (_operator, conditionOf, expected) => {
  const [from, to] = [Date.parse('2026-03-03T19:00:00Z'), Date.parse('2026-03-04T19:00:00Z')];
  const found: boolean[] = [];
  for (const time of [from - 1, from, to - 1, to]) {
    await soldAt(time);
    found.push(await matches(conditionOf('2026-03-04')));
  }
  expect(found).toEqual(expected);
});

it('the filters, conditions across edges, questions and exports find the same sales of a day', async () => {
  const [from, to] = [Date.parse('2026-03-03T19:00:00Z'), Date.parse('2026-03-04T19:00:00Z')];
  const counts: Json[] = [];
  for (const time of [from - 1, from, to - 1, to]) {
    await soldAt(time);
    await app.sql('update customer set created_at = $1', [new Date(time)]);
    const { body } = await admin.gql(`{
      filter: sales(filter: { soldAt: { gte: "2026-03-04", lt: "2026-03-05" } }) { totalCount }
      across: sales(filter: { customer: { createdAt: { eq: "2026-03-04" } } }) { totalCount }
      question: salesMetrics(query: { metrics: [ORDERS], filter: { soldAt: { eq: "2026-03-04" } } }) { totals }
      elsewhere: salesMetrics(query: { metrics: [ORDERS], timezone: "UTC", filter: { soldAt: { eq: "2026-03-04" } } }) { totals }
      range: salesMetrics(query: { metrics: [ORDERS], range: { from: "2026-03-04", to: "2026-03-04" } }) { totals }
    }`);
    const filter = encodeURIComponent(JSON.stringify({ soldAt: { in: ['2026-03-04'] } }));
    const file = await admin.rest('GET', `/v1/admin/exports/sales?format=ndjson&fields=id&filter=${filter}`);
    const listed = await admin.rest('GET', '/v1/admin/sales?from=2026-03-04&to=2026-03-04');
    const { filter: filtered, across, question, elsewhere, range } = body.data;
    counts.push([
      filtered.totalCount,
      across.totalCount,
      ...question.totals,
      ...elsewhere.totals,
      ...range.totals,
      file.text.split('\n').filter((line) => line !== '').length,
      listed.body.total,
    ]);
  }
  expect(counts).toEqual([Array(7).fill(0), Array(7).fill(1), Array(7).fill(1), Array(7).fill(0)]);
});

it('the first and the last day of all are days, also where they begin before the first year or end after the last', async () => {
  await soldAt(NOW.getTime());
  expect(await matches({ gte: '0001-01-01', lt: '9999-12-31' })).toBe(true);
  for (const edge of ['0001-01-01', '9999-12-31']) expect(await matches({ eq: edge })).toBe(false);
  const { status } = await admin.rest('GET', '/v1/admin/sales?from=0001-01-01&to=9999-12-31');
  expect(status).toBe(200);
});

it('all fields of a request agree on the day, also while it changes', async () => {
  const midnight = Date.parse('2026-03-05T19:00:00Z');
  await soldAt(midnight);
  const query = `query ($id: ID!) { a: sales(filter: $today) { totalCount } b: sales(filter: $today) { totalCount }
    customer(id: $id) { sales(filter: $today) { totalCount } } }`.replaceAll('$today', '{ soldAt: { during: TODAY } }');
  const { clock } = app;
  clock.set(new Date(midnight - DAY_MS / 24));
  const caller = await app.as('SUPER_ADMIN');
  const { now } = clock;
  const counts = new Set<number>();
  try {
    for (let before = 0; before < 24; before += 1) {
      let ticks = midnight - before;
      // Each look at the clock takes a millisecond.
      Object.assign(clock, { now: () => new Date(ticks++) });
      const { body }: { body: Json } = await caller.gql(query, { id: sale.customerId });
      const found = [body.data.a, body.data.b, body.data.customer.sales].map(({ totalCount }) => totalCount);
      expect(new Set(found).size).toBe(1);
      counts.add(found[0]);
    }
  } finally {
    Object.assign(clock, { now });
    clock.set(NOW);
  }
  expect([...counts].sort()).toEqual([0, 1]);
});

it.each([
  ['another period', '{ soldAt: { during: TOMORROW } }'],
  ['an age without a unit', '{ soldAt: { olderThan: "7" } }'],
  ['a period of what is no time', '{ number: { during: TODAY } }'],
])('a filter refuses %s with 400', async (_what, filter) => {
  for (const document of [
    `{ sales(filter: ${filter}) { totalCount } }`,
    `{ customer(id: "${sale.customerId}") { sales(filter: ${filter}) { totalCount } } }`,
  ]) {
    const { status, body } = await admin.gql(document);
    expect([status, body.errors[0].extensions.code]).toEqual([400, expect.stringMatching(/VALIDATION_FAILED$/)]);
  }
});

it.each(ROLES)('%s reads the business time zone of the viewer, whatever zone its own screens have', async (role) => {
  const who = await app.as(role);
  const set = 'mutation { setPreferences(input: { timeZone: "UTC" }) { preferences { timeZone } } }';
  expect((await who.gql(set)).body.errors).toBeUndefined();
  expect((await who.gql('{ viewer { timeZone } }')).body.data).toEqual({ viewer: { timeZone: 'Asia/Tashkent' } });
});
