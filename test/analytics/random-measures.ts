import fc from 'fast-check';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { repetitions } from '../support/repetitions.ts';
import { bucketName, bucketNames, percentileOf } from './plain-count.ts';
import { openShop, putSales, SALES_CHANNELS, type Shop, STATUSES } from './sale-rows.ts';

/**
 * Random measures, formulas, derived dimensions and entities of random sales, compared with a count that knows nothing of the compiler:
 * it reads all rows with one plain SELECT and counts them in JavaScript.
 */

const ROUNDS = repetitions({ quick: 40, rare: 5_000 });
const NOW = new Date('2026-11-21T10:00:00Z');
const DAY_MS = 86_400_000;
/** The clocks of Berlin go forward on 29 March 2026. */
const CENTER = Date.parse('2026-03-29T00:30:00Z');
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Asia/Tashkent', 'UTC'];
const USUAL = 'UZS';

type Row = Json;
type Value = number | null;
type Group = readonly Row[];

/** A part of a question, and the same by hand. */
interface Part<By> {
  readonly asked: Json;
  readonly by: By;
}

const sale = fc.record({
  soldAt: fc.integer({ min: -40, max: 40 }).map((steps) => new Date(CENTER + steps * DAY_MS * 0.6 + steps * 1000)),
  currency: fc.constantFrom('UZS', 'UZS', 'USD'),
  unitPrice: fc.integer({ min: 0, max: 40 }),
  discounted: fc.constantFrom(0, 0.25, 0.5, 1),
  status: fc.constantFrom(...STATUSES),
  channel: fc.constantFrom(...SALES_CHANNELS.slice(0, 2)),
  device: fc.nat(2),
  customer: fc.nat(2),
});

const NUMBERS: Readonly<Record<string, string>> = { UNIT_PRICE: 'unit_price', DISCOUNT: 'discount', TOTAL: 'total' };
const TIMES: Readonly<Record<string, (row: Row) => Date | null>> = {
  SOLD_AT: (row) => row.sold_at,
  CUSTOMER_FIRST_SOLD_AT: (row) => row.first_at,
  CUSTOMER_PREVIOUS_SOLD_AT: (row) => row.previous_at,
  DEVICE_ACTIVATED_AT: (row) => row.activated_at,
  NOW: () => NOW,
};
const UNITS: Readonly<Record<string, number>> = { MINUTES: 60_000, HOURS: 3_600_000, DAYS: DAY_MS };
const number = fc.constantFrom(...Object.keys(NUMBERS));

interface ByValue {
  readonly of: (row: Row) => Value;
  readonly isMoney: boolean;
  readonly isWhole: boolean;
}
const numberIn = (name: string) => (row: Row) => Number(row[NUMBERS[name] ?? '']);

const value: fc.Arbitrary<Part<ByValue>> = fc.oneof(
  number.map((name) => ({ asked: { number: name }, by: { of: numberIn(name), isMoney: true, isWhole: true } })),
  fc.tuple(number, number).map(([name, minus]) => ({
    asked: { number: name, minus },
    by: { of: (row: Row) => numberIn(name)(row) - numberIn(minus)(row), isMoney: true, isWhole: true },
  })),
  fc.tuple(number, number).map(([name, dividedBy]) => ({
    asked: { number: name, dividedBy },
    by: {
      of: (row: Row) => (numberIn(dividedBy)(row) === 0 ? null : numberIn(name)(row) / numberIn(dividedBy)(row)),
      isMoney: false,
      isWhole: false,
    },
  })),
  fc.constantFrom(['CUSTOMER_SALE_NUMBER', 'number_of'], ['CUSTOMER_SALES', 'sales_of']).map(([name, column = '']) => ({
    asked: { number: name },
    by: { of: (row: Row) => (row[column] === null ? null : Number(row[column])), isMoney: false, isWhole: true },
  })),
  fc
    .tuple(
      fc.constantFrom(...Object.keys(TIMES)),
      fc.constantFrom(...Object.keys(TIMES)),
      fc.constantFrom(...Object.keys(UNITS)),
    )
    .map(([from, to, unit]) => ({
      asked: { from, to, unit },
      by: {
        of: (row: Row) => {
          const [start, end] = [TIMES[from]?.(row), TIMES[to]?.(row)];
          return start && end ? (end.getTime() - start.getTime()) / (UNITS[unit] ?? 1) : null;
        },
        isMoney: false,
        isWhole: false,
      },
    })),
);

const DIMENSIONS: Readonly<Record<string, (row: Row) => string | null>> = {
  SALES_CHANNEL: (row) => row.sales_channel,
  CUSTOMER_REGION: (row) => row.region,
  DEVICE_MODEL: (row) => row.model,
  CUSTOMER: (row) => row.customer_id,
};
const dimension = fc.constantFrom(...Object.keys(DIMENSIONS));

const condition: fc.Arbitrary<Part<(row: Row) => boolean>> = fc.oneof(
  fc
    .tuple(value, fc.integer({ min: -5, max: 30 }), fc.constantFrom('gte', 'gt', 'lte', 'lt', 'eq'))
    .map(([of, bound, operator]) => ({
      asked: { ...of.asked, [operator]: bound },
      by: (row: Row) => {
        const found = of.by.of(row);
        return found !== null && compares(found, operator, bound);
      },
    })),
  fc.tuple(fc.subarray(['Tashkent', 'Samarkand'], { minLength: 1 }), fc.boolean()).map(([regions, orNone]) => ({
    asked: { dimension: 'CUSTOMER_REGION', in: regions, orNone },
    by: (row: Row) => (row.region === null ? orNone : regions.includes(row.region)),
  })),
);

function compares(value: number, operator: string, bound: number): boolean {
  if (operator === 'eq') return value === bound;
  if (operator === 'gte') return value >= bound;
  if (operator === 'gt') return value > bound;
  return operator === 'lte' ? value <= bound : value < bound;
}

/** Of the sale itself, and across its edges. */
const filter: fc.Arbitrary<Part<(row: Row) => boolean>> = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((least) => ({
    asked: { unitPrice: { gte: least } },
    by: (row: Row) => Number(row.unit_price) >= least,
  })),
  fc.tuple(fc.constantFrom('LAMP1', 'LAMP2'), fc.boolean()).map(([model, isNot]) => ({
    asked: isNot ? { not: { device: { model: { eq: model } } } } : { device: { model: { eq: model } } },
    by: (row: Row) => (row.model === model) !== isNot,
  })),
  fc.tuple(fc.constantFrom('Tashkent', 'Samarkand'), fc.integer({ min: 0, max: 40 })).map(([region, least]) => ({
    asked: { customer: { region: { eq: region } }, unitPrice: { gte: least } },
    by: (row: Row) => row.region === region && Number(row.unit_price) >= least,
  })),
);

interface ByMeasure {
  readonly of: (rows: Group) => Value;
  readonly isMoney: boolean;
}
const KINDS = ['sum', 'avg', 'min', 'max', 'median', 'percentile'] as const;

/** What an aggregate of some values is. */
function aggregated(kind: string, values: readonly number[], { isMoney, isWhole }: ByValue, at: number): Value {
  const sum = values.reduce((total, each) => total + each, 0);
  if (kind === 'sum') return values.length === 0 && !isWhole ? null : sum;
  if (values.length === 0) return null;
  if (kind === 'min') return Math.min(...values);
  if (kind === 'max') return Math.max(...values);
  const found = kind === 'avg' ? sum / values.length : (percentileOf(values, kind === 'median' ? 0.5 : at) ?? 0);
  return isMoney ? Math.sign(found) * Math.round(Math.abs(found)) : found;
}

const isCounted = (row: Row) => row.status !== 'CANCELLED';

const measure: fc.Arbitrary<Part<ByMeasure>> = fc
  .record({
    kind: fc.constantFrom(...KINDS, 'count', 'distinct', 'metric'),
    of: value,
    at: fc.constantFrom(0, 0.25, 0.9, 1),
    dimension,
    where: fc.array(condition, { maxLength: 2 }),
    filter: fc.option(filter, { nil: undefined }),
    all: fc.constantFrom(undefined, true, false),
  })
  .map(({ kind, of, at, dimension, where, filter, all }) => {
    const conditions = {
      ...(where.length > 0 ? { where: where.map(({ asked }) => asked) } : {}),
      ...(filter ? { filter: filter.asked } : {}),
      ...(all === undefined ? {} : { all }),
    };
    const matches = (row: Row) =>
      where.every(({ by }) => by(row)) &&
      (!filter || filter.by(row)) &&
      (isCounted(row) || (all === true && kind !== 'metric'));
    const only = (rows: Group) => rows.filter(matches);
    if (kind === 'count') return { asked: conditions, by: { of: (rows: Group) => only(rows).length, isMoney: false } };
    if (kind === 'metric') {
      const revenue = (rows: Group) => only(rows).reduce((sum, row) => sum + Number(row.total), 0);
      return { asked: { ...conditions, metric: 'REVENUE' }, by: { of: revenue, isMoney: true } };
    }
    if (kind === 'distinct') {
      const different = (rows: Group) => new Set(only(rows).flatMap((row) => DIMENSIONS[dimension]?.(row) ?? [])).size;
      return { asked: { ...conditions, distinct: dimension }, by: { of: different, isMoney: false } };
    }
    const asked = { ...conditions, [kind]: kind === 'percentile' ? { ...of.asked, at } : of.asked };
    const values = (rows: Group) => only(rows).flatMap((row) => of.by.of(row) ?? []);
    return { asked, by: { of: (rows: Group) => aggregated(kind, values(rows), of.by, at), isMoney: of.by.isMoney } };
  });

type ByDimension = (row: Row, zone: string) => string | null;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** The local time of a moment, as the platform formats it. */
function local(moment: Date, zone: string) {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    hour: 'numeric',
  }).formatToParts(moment);
  const of = (type: string) => shown.find((part) => part.type === type)?.value ?? '';
  return {
    hour: Number(of('hour')),
    weekday: WEEKDAYS.indexOf(of('weekday')) || 7,
    months: Number(of('year')) * 12 + Number(of('month')),
  };
}

const derived: fc.Arbitrary<Part<ByDimension>> = fc.oneof(
  fc.tuple(value, fc.constantFrom(0.25, 2, 10)).map(([of, width]) => ({
    asked: { value: of.asked, width },
    by: (row: Row) => {
      const found = of.by.of(row);
      return found === null ? null : String(Math.floor(found / width) * width + 0);
    },
  })),
  fc.tuple(value, fc.constantFrom([3], [0, 5, 20])).map(([of, bounds]) => ({
    asked: { value: of.asked, bounds },
    by: (row: Row) => {
      const found = of.by.of(row);
      return found === null ? null : String(bounds.findLast((bound) => bound <= found) ?? '-Infinity');
    },
  })),
  fc.constantFrom('SOLD_AT', 'CUSTOMER_FIRST_SOLD_AT').chain((time) =>
    fc.constantFrom('HOUR', 'WEEKDAY', 'DAY', 'MONTH', 'YEAR', 'QUARTER').map((part) => ({
      asked: { time, part },
      by: (row: Row, zone: string) => {
        const moment = TIMES[time]?.(row);
        if (!moment) return null;
        const { hour, weekday } = local(moment, zone);
        if (part === 'HOUR') return String(hour);
        return part === 'WEEKDAY' ? String(weekday) : bucketName(part, moment, zone).replace(' ', '-Q');
      },
    })),
  ),
  fc.constant({
    asked: { time: 'SOLD_AT', part: 'MONTH', since: 'CUSTOMER_FIRST_SOLD_AT' },
    by: (row: Row, zone: string) =>
      row.first_at === null ? null : String(local(row.sold_at, zone).months - local(row.first_at, zone).months),
  }),
);

const OPERATIONS: Readonly<Record<string, (one: number, other: number) => Value>> = {
  add: (one, other) => one + other,
  subtract: (one, other) => one - other,
  multiply: (one, other) => one * other,
  divide: (one, other) => (other === 0 ? null : one / other),
};

const question = fc.record({
  measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
  operation: fc.option(fc.constantFrom(...Object.keys(OPERATIONS)), { nil: undefined }),
  withShare: fc.boolean(),
  dimensions: fc.uniqueArray(dimension, { maxLength: 1 }),
  derived: fc.array(derived, { maxLength: 2 }),
  where: fc.array(condition, { maxLength: 1 }),
  timezone: fc.constantFrom(...ZONES),
  having: fc.option(
    fc.record({ relativeTo: fc.constantFrom('TOTAL', 'AVERAGE', undefined), gt: fc.constantFrom(0, 0.5, 1) }),
    {
      nil: undefined,
    },
  ),
});
type Asked = typeof question extends fc.Arbitrary<infer One> ? One : never;

/** To nine digits: PostgreSQL divides some of them as decimal numbers. */
function rounded(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(rounded);
  return typeof found === 'number' ? Number(found.toPrecision(9)) + 0 : (found ?? null);
}

/** Named figures of some rows, those of money of the usual currency. */
function figuresOf({ measures, operation, withShare }: Asked, rows: Group, total: Group): Value[] {
  const usual = rows.filter(({ currency }) => currency === USUAL);
  const ofMeasures = measures.map(({ by }) => by.of(by.isMoney ? usual : rows));
  const [first, last] = [measures[0], measures.at(-1)];
  if (!first || !last) return ofMeasures;
  const isMoney = first.by.isMoney || last.by.isMoney;
  const [one, other] = [first.by.of(isMoney ? usual : rows), last.by.of(isMoney ? usual : rows)];
  const formula = operation
    ? [one === null || other === null ? null : (OPERATIONS[operation]?.(one, other) ?? null)]
    : [];
  const whole = first.by.of(first.by.isMoney ? total.filter(({ currency }) => currency === USUAL) : total);
  const own = ofMeasures[0] ?? null;
  const share = withShare ? [own === null || whole === null || whole === 0 ? null : own / whole] : [];
  return [...ofMeasures, ...formula, ...share];
}

function answerOf(all: readonly Row[], asked: Asked) {
  const { measures, dimensions, derived, timezone, where, having } = asked;
  const matching = all.filter((row) => where.every(({ by }) => by(row)));
  const rows = measures.every(({ by }) => by.isMoney)
    ? matching.filter(({ currency }) => currency === USUAL)
    : matching;
  const keyOf = (row: Row) =>
    JSON.stringify([
      ...dimensions.map((name) => DIMENSIONS[name]?.(row) ?? null),
      ...derived.map(({ by }) => by(row, timezone)),
    ]);
  const groups = dimensions.length + derived.length === 0 ? new Map([['[]', rows]]) : Map.groupBy(rows, keyOf);
  const found = [...groups].map(([key, group]) => ({
    dimensions: JSON.parse(key),
    metrics: figuresOf(asked, group, rows),
  }));
  const totals = figuresOf(asked, rows, rows);
  const firsts = found.flatMap(({ metrics: [first] }) => first ?? []);
  const units = {
    TOTAL: totals[0] ?? null,
    AVERAGE: firsts.length === 0 ? null : firsts.reduce((sum, each) => sum + each, 0) / firsts.length,
  };
  const unit = having?.relativeTo ? units[having.relativeTo as 'TOTAL' | 'AVERAGE'] : 1;
  const shown = found.filter(({ metrics: [first] }) => {
    if (!having) return true;
    // To nine digits, since a bound that is computed may differ in the last ones.
    return (
      first !== null &&
      first !== undefined &&
      unit !== null &&
      Number(rounded(first)) > Number(rounded(unit * having.gt))
    );
  });
  return {
    totals: rounded(totals),
    rows: sorted(shown.map(({ dimensions, metrics }) => ({ dimensions, metrics: rounded(metrics) }))),
  };
}

function sorted(rows: readonly Json[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function sent({ measures, operation, withShare, dimensions, derived, where, timezone, having }: Asked): Json {
  const names = measures.map((_, at) => `m${at}`);
  const [first, last] = [names[0], names.at(-1)];
  return {
    measures: measures.map(({ asked }, at) => ({ as: `m${at}`, ...asked })),
    formulas: [
      ...(operation ? [{ as: 'formula', [operation]: [{ measure: first }, { measure: last }] }] : []),
      ...(withShare ? [{ as: 'share', shareOfTotal: { measure: first } }] : []),
    ],
    dimensions,
    derived: derived.map(({ asked }, at) => ({ as: `d${at}`, ...asked })),
    where: where.map(({ asked }) => asked),
    timezone,
    ...(having ? { having: [{ measure: first, ...having }] } : {}),
    limit: 1_000,
  };
}

const QUESTION = `query Ask($question: SalesQuestion!) {
  salesMetrics(query: $question) { totals rows { bucketStart dimensions metrics previous } }
}`;

/** Every sale with what is counted of it. */
const ROWS = `select s.*, c.region, d.model, d.activated_at,
    (select min(o.sold_at) from sale o where o.customer_id = s.customer_id and o.status <> 'CANCELLED') as first_at,
    case when s.status <> 'CANCELLED' then (select count(*) from sale o where o.customer_id = s.customer_id
      and o.status <> 'CANCELLED' and (o.sold_at, o.id) <= (s.sold_at, s.id)) end as number_of,
    (select count(*) from sale o where o.customer_id = s.customer_id and o.status <> 'CANCELLED') as sales_of,
    case when s.status <> 'CANCELLED' then (select max(o.sold_at) from sale o where o.customer_id = s.customer_id
      and o.status <> 'CANCELLED' and (o.sold_at, o.id) < (s.sold_at, s.id)) end as previous_at
  from sale s join customer c on c.id = s.customer_id join device d on d.id = s.device_id`;

/** Entities: what is asked of each customer, and by hand. */
const perQuestion = fc.record({
  by: fc.constantFrom<string[]>(['CUSTOMER'], ['CUSTOMER', 'SALES_CHANNEL'], ['DEVICE_MODEL']),
  dimension: fc.constantFrom(undefined, 'CUSTOMER_REGION', 'SALES_CHANNEL'),
  byMonth: fc.boolean(),
  least: fc.integer({ min: 0, max: 4 }),
  timezone: fc.constantFrom(...ZONES),
  fraction: fc.constantFrom(0, 0.5, 0.9),
});
type AskedPer = typeof perQuestion extends fc.Arbitrary<infer One> ? One : never;

function shownDimension({ by, dimension }: AskedPer): string | undefined {
  if (dimension === 'CUSTOMER_REGION') return by.includes('CUSTOMER') ? dimension : undefined;
  return dimension && by.includes(dimension) ? dimension : undefined;
}

function sentPer(asked: AskedPer): Json {
  const dimension = shownDimension(asked);
  return {
    per: {
      by: asked.by,
      values: [
        { as: 'orders', metric: 'ORDERS' },
        { as: 'spent', sum: { number: 'TOTAL' } },
        { as: 'first', first: 'SOLD_AT' },
        { as: 'second', nth: { time: 'SOLD_AT', n: 2 } },
      ],
    },
    measures: [
      { as: 'entities' },
      { as: 'often', where: [{ each: 'orders', gte: asked.least }] },
      { as: 'gap', median: { fromEach: 'first', toEach: 'second', unit: 'HOURS' } },
      { as: 'spending', percentile: { each: 'spent', at: asked.fraction } },
      { as: 'most', max: { each: 'orders' } },
    ],
    formulas: [{ as: 'share', divide: [{ measure: 'often' }, { measure: 'entities' }] }],
    ...(dimension ? { dimensions: [dimension] } : {}),
    derived: asked.byMonth ? [{ as: 'month', each: 'first', part: 'MONTH' }] : [],
    timezone: asked.timezone,
    limit: 1_000,
  };
}

function answerPer(all: readonly Row[], asked: AskedPer) {
  // A value is of money, so that all of them are of one currency.
  const rows = all.filter(({ currency }) => currency === USUAL);
  const entities = [...Map.groupBy(rows, (row) => JSON.stringify(asked.by.map((name) => DIMENSIONS[name]?.(row))))]
    .map(([, group]) => group.filter(isCounted))
    .filter((group) => group.length > 0);
  const made = entities.map((group) => {
    const times = group.map(({ sold_at }) => sold_at.getTime()).toSorted((one, other) => one - other);
    return {
      row: group[0],
      orders: group.length,
      spent: group.reduce((sum, row) => sum + Number(row.total), 0),
      first: new Date(times[0]),
      gap: times[1] === undefined ? null : (times[1] - times[0]) / 3_600_000,
    };
  });
  type Entity = (typeof made)[number];
  const figures = (of: readonly Entity[]) => {
    const often = of.filter(({ orders }) => orders >= asked.least).length;
    const spending = percentileOf(
      of.map(({ spent }) => spent),
      asked.fraction,
    );
    return [
      of.length,
      often,
      percentileOf(
        of.flatMap(({ gap }) => gap ?? []),
        0.5,
      ),
      spending === null ? null : Math.round(spending),
      of.length === 0 ? null : Math.max(...of.map(({ orders }) => orders)),
      of.length === 0 ? null : often / of.length,
    ];
  };
  const dimension = shownDimension(asked);
  const keyOf = ({ row, first }: Entity) =>
    JSON.stringify([
      ...(dimension ? [DIMENSIONS[dimension]?.(row) ?? null] : []),
      ...(asked.byMonth ? [bucketName('MONTH', first, asked.timezone)] : []),
    ]);
  const groups = dimension || asked.byMonth ? Map.groupBy(made, keyOf) : new Map([['[]', made]]);
  return {
    totals: rounded(figures(made)),
    rows: sorted(
      [...groups].map(([key, group]) => ({ dimensions: JSON.parse(key), metrics: rounded(figures(group)) })),
    ),
  };
}

/** Random questions about random sales: few in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeRandomMeasures(): void {
  let app: TestApp;
  let analyst: Caller;
  let shop: Shop;

  beforeAll(async () => {
    app = await cleanTestApp(NOW);
    analyst = await app.as('ADMIN');
    shop = await openShop(app);
    const [first] = shop.devices;
    await app.sql('update device set activated_at = $2 where id = $1', [first?.id, new Date('2026-04-10T06:30:00Z')]);
  });
  afterAll(() => app.stop());

  async function put(made: readonly (typeof sale extends fc.Arbitrary<infer Made> ? Made : never)[]): Promise<Row[]> {
    const rows = made.map(({ discounted, ...facts }) => {
      const discount = Math.floor(facts.unitPrice * discounted);
      const total = facts.unitPrice - discount;
      return { ...facts, discount, refunded: facts.status === 'REFUNDED' ? total : 0 };
    });
    await putSales(app, shop, rows);
    return app.sql(ROWS);
  }

  async function ask(asked: Json) {
    const { body } = await analyst.gql(QUESTION, { question: asked });
    if (body.errors) throw new Error(JSON.stringify([asked, body.errors]));
    return body.data.salesMetrics;
  }

  const sales = fc.array(sale, { maxLength: 30, size: 'max' });

  it(`${ROUNDS} random measures, formulas and derived dimensions equal what is counted by hand`, async () => {
    await fc.assert(
      fc.asyncProperty(sales, question, async (made, asked) => {
        const all = await put(made);
        const { totals, rows } = await ask(sent(asked));
        const shown = rows.map(({ dimensions, metrics }: Json) => ({ dimensions, metrics: rounded(metrics) }));
        expect({ totals: rounded(totals), rows: sorted(shown) }).toEqual(answerOf(all, asked));
      }),
      { numRuns: ROUNDS },
    );
  });

  it(`${ROUNDS} random questions about entities equal what is counted by hand`, async () => {
    await fc.assert(
      fc.asyncProperty(sales, perQuestion, async (made, asked) => {
        const all = await put(made);
        const { totals, rows } = await ask(sentPer(asked));
        const shown = rows.map(({ dimensions, metrics }: Json) => ({ dimensions, metrics: rounded(metrics) }));
        expect({ totals: rounded(totals), rows: sorted(shown) }).toEqual(answerPer(all, asked));
      }),
      { numRuns: ROUNDS },
    );
  });

  it(`${ROUNDS} random moving averages, and what was in earlier buckets, equal what is counted by hand, also of the range before`, async () => {
    const moving = fc.record({
      measure,
      buckets: fc.integer({ min: 1, max: 4 }),
      days: fc.integer({ min: 1, max: 9 }),
      timezone: fc.constantFrom(...ZONES),
    });
    await fc.assert(
      fc.asyncProperty(sales, moving, async (made, { measure: { asked, by }, buckets, days, timezone }) => {
        const all = await put(made);
        const [from, to] = [new Date(CENTER), new Date(CENTER + days * DAY_MS)];
        const { rows } = await ask({
          measures: [{ as: 'own', ...asked }],
          formulas: [
            { as: 'moving', movingAverage: { measure: 'own', buckets } },
            { as: 'before', earlier: { measure: 'own', buckets } },
          ],
          grain: 'DAY',
          range: { from: from.toISOString(), to: to.toISOString() },
          compareTo: 'PREVIOUS_YEAR',
          timezone,
        });
        const usual = by.isMoney ? all.filter(({ currency }) => currency === USUAL) : all;
        const within = usual.filter(({ sold_at }) => sold_at >= from && sold_at < to);
        const figures = bucketNames('DAY', from, to, timezone).map((name) =>
          by.of(within.filter((row) => bucketName('DAY', row.sold_at, timezone) === name)),
        );
        const means = figures.map((_, at) => {
          const last = figures.slice(Math.max(0, at - buckets + 1), at + 1).filter((each) => each !== null);
          return last.length === 0 ? null : last.reduce((sum, each) => sum + each, 0) / last.length;
        });
        const shown = rows
          .filter(({ bucketStart }: Json) => bucketStart !== null)
          .map(({ metrics }: Json) => rounded(metrics));
        expect(shown).toEqual(figures.map((figure, at) => [figure, means[at], figures[at - buckets]].map(rounded)));
      }),
      { numRuns: ROUNDS },
    );
  });

  it(`${ROUNDS} random shares in each bucket equal what is counted by hand`, async () => {
    const shared = fc.record({
      part: condition,
      days: fc.integer({ min: 1, max: 9 }),
      timezone: fc.constantFrom(...ZONES),
    });
    await fc.assert(
      fc.asyncProperty(sales, shared, async (made, { part, days, timezone }) => {
        const all = await put(made);
        const [from, to] = [new Date(CENTER), new Date(CENTER + days * DAY_MS)];
        const { rows } = await ask({
          measures: [{ as: 'own', metric: 'ORDERS', where: [part.asked] }],
          formulas: [{ as: 'share', shareOfBucket: { measure: 'own' } }],
          dimensions: ['SALES_CHANNEL'],
          grain: 'DAY',
          range: { from: from.toISOString(), to: to.toISOString() },
          timezone,
          limit: 1_000,
        });
        const within = all.filter(({ sold_at }) => sold_at >= from && sold_at < to);
        const channels = [...new Set(within.map((row) => row.sales_channel))];
        const expected = bucketNames('DAY', from, to, timezone).flatMap((day) => {
          const whole = within.filter(
            (row) => bucketName('DAY', row.sold_at, timezone) === day && isCounted(row) && part.by(row),
          );
          return channels.map((channel) => {
            const own = whole.filter((row) => row.sales_channel === channel).length;
            return { channel, metrics: [own, whole.length === 0 ? null : rounded(own / whole.length)] };
          });
        });
        const shown = rows.map(({ dimensions: [channel], metrics }: Json) => ({ channel, metrics: rounded(metrics) }));
        expect(sorted(shown)).toEqual(sorted(expected));
      }),
      { numRuns: ROUNDS },
    );
  });
}
