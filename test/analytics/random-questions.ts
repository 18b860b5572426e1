import fc from 'fast-check';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { repetitions } from '../support/repetitions.ts';
import { comparedSpan, type PlainSlot, plainSlots } from './plain-comparison.ts';
import { bucketName, bucketNames, medianOf } from './plain-count.ts';
import { openShop, putSales, SALES_CHANNELS, type SaleRow, type Shop, STATUSES } from './sale-rows.ts';

/**
 * Random questions about random sales, compared with a count that knows nothing of the compiler: it reads all rows with one
 * plain SELECT and counts them in JavaScript.
 */

const ROUNDS = repetitions({ quick: 100, rare: 1_000 });
const MORE = 5;
const NOW = new Date('2026-11-21T10:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The clocks of St. John's go forward on 8 March 2026, those of Berlin on 29 March. */
const CENTERS = [Date.parse('2026-03-08T12:00:00Z'), Date.parse('2026-03-29T12:00:00Z')];
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Asia/Tashkent', 'UTC'];

const QUESTION = `query Ask($question: SalesQuestion!) {
  salesMetrics(query: $question) {
    currency from to previousFrom previousTo truncated rowCount totals previousTotals
    rows { bucketStart rest dimensions metrics previous change cumulative }
  }
}`;

/** What every row of `sale` is joined with, read once and counted by hand. */
const ROWS = `select s.*, c.region, d.model, d.activated_at, d.hardware_revision
  from sale s join customer c on c.id = s.customer_id join device d on d.id = s.device_id`;

type Row = Json;
type Figures = Readonly<Record<string, number | null>>;
type Values = readonly (string | null)[];

const DIMENSIONS: Readonly<Record<string, (row: Row) => string | null>> = {
  SALES_CHANNEL: (row) => row.sales_channel,
  STATUS: (row) => row.status,
  PAYMENT_STATUS: (row) => row.payment_status,
  CURRENCY: (row) => row.currency,
  CUSTOMER_REGION: (row) => row.region,
  DEVICE_MODEL: (row) => row.model,
};
/** The default currency of the settings. */
const USUAL = 'UZS';
const MONEY = [
  'CANCELLED_REVENUE',
  'GROSS_REVENUE',
  'DISCOUNT',
  'REVENUE',
  'REFUNDED',
  'NET_REVENUE',
  'AVERAGE_ORDER_VALUE',
  'REFUND_RATE',
];
const WHOLE = ['CUSTOMERS', 'MEDIAN_DAYS_TO_ACTIVATION', 'MEDIAN_DAYS_FROM_PREORDER'];
const METRICS = Object.keys(figuresOf([]));
/** What a metric follows from, where it can be 0 though there is something: without `fill`, such rows are shown. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  REVENUE: ['GROSS_REVENUE', 'DISCOUNT'],
  NET_REVENUE: ['GROSS_REVENUE', 'DISCOUNT', 'REFUNDED'],
  AVERAGE_ORDER_VALUE: ['GROSS_REVENUE', 'DISCOUNT', 'ORDERS'],
  REFUND_RATE: ['GROSS_REVENUE', 'DISCOUNT', 'REFUNDED'],
  RETURN_RATE: ['RETURNS', 'ORDERS'],
};
/** Those with exact values: where ties are decided, no rounding may decide. */
const EXACT = METRICS.filter((name) => !name.startsWith('MEDIAN'));
const SUMMED = METRICS.filter((name) => !WHOLE.includes(name));

/** Every metric of some rows. @param money the only currency whose rows metrics of money count; null for all */
function figuresOf(rows: readonly Row[], money: string | null = null): Figures {
  const all = figuresOfAll(rows);
  if (money === null) return all;
  const ofMoney = figuresOfAll(rows.filter(({ currency }) => currency === money));
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, MONEY.includes(name) ? (ofMoney[name] ?? null) : value]),
  );
}

function figuresOfAll(rows: readonly Row[]): Figures {
  const counted = rows.filter(({ status }) => status !== 'CANCELLED');
  const sum = (name: string) => counted.reduce((total, row) => total + Number(row[name]), 0);
  const [gross, discount, refunded] = [sum('unit_price'), sum('discount'), sum('refunded_total')];
  const revenue = gross - discount;
  const returned = counted.filter((row) => row.device_released_at !== null).length;
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  return {
    ORDERS: counted.length,
    UNITS: counted.length,
    CANCELLED_ORDERS: rows.length - counted.length,
    CANCELLED_REVENUE: rows.reduce((total, row) => total + (row.status === 'CANCELLED' ? Number(row.total) : 0), 0),
    GROSS_REVENUE: gross,
    DISCOUNT: discount,
    REVENUE: revenue,
    REFUNDED: refunded,
    NET_REVENUE: revenue - refunded,
    AVERAGE_ORDER_VALUE: counted.length === 0 ? null : Math.round(revenue / counted.length),
    REFUND_RATE: share(refunded, revenue),
    RETURNS: returned,
    RETURN_RATE: share(returned, counted.length),
    CUSTOMERS: new Set(counted.map((row) => row.customer_id)).size,
    // No sale here came from a preorder; test/analytics/example-questions.test.ts has some that did.
    FROM_PREORDERS: 0,
    MEDIAN_DAYS_FROM_PREORDER: null,
    MEDIAN_DAYS_TO_ACTIVATION: medianOf(
      counted.flatMap(({ device_released_at, activated_at, sold_at }) =>
        device_released_at === null && activated_at && activated_at >= sold_at
          ? [(activated_at - sold_at) / DAY_MS]
          : [],
      ),
    ),
  };
}

/** A filter of the API, and the same by hand. */
interface Filter {
  readonly filter: object;
  readonly matches: (row: Row) => boolean;
}

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.subarray([...SALES_CHANNELS], { minLength: 1 }).map(
    (channels): Filter => ({
      filter: { salesChannel: { in: channels } },
      matches: (row) => channels.includes(row.sales_channel),
    }),
  ),
  fc.integer({ min: 0, max: 100 }).map(
    (bound): Filter => ({
      filter: { unitPrice: { gte: bound } },
      matches: (row) => Number(row.unit_price) >= bound,
    }),
  ),
  fc.constantFrom('LAMP1', 'LAMP2').map(
    (model): Filter => ({
      filter: { device: { model: { eq: model } } },
      matches: (row) => row.model === model,
    }),
  ),
  fc.constantFrom('Tashkent', `'; drop table sale; --`).map(
    (region): Filter => ({
      filter: { customer: { region: { eq: region } } },
      matches: (row) => row.region === region,
    }),
  ),
);
const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  leaf,
  leaf.map(({ filter, matches }) => ({ filter: { not: filter }, matches: (row: Row) => !matches(row) })),
  fc.tuple(leaf, leaf).map(([one, other]) => ({
    filter: { or: [one.filter, other.filter] },
    matches: (row: Row) => one.matches(row) || other.matches(row),
  })),
);

const sale = fc.record({
  center: fc.constantFrom(...CENTERS),
  aside: fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
  yearBefore: fc.boolean(),
  currency: fc.constantFrom('UZS', 'UZS', 'USD'),
  unitPrice: fc.integer({ min: 0, max: 100 }),
  discounted: fc.constantFrom(0, 0.5, 1),
  status: fc.constantFrom(...STATUSES),
  channel: fc.constantFrom(...SALES_CHANNELS),
  device: fc.nat(2),
  customer: fc.nat(2),
  keeps: fc.boolean(),
});

const predicate = fc.record(
  {
    metric: fc.constantFrom(...EXACT),
    gte: fc.integer({ min: -1, max: 60 }),
    gt: fc.integer({ min: -1, max: 3 }),
    lte: fc.integer({ min: 0, max: 300 }),
    lt: fc.double({ min: 0, max: 300, noNaN: true }),
  },
  { requiredKeys: ['metric'] },
);
const direction = fc.constantFrom('ASC', 'DESC');

const question = fc
  .record({
    metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 5 }),
    dimensions: fc.uniqueArray(fc.constantFrom(...Object.keys(DIMENSIONS)), { maxLength: 3 }),
    grain: fc.constantFrom('HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', undefined),
    hasRange: fc.boolean(),
    center: fc.constantFrom(...CENTERS),
    fromHour: fc.integer({ min: -60, max: 20 }),
    hours: fc.integer({ min: 1, max: 70 }),
    timezone: fc.constantFrom(...ZONES),
    currency: fc.constantFrom(undefined, undefined, 'UZS', 'USD', 'EUR'),
    filter: fc.option(anyFilter, { nil: undefined }),
    having: fc.array(predicate, { maxLength: 2 }),
    orders: fc.array(fc.record({ by: fc.constantFrom('METRIC', 'DIMENSION', 'TIME'), at: fc.nat(20), direction }), {
      maxLength: 2,
    }),
    top: fc.option(
      fc.record(
        { count: fc.integer({ min: 1, max: 3 }), by: fc.constantFrom(...EXACT), direction, rest: fc.boolean() },
        { requiredKeys: ['count', 'by'] },
      ),
      { nil: undefined },
    ),
    compareTo: fc.constantFrom(undefined, 'PREVIOUS_PERIOD', 'PREVIOUS_YEAR'),
    cumulative: fc.uniqueArray(fc.constantFrom(...SUMMED), { maxLength: 2 }),
    fill: fc.constantFrom(undefined, 'ZERO', 'NONE'),
    limit: fc.constantFrom(3, 1_000, 1_000, 1_000),
  })
  .map(({ hasRange, center, fromHour, hours, orders, top, cumulative, filter, having, compareTo, ...asked }) => {
    const from = center + fromHour * HOUR_MS;
    const ranged = hasRange || asked.grain !== undefined;
    const keys = orders.flatMap(({ by, at, direction }): Key[] => {
      if (by === 'METRIC') return [{ metric: EXACT[at % EXACT.length], direction }];
      if (by === 'TIME') return asked.grain ? [{ time: true, direction }] : [];
      const { dimensions } = asked;
      return dimensions.length > 0 ? [{ dimension: dimensions[at % dimensions.length], direction }] : [];
    });
    const range = { from: new Date(from).toISOString(), to: new Date(from + hours * HOUR_MS).toISOString() };
    return {
      matches: filter?.matches ?? (() => true),
      asked: {
        ...asked,
        range: ranged ? range : undefined,
        compareTo: ranged ? compareTo : undefined,
        filter: filter?.filter,
        having,
        orderBy: keys,
        top: asked.dimensions.length > 0 ? top : undefined,
        cumulative: asked.grain ? cumulative : undefined,
      } as Asked,
    };
  });

/** A question as it is sent. */
interface Asked {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly grain?: string;
  readonly range?: { readonly from: string; readonly to: string };
  readonly timezone: string;
  readonly currency?: string;
  readonly having: readonly Predicate[];
  readonly orderBy: readonly Key[];
  readonly top?: { readonly count: number; readonly by: string; readonly direction?: string; readonly rest?: boolean };
  readonly compareTo?: string;
  readonly cumulative?: readonly string[];
  readonly fill?: string;
  readonly limit: number;
}
interface Predicate {
  readonly metric: string;
  readonly gte?: number;
  readonly gt?: number;
  readonly lte?: number;
  readonly lt?: number;
}
interface Key {
  readonly metric?: string;
  readonly dimension?: string;
  readonly time?: true;
  readonly direction: string;
}

/** A row of the answer as it is counted by hand. */
interface Cell {
  /** Which slot of the series. */
  readonly bucket: number;
  readonly rest: boolean;
  readonly values: Values;
  readonly current: readonly Row[];
  readonly previous: readonly Row[];
}

/** The answer, counted by hand. @param compared the earlier range, which tests of its own check */
function answer(all: readonly Row[], asked: Asked, matches: (row: Row) => boolean, compared?: readonly [Date, Date]) {
  const { metrics, dimensions, grain, range, timezone, having, top, cumulative = [], limit } = asked;
  const named = [
    ...metrics,
    ...having.map(({ metric }) => metric),
    ...asked.orderBy.flatMap(({ metric }) => metric ?? []),
    ...(top ? [top.by] : []),
    ...cumulative,
  ];
  const isMoney = named.some((name) => MONEY.includes(name));
  const isOpen = asked.currency === undefined && isMoney && !dimensions.includes('CURRENCY');
  // Where nothing but money is asked for, only rows of its currency make a row of the answer.
  const only = isOpen && named.every((name) => MONEY.includes(name)) ? USUAL : (asked.currency ?? null);
  const money = isOpen ? USUAL : null;
  const currency = asked.currency ?? money;
  const within = (from: Date, to: Date) => (row: Row) => row.sold_at >= from && row.sold_at < to;
  const counted = all.filter((row) => (only === null || row.currency === only) && matches(row));
  const [from, to] = [new Date(range?.from ?? 0), new Date(range?.to ?? 0)];
  const current = range ? counted.filter(within(from, to)) : counted;
  const previous = compared ? counted.filter(within(...compared)) : [];

  const valuesOf = (row: Row): Values => dimensions.map((name) => DIMENSIONS[name]?.(row) ?? null);
  const chosen = top && chosenOf(current, valuesOf, top, having, money);
  const keyOf = (row: Row) => {
    const key = JSON.stringify(valuesOf(row));
    return !chosen || chosen.includes(key) ? key : 'rest';
  };
  const isShown = (row: Row) => keyOf(row) !== 'rest' || top?.rest !== false;
  const span = { from: from.getTime(), to: to.getTime() };
  const apart = asked.compareTo ? comparedSpan(asked.compareTo, { grain, zone: timezone }, span).apart : undefined;
  const slots = slotsOf();
  const place = (rows: readonly Row[]) =>
    Map.groupBy(
      rows.filter(isShown),
      (row) => `${grain ? bucketName(grain, row.sold_at, timezone) : ''} ${keyOf(row)}`,
    );
  const [here, before] = [place(current), place(previous)];
  const found = [...new Set([...current, ...previous].filter(isShown).map(keyOf))];
  const keys = dimensions.length > 0 ? found : ['[]'];
  const isFilled = grain !== undefined && asked.fill !== 'NONE';
  const isWhole = grain === undefined && dimensions.length === 0;
  const cells = slots.flatMap((slot, bucket) =>
    keys.flatMap((key): Cell[] => {
      const [own, other] = [here.get(`${slot.current} ${key}`), before.get(`${slot.previous} ${key}`)];
      if (!own && !other && !isFilled && !isWhole) return [];
      const rest = key === 'rest';
      const values: Values = rest ? dimensions.map(() => null) : JSON.parse(key);
      return [{ bucket, rest, values, current: own ?? [], previous: other ?? [] }];
    }),
  );
  const shown = cells
    .filter(({ current }) => top !== undefined || satisfies(figuresOf(current, money), having))
    .filter(
      (cell) =>
        asked.fill !== 'NONE' ||
        isWhole ||
        hasSomething([cell.current, cell.previous], metrics, money) ||
        hasSomething([upTo(cell)], cumulative, money),
    )
    .toSorted(orderOf(asked, money));
  const mixed = (name: string, rest: boolean) => rest && currency === null && MONEY.includes(name);
  const pick = (names: readonly string[], figures: Figures, rest: boolean) =>
    names.map((name) => (mixed(name, rest) ? null : (figures[name] ?? null)));
  return {
    currency,
    truncated: shown.length > limit,
    rowCount: shown.length,
    totals: pick(metrics, figuresOf(current, money), true).map(rounded),
    previousTotals: compared ? pick(metrics, figuresOf(previous, money), true).map(rounded) : null,
    rows: shown.slice(0, limit).map((cell) => {
      const { bucket, rest, values, current, previous } = cell;
      const slot = slots[bucket];
      const none = metrics.map(() => null);
      const now = slot?.current === undefined ? none : pick(metrics, figuresOf(current, money), rest);
      const then = slot?.previous === undefined ? none : pick(metrics, figuresOf(previous, money), rest);
      return {
        bucket: slot?.current ?? null,
        rest,
        dimensions: values,
        metrics: now.map(rounded),
        previous: compared ? then.map(rounded) : null,
        change: compared ? now.map((value, at) => changeOf(value, then[at] ?? null)) : null,
        cumulative: cumulative.length > 0 ? pick(cumulative, figuresOf(upTo(cell), money), rest).map(rounded) : null,
      };
    }),
  };

  /** The rows of a combination from the first bucket up to that of a cell. */
  function upTo({ bucket, rest, values }: Cell): readonly Row[] {
    return cells
      .filter((cell) => cell.bucket <= bucket && cell.rest === rest && String(cell.values) === String(values))
      .flatMap(({ current }) => current);
  }

  /** Without a grain, one for everything. */
  function slotsOf(): readonly PlainSlot[] {
    if (!grain) return [{ current: '', previous: '' }];
    if (!compared || !apart) return bucketNames(grain, from, to, timezone).map((name) => ({ current: name }));
    const [first, end] = compared;
    return plainSlots(grain, timezone, span, { from: first.getTime(), to: end.getTime(), apart });
  }
}

/** Whether there is anything of which the metrics are made. */
function hasSomething(groups: readonly (readonly Row[])[], metrics: readonly string[], money: string | null): boolean {
  return groups.some((rows) =>
    metrics.some((name) => {
      const ofMoney = MONEY.includes(name) && money !== null;
      const figures = figuresOf(ofMoney ? rows.filter(({ currency }) => currency === money) : rows);
      const parts = PARTS[name] ?? [name];
      return parts.some((part) => figures[part] !== null && (part.startsWith('MEDIAN') || figures[part] !== 0));
    }),
  );
}

function changeOf(value: number | null, before: number | null): number | null {
  if (value === null || before === null || before === 0) return null;
  return rounded((value - before) / Math.abs(before));
}

/** The keys of the combinations that come first. */
function chosenOf(
  current: readonly Row[],
  valuesOf: (row: Row) => Values,
  { count, by, direction = 'DESC' }: NonNullable<Asked['top']>,
  having: readonly Predicate[],
  money: string | null,
): string[] {
  const groups = [...Map.groupBy(current, (row) => JSON.stringify(valuesOf(row)))].map(([key, rows]) => ({
    key,
    values: JSON.parse(key) as Values,
    figures: figuresOf(rows, money),
  }));
  return groups
    .filter(({ figures }) => satisfies(figures, having))
    .toSorted(
      (one, other) =>
        compared(one.figures[by] ?? null, other.figures[by] ?? null, direction) ||
        comparedAll(one.values, other.values),
    )
    .slice(0, count)
    .map(({ key }) => key);
}

function satisfies(figures: Figures, having: readonly Predicate[]): boolean {
  return having.every(({ metric, gte, gt, lte, lt }) => {
    const value = figures[metric] ?? null;
    const bounds = [gte, gt, lte, lt].filter((bound) => bound !== undefined);
    if (value === null) return bounds.length === 0;
    return (
      (gte === undefined || value >= gte) &&
      (gt === undefined || value > gt) &&
      (lte === undefined || value <= lte) &&
      (lt === undefined || value < lt)
    );
  });
}

/** As the schema says: what was asked, else time and the metric of `top`; then time, the rest last, the dimensions. */
function orderOf({ orderBy, top, dimensions }: Asked, money: string | null) {
  const byTop: Key[] = top
    ? [
        { time: true, direction: 'ASC' },
        { metric: top.by, direction: top.direction ?? 'DESC' },
      ]
    : [];
  const keys = orderBy.length > 0 ? orderBy : byTop;
  const figures = new Map<Cell, Figures>();
  const of = (cell: Cell, metric: string) => {
    const known = figures.get(cell) ?? figuresOf(cell.current, money);
    figures.set(cell, known);
    return known[metric] ?? null;
  };
  return (one: Cell, other: Cell): number => {
    for (const { metric, dimension, time, direction } of keys) {
      const rest = time ? 0 : Number(one.rest) - Number(other.rest);
      if (rest !== 0) return rest;
      const at = dimensions.indexOf(dimension ?? '');
      const keyOf = (cell: Cell) => {
        if (time) return cell.bucket;
        return metric === undefined ? (cell.values[at] ?? null) : of(cell, metric);
      };
      const order = compared(keyOf(one), keyOf(other), direction);
      if (order !== 0) return order;
    }
    return one.bucket - other.bucket || Number(one.rest) - Number(other.rest) || comparedAll(one.values, other.values);
  };
}

function comparedAll(ones: Values, others: Values): number {
  for (const [at, one] of ones.entries()) {
    const order = compared(one, others[at] ?? null, 'ASC');
    if (order !== 0) return order;
  }
  return 0;
}

/** Null comes last in both directions. */
function compared<Value extends string | number>(one: Value | null, other: Value | null, direction: string): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (one === other) return 0;
  return (one < other ? -1 : 1) * (direction === 'DESC' ? -1 : 1);
}

/** To nine digits: PostgreSQL divides microseconds as decimal numbers. */
function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(9)) + 0;
}

/** Sales of the shop: at most one of each device keeps it. */
function salesOf(made: readonly (typeof sale extends fc.Arbitrary<infer Made> ? Made : never)[]): SaleRow[] {
  const kept = new Set<number>();
  return made.map(({ center, aside, yearBefore, discounted, keeps, ...facts }) => {
    const soldAt = new Date(center + aside - (yearBefore ? 365 * DAY_MS : 0));
    const discount = Math.floor(facts.unitPrice * discounted);
    const total = facts.unitPrice - discount;
    const refunded = { REFUNDED: total, PAID: Math.floor(total / 3) }[facts.status as string] ?? 0;
    const isKept = keeps && facts.status !== 'CANCELLED' && !kept.has(facts.device);
    if (isKept) kept.add(facts.device);
    return { ...facts, soldAt, discount, refunded, keeps: isKept };
  });
}

/** Random questions about random sales: few in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeRandomQuestions(): void {
  let app: TestApp;
  let analyst: Caller;
  let shop: Shop;

  beforeAll(async () => {
    app = await cleanTestApp(NOW);
    analyst = await app.as('ADMIN');
    shop = await openShop(app);
    const [first, second] = shop.devices;
    await app.sql('update device set activated_at = $2 where id = $1', [first?.id, new Date('2026-04-10T06:30:00Z')]);
    await app.sql('update device set activated_at = $2 where id = $1', [second?.id, new Date('2026-03-29T12:00:00Z')]);
  });
  afterAll(() => app.stop());

  it('the random questions count by every metric that there is', () => {
    const named = Object.keys(salesQuestions.metrics).map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase());
    const missing = named.filter((name) => !METRICS.includes(name));
    expect(missing.map((name) => `${name}: count it in figuresOf (test/analytics/random-questions.ts)`)).toEqual([]);
    expect(METRICS.filter((name) => !named.includes(name))).toEqual([]);
  });

  it(`${ROUNDS} random questions equal what is counted by hand`, async () => {
    const met = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.array(sale, { maxLength: 40, size: 'max' }),
      question,
      async (made, { asked, matches }) => {
        await putSales(app, shop, salesOf(made));
        const all = await app.sql(ROWS);
        const { body } = await analyst.gql(QUESTION, { question: asked });
        if (body.errors) throw new Error(JSON.stringify(body.errors));
        const { from, to, previousFrom, previousTo, ...table } = body.data.salesMetrics;
        expect([from, to]).toEqual([asked.range?.from ?? null, asked.range?.to ?? null]);
        const compared = previousFrom && ([new Date(previousFrom), new Date(previousTo)] as const);
        expect({
          ...table,
          totals: table.totals.map(rounded),
          previousTotals: table.previousTotals?.map(rounded) ?? null,
          rows: table.rows.map(({ bucketStart, ...row }: Json) => ({
            ...row,
            bucket: nameOf(bucketStart, asked),
            metrics: row.metrics.map(rounded),
            previous: row.previous?.map(rounded) ?? null,
            change: row.change?.map(rounded) ?? null,
            cumulative: row.cumulative?.map(rounded) ?? null,
          })),
        }).toEqual(answer(all, asked, matches, compared || undefined));
        for (const part of featuresOf(asked, table.rows.length)) met.set(part, (met.get(part) ?? 0) + 1);
      },
    );
    const everything = ['rows', 'top', 'rest of whole values', 'compareTo', 'cumulative', 'fill', 'having', 'order'];
    const unmet = () => everything.filter((part) => !met.has(part));
    await fc.assert(property, { numRuns: ROUNDS });
    // Chance may leave out a rare part of questions, hardly several times.
    for (let more = 0; more < MORE && unmet().length > 0; more += 1) await fc.assert(property, { numRuns: ROUNDS });
    expect(unmet()).toEqual([]);
  });
}

/** The name of a bucket by its beginning; null for one that only the comparison range has. */
function nameOf(start: string | null, { grain, timezone }: Asked): string | null {
  if (!grain) return '';
  return start === null ? null : bucketName(grain, new Date(start), timezone);
}

/** What a question that had rows made use of, so that the property is not true of nothing. */
function featuresOf(
  { top, compareTo, cumulative, grain, having, orderBy, metrics, fill }: Asked,
  rows: number,
): string[] {
  if (rows === 0) return [];
  const found: Readonly<Record<string, unknown>> = {
    rows: true,
    top,
    'rest of whole values': top && top.rest !== false && grain && metrics.some((name) => WHOLE.includes(name)),
    compareTo,
    cumulative: cumulative?.length,
    fill: grain && fill !== 'NONE',
    having: having.length,
    order: orderBy.length,
  };
  return Object.keys(found).filter((name) => found[name]);
}
