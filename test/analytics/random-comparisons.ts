import fc from 'fast-check';
import { RANGE_PRESETS } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { repetitions } from '../support/repetitions.ts';
import {
  beginOf,
  comparedSpan,
  dayAt,
  daysOfPreset,
  nameAt,
  namesIn,
  type PlainSlot,
  plainSlots,
  plusDays,
  type Span,
} from './plain-comparison.ts';
import { aSale, openShop, putSales, SALES_CHANNELS, STATUSES } from './sale-rows.ts';

/** Random series with a comparison, over four years of sales, as they are and as plain-comparison.ts works them out. */

const ROUNDS = repetitions({ quick: 12, rare: 2_000 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** In a leap year, on a day that has none the month before in most years. */
const NOW = Date.parse('2024-12-31T10:30:00Z');
const FIRST = Date.parse('2021-01-01T00:00:00Z');
const SALES = 3_000;
const ZONES = [
  'Asia/Tashkent',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'America/Havana',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'UTC',
];
const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];
const LONGEST_DAYS: Readonly<Record<string, number>> = { HOUR: 5, DAY: 130, WEEK: 400 };

interface Series {
  readonly grain: string;
  readonly timezone: string;
  readonly compareTo: string;
  readonly preset?: string;
  readonly given?: { readonly from: string; readonly to: string };
  readonly span: Span;
}

const at = fc.integer({ min: 0, max: 4 * 365 * 24 - 1 });
const comparison = fc.constantFrom('PREVIOUS_PERIOD', 'PREVIOUS_YEAR');
const zone = fc.constantFrom(...ZONES);
const grain = fc.constantFrom(...GRAINS);

/** Ranges of days, which begin and end at any time or with a month. */
const ofDays = fc
  .record({
    timezone: zone,
    grain,
    compareTo: comparison,
    first: at,
    days: fc.nat(799),
    snap: fc.constantFrom('', 'month', 'leap'),
  })
  .map(({ first, days, snap, ...asked }): Series => {
    const start = new Date(FIRST + first * HOUR_MS).toISOString().slice(0, 10);
    const from =
      { '': start, month: `${start.slice(0, 7)}-01`, leap: plusDays('2024-02-29', -(first % 3)) }[snap] ?? start;
    const length = days % (LONGEST_DAYS[asked.grain] ?? 800);
    const end = plusDays(from, length);
    const to = snap === 'month' ? plusDays(`${plusDays(`${end.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1) : end;
    const span = { from: beginOf(from, asked.timezone), to: beginOf(plusDays(to, 1), asked.timezone) };
    return { ...asked, given: { from, to }, span };
  });

/** Ranges from any half hour to any other one. */
const ofTimes = fc
  .record({ timezone: zone, grain, compareTo: comparison, first: at, halves: fc.integer({ min: 1, max: 3_000 }) })
  .map(({ first, halves, ...asked }): Series => {
    const from = FIRST + first * HOUR_MS;
    const to = from + (asked.grain === 'HOUR' ? 1 + (halves % 150) : halves) * 30 * MINUTE_MS;
    return {
      ...asked,
      given: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      span: { from, to },
    };
  });

const ofPresets = fc
  .record({ timezone: zone, grain, compareTo: comparison, preset: fc.constantFrom(...RANGE_PRESETS) })
  .filter(({ grain, preset }) => grain !== 'HOUR' || /DAY|WEEK/.test(preset))
  .map((asked): Series => {
    const [first, end] = daysOfPreset(asked.preset, dayAt(NOW, asked.timezone));
    return { ...asked, span: { from: beginOf(first, asked.timezone), to: beginOf(end, asked.timezone) } };
  });

const QUESTION = `query Ask($query: SalesQuestion!) { salesMetrics(query: $query) {
  from to previousFrom previousTo totals previousTotals truncated
  rows { bucketStart bucketLabel partial previousBucketStart previousBucketLabel previousPartial unpaired metrics previous change } } }`;
const METRICS = ['ORDERS', 'CANCELLED_ORDERS', 'GROSS_REVENUE'];

interface Sold {
  readonly at: number;
  readonly counts: boolean;
  readonly price: number;
}

/** The metrics of sales. */
function figuresOf(sales: readonly Sold[]): number[] {
  const counted = sales.filter(({ counts }) => counts);
  return [counted.length, sales.length - counted.length, counted.reduce((sum, { price }) => sum + price, 0)];
}

/** The answer as it should be: the buckets by their names. */
function expected(sales: readonly Sold[], { grain, timezone, compareTo, preset, span }: Series) {
  const previous = comparedSpan(compareTo, { ...(preset ? { preset } : {}), grain, zone: timezone }, span);
  const within = ({ from, to }: Span) => sales.filter(({ at }) => at >= from && at < to);
  const [here, there] = [span, previous].map((range) => {
    const sold = within(range);
    return { sold, ...{ byName: Map.groupBy(sold, (sale) => nameAt(grain, sale.at, timezone)) } };
  });
  const isPart = (name: string | undefined, { from, to }: Span) =>
    name !== undefined &&
    ([from - 1, to].some((outside) => nameAt(grain, outside, timezone) === name) ||
      namesIn(grain, { from: Math.max(from, NOW), to }, timezone).has(name));
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    previousFrom: new Date(previous.from).toISOString(),
    previousTo: new Date(previous.to).toISOString(),
    totals: figuresOf(here?.sold ?? []),
    previousTotals: figuresOf(there?.sold ?? []),
    truncated: false,
    rows: plainSlots(grain, timezone, span, previous).map((slot: PlainSlot) => {
      const metrics = slot.current === undefined ? NOTHING : figuresOf(here?.byName.get(slot.current) ?? []);
      const before = slot.previous === undefined ? NOTHING : figuresOf(there?.byName.get(slot.previous) ?? []);
      return {
        current: slot.current ?? null,
        partial: isPart(slot.current, span),
        previousBucket: slot.previous ?? null,
        previousPartial: isPart(slot.previous, previous),
        unpaired: slot.current === undefined || slot.previous === undefined,
        metrics,
        previous: before,
        change: metrics.map((value, index) => changeOf(value, before[index] ?? null)),
      };
    }),
  };
}

const NOTHING = METRICS.map(() => null);

function changeOf(value: number | null, before: number | null): number | null {
  return value === null || before === null || before === 0 ? null : (value - before) / before;
}

/** A row of the answer, with the names of its buckets instead of their beginnings. */
function namedRow(
  { bucketStart, bucketLabel, previousBucketStart, previousBucketLabel, ...row }: Json,
  { grain, timezone }: Series,
) {
  const nameOf = (start: string | null) => (start === null ? null : nameAt(grain, Date.parse(start), timezone));
  const isLabeled = (start: string | null, label: string | null) => (start === null) === (label === null);
  expect([isLabeled(bucketStart, bucketLabel), isLabeled(previousBucketStart, previousBucketLabel)]).toEqual([
    true,
    true,
  ]);
  for (const start of [bucketStart, previousBucketStart]) {
    // It begins then, and not before.
    if (start !== null) expect(nameAt(grain, Date.parse(start) - 1, timezone)).not.toBe(nameOf(start));
  }
  return { current: nameOf(bucketStart), previousBucket: nameOf(previousBucketStart), ...row };
}

const sum = (rows: readonly Json[], of: 'metrics' | 'previous') =>
  METRICS.map((_, index) => rows.reduce((total, row) => total + (row[of][index] ?? 0), 0));

/** Few in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeRandomComparisons(): void {
  let app: TestApp;
  let analyst: Caller;
  const sold: Sold[] = [];

  beforeAll(async () => {
    app = await cleanTestApp(new Date(NOW));
    analyst = await app.as('ADMIN');
    const shop = await openShop(app);
    // A sequence without a pattern, the same in each run.
    const sales = Array.from({ length: SALES }, (_, n) => {
      const soldAt = FIRST + ((n * 2_654_435_761) % (4 * 365 * 24 * 60)) * MINUTE_MS;
      const status = STATUSES[n % STATUSES.length] ?? 'PAID';
      sold.push({ at: soldAt, counts: status !== 'CANCELLED', price: n });
      const facts = { status, unitPrice: n, device: n % 3, customer: n % 3 };
      return aSale(new Date(soldAt).toISOString(), { ...facts, channel: SALES_CHANNELS[n % 3] ?? 'DIRECT' });
    });
    await putSales(app, shop, sales);
  });
  afterAll(() => app.stop());

  it(`${ROUNDS} random series meet by the calendar, and their sums are their totals`, async () => {
    const unpaired = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(ofDays, ofTimes, ofPresets), async (asked) => {
        const { grain, timezone, compareTo, preset, given } = asked;
        const range = preset ? { preset } : given;
        const query = { metrics: METRICS, grain, timezone, compareTo, range, limit: 5_000 };
        const { body } = await analyst.gql(QUESTION, { query });
        if (body.errors) throw new Error(JSON.stringify(body.errors));
        const { rows, ...answer } = body.data.salesMetrics;
        expect({ ...answer, rows: rows.map((row: Json) => namedRow(row, asked)) }).toEqual(expected(sold, asked));
        expect([sum(rows, 'metrics'), sum(rows, 'previous')]).toEqual([answer.totals, answer.previousTotals]);
        if (rows.some((row: Json) => row.unpaired)) unpaired.add(grain);
      }),
      { numRuns: ROUNDS },
    );
    expect(unpaired.size).toBeGreaterThan(0);
  });
}
