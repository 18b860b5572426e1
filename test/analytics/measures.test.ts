import { deviceQuestions } from '../../src/persistence/analytics/device-datasets.ts';
import { installationQuestions } from '../../src/persistence/analytics/installations-dataset.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { askOf, type Question, refusalOf, shortOf, startAnalytics } from './question-support.ts';
import { describeRandomMeasures } from './random-measures.ts';
import { aSale, openShop, putSales, type Shop } from './sale-rows.ts';

const SALES = { set: salesQuestions, field: 'salesMetrics' };
const DEVICES = { set: deviceQuestions, field: 'deviceMetrics' };
const INSTALLATIONS = { set: installationQuestions, field: 'installationMetrics' };

describe('measures of questions', describeRandomMeasures);

describe('what a question defines', () => {
  let app: TestApp;
  let admin: Caller;
  let shop: Shop;

  beforeAll(async () => {
    app = await startAnalytics();
    admin = await app.as('ADMIN');
    shop = await openShop(app);
    await putSales(app, shop, [
      aSale('2026-11-16T04:30:00Z', { unitPrice: 1000, discount: 50, customer: 0 }),
      aSale('2026-11-16T12:00:00Z', { unitPrice: 1000, discount: 150, customer: 0, device: 1 }),
      aSale('2026-11-20T23:00:00Z', { unitPrice: 2000, discount: 100, customer: 1, channel: 'WEBSITE' }),
      aSale('2026-11-21T05:00:00Z', { unitPrice: 3000, status: 'CANCELLED', customer: 2 }),
    ]);
  });
  afterAll(() => app.stop());

  const ask = (question: Question) => askOf(admin, SALES, question);

  it('hours and weekdays are those of the time zone, sorted as numbers and labeled as people say them', async () => {
    const derived = [
      { as: 'weekday', time: 'SOLD_AT', part: 'WEEKDAY' },
      { as: 'hour', time: 'SOLD_AT', part: 'HOUR' },
    ];
    const { rows, columns } = await ask({ metrics: ['ORDERS'], derived, timezone: 'Asia/Tashkent' });
    expect(rows.map(({ dimensions, labels, metrics }: Json) => [...dimensions, ...labels, ...metrics])).toEqual([
      ['1', '9', 'Monday', '09:00', 1],
      ['1', '17', 'Monday', '17:00', 1],
      ['6', '4', 'Saturday', '04:00', 1],
      ['6', '10', 'Saturday', '10:00', 0],
    ]);
    expect(columns.map(({ key, label, kind }: Json) => [key, label, kind])).toEqual([
      ['weekday', 'weekday', 'DIMENSION'],
      ['hour', 'hour', 'DIMENSION'],
      ['ORDERS', 'Orders', 'METRIC'],
    ]);
  });

  it('discounts in bins of five percent are exact at the bounds of the bins', async () => {
    const discount = { number: 'DISCOUNT', dividedBy: 'UNIT_PRICE' };
    const derived = [{ as: 'discount', value: discount, width: 0.05 }];
    const { rows } = await ask({ metrics: ['ORDERS'], derived, where: [{ number: 'DISCOUNT', gt: 0 }] });
    expect(rows.map(({ dimensions, labels, metrics }: Json) => [...dimensions, ...labels, ...metrics])).toEqual([
      ['0.05', '0.05–0.1', 2],
      ['0.15', '0.15–0.2', 1],
    ]);
    const bounded = await ask({
      metrics: ['ORDERS'],
      derived: [{ as: 'price', value: { number: 'UNIT_PRICE' }, bounds: [1000, 2000] }],
    });
    expect(bounded.rows.map(({ dimensions, labels }: Json) => [...dimensions, ...labels])).toEqual([
      ['1000', '1000–2000'],
      ['2000', '≥ 2000'],
    ]);
  });

  it('columns of measures have the name, the type and the unit of what they are of', async () => {
    const { columns } = await ask({
      measures: [
        { as: 'average', avg: { number: 'TOTAL' } },
        { as: 'wait', median: { from: 'SOLD_AT', to: 'NOW', unit: 'HOURS' } },
        { as: 'buyers', distinct: 'CUSTOMER' },
        { as: 'share', avg: { number: 'DISCOUNT', dividedBy: 'UNIT_PRICE' } },
      ],
      formulas: [
        { as: 'perBuyer', divide: [{ metric: 'REVENUE' }, { measure: 'buyers' }] },
        { as: 'part', shareOfTotal: { metric: 'ORDERS' } },
      ],
    });
    expect(columns.map(({ key, type, unit }: Json) => [key, type, unit])).toEqual([
      ['average', 'MONEY', 'UZS'],
      ['wait', 'NUMBER', 'hours'],
      ['buyers', 'INTEGER', 'count'],
      ['share', 'RATIO', 'share'],
      ['perBuyer', 'NUMBER', 'UZS'],
      ['part', 'RATIO', 'share'],
    ]);
  });

  it('a measure sorts rows, chooses the top and is compared with the range before', async () => {
    const average = { as: 'average', avg: { number: 'UNIT_PRICE' } };
    expect(
      shortOf(
        await ask({
          measures: [average],
          dimensions: ['SALES_CHANNEL'],
          orderBy: [{ measure: 'average', direction: 'DESC' }],
        }),
      ),
    ).toEqual([
      ['WEBSITE', 2000],
      ['DIRECT', 1000],
    ]);
    const { rows } = await ask({
      measures: [average],
      dimensions: ['SALES_CHANNEL'],
      top: { count: 1, byMeasure: 'average' },
      range: { from: '2026-11-18', to: '2026-11-21' },
      compareTo: 'PREVIOUS_PERIOD',
    });
    expect(
      rows.map(({ rest, dimensions, metrics, previous }: Json) => [rest, ...dimensions, ...metrics, ...previous]),
    ).toEqual([
      [false, 'WEBSITE', 2000, null],
      [true, null, null, 1000],
    ]);
  });

  it('a cancelled sale is in a measure that says `all`, and in CANCELLED_REVENUE', async () => {
    const sum = { number: 'UNIT_PRICE' };
    const { totals } = await ask({
      metrics: ['CANCELLED_REVENUE'],
      measures: [
        { as: 'counted', sum },
        { as: 'every', sum, all: true },
      ],
    });
    expect(totals).toEqual([3000, 4000, 7000]);
  });

  it('the first sale of each customer is found by its number, and a number that none has finds none', async () => {
    const number = 'CUSTOMER_SALE_NUMBER';
    const { totals } = await ask({
      measures: [
        { as: 'first', where: [{ number, eq: 1 }] },
        { as: 'second', where: [{ number, eq: 2 }] },
        { as: 'none', where: [{ number, eq: 0 }] },
        { as: 'between', where: [{ number, eq: 1.5 }] },
        { as: 'later', where: [{ number, gt: 1.5 }] },
        { as: 'beyond', where: [{ number, minus: 'CUSTOMER_SALES', eq: 1 }] },
      ],
    });
    expect(totals).toEqual([2, 1, 0, 0, 1, 0]);
  });

  it('what measures look up in other tables is looked up once, however many ask for it', async () => {
    const [one = '', other = ''] = shop.devices.map(({ model }) => model);
    const of = (model: string) => ({ filter: { device: { model: { eq: model } } } });
    const { totals, sql } = await ask({
      measures: [
        { as: 'orders', ...of(one) },
        { as: 'revenue', metric: 'REVENUE', ...of(one) },
        { as: 'greatest', max: { number: 'UNIT_PRICE' }, ...of(other) },
      ],
    });
    expect(totals).toEqual([2, 2850, 1000]);
    expect(sql.match(/exists \(/g)).toHaveLength(2);
  });

  it('cohorts are customers by the month of their first purchase and the months since', async () => {
    const first = 'CUSTOMER_FIRST_SOLD_AT';
    const { rows } = await ask({
      derived: [
        { as: 'cohort', time: first, part: 'MONTH' },
        { as: 'month', time: 'SOLD_AT', since: first, part: 'MONTH' },
      ],
      measures: [{ as: 'customers', distinct: 'CUSTOMER' }],
      where: [{ number: 'CUSTOMER_SALE_NUMBER', gte: 1 }],
    });
    expect(shortOf({ rows })).toEqual([['2026-11', '0', 2]]);
  });

  it('a question that a name, a value or a part is missing of is refused with its member', async () => {
    const orders = { metrics: ['ORDERS'] };
    const per = { by: ['CUSTOMER'], values: [{ as: 'orders' }] };
    const wrong: readonly (readonly [string, Question])[] = [
      ['query.metrics', {}],
      ['query.metrics', { ...orders, per }],
      ['query.measures[1].as', { measures: [{ as: 'one' }, { as: 'one' }] }],
      ['query.measures[0]', { measures: [{ as: 'one', avg: {} }] }],
      ['query.measures[0]', { measures: [{ as: 'one', avg: { number: 'TOTAL' }, sum: { number: 'TOTAL' } }] }],
      ['query.measures[0]', { measures: [{ as: 'one', avg: { from: 'SOLD_AT' } }] }],
      ['query.measures[0]', { measures: [{ as: 'one', avg: { each: 'orders' } }] }],
      ['query.measures[0].where[0]', { measures: [{ as: 'one', where: [{ number: 'TOTAL' }] }] }],
      ['query.formulas[0]', { ...orders, formulas: [{ as: 'one' }] }],
      ['query.formulas[0]', { ...orders, formulas: [{ as: 'one', add: [{ value: 1 }, { value: 2 }] }] }],
      ['query.formulas[0]', { ...orders, formulas: [{ as: 'one', add: [{ measure: 'none' }, { value: 2 }] }] }],
      ['query.formulas[0].add', { ...orders, formulas: [{ as: 'one', add: [{ metric: 'ORDERS' }] }] }],
      ['query.formulas', { ...orders, formulas: [{ as: 'one', movingAverage: { metric: 'ORDERS', buckets: 2 } }] }],
      ['query.formulas', { ...orders, formulas: [{ as: 'one', earlier: { metric: 'ORDERS', buckets: 1 } }] }],
      ['query.formulas[0]', { ...orders, formulas: [{ as: 'one', shareOfBucket: { metric: 'CUSTOMERS' } }] }],
      ['query.derived[0]', { ...orders, derived: [{ as: 'one', time: 'SOLD_AT' }] }],
      ['query.derived[0]', { ...orders, derived: [{ as: 'one', value: { number: 'TOTAL' } }] }],
      ['query.derived[0].bounds', { ...orders, derived: [{ as: 'one', value: { number: 'TOTAL' }, bounds: [2, 1] }] }],
      ['query.having[0]', { ...orders, having: [{ gte: 1 }] }],
      ['query.per.time', { per: { ...per, time: 'orders' }, measures: [{ as: 'one' }] }],
      ['query.dimensions', { per, measures: [{ as: 'one' }], dimensions: ['SALES_CHANNEL'] }],
      ['query.grain', { per, measures: [{ as: 'one' }], grain: 'DAY', range: { preset: 'LAST_7_DAYS' } }],
      [
        'query.compareTo',
        { per, measures: [{ as: 'one' }], range: { preset: 'LAST_7_DAYS' }, compareTo: 'PREVIOUS_PERIOD' },
      ],
    ];
    for (const [member, question] of wrong) {
      expect([question, ...(await refusalOf(admin, SALES, question))]).toEqual([
        question,
        400,
        'VALIDATION_FAILED',
        member,
      ]);
    }
  });

  it('a question whose formulas name each other in numbers that double is refused before it is written out', async () => {
    const terms = (measure: string) => Array.from({ length: 8 }, () => ({ measure }));
    const formulas = Array.from({ length: 12 }, (_, at) => ({
      as: `f${at}`,
      add: at === 0 ? [{ metric: 'ORDERS' }, { metric: 'UNITS' }] : terms(`f${at - 1}`),
    }));
    const problem = 'query.formulas[2]';
    expect(await refusalOf(admin, SALES, { formulas })).toEqual([400, 'VALIDATION_FAILED', problem]);
  });

  it('null is left out of the filter of a measure, and of a value of each', async () => {
    const orders = { as: 'orders', metric: 'ORDERS' };
    const { totals } = await ask({ measures: [{ ...orders, filter: { status: null } }] });
    expect(totals).toEqual((await ask({ measures: [orders] })).totals);
    const per = (filter: Json) => ({
      measures: [{ as: 'most', max: { each: 'orders' } }],
      per: { by: ['CUSTOMER'], values: [{ ...orders, ...filter }] },
    });
    expect((await ask(per({ filter: { status: null, customer: { city: { eq: null } } } }))).totals).toEqual(
      (await ask(per({}))).totals,
    );
  });

  it('an edge that a question names needs its roles, wherever it is named', async () => {
    const staff = await app.as('OPERATIONS');
    const owner = { from: 'OWNER_CREATED_AT', to: 'NOW' };
    const asked: readonly Question[] = [
      { measures: [{ as: 'one', avg: owner }] },
      { measures: [{ as: 'one', percentile: { ...owner, at: 0.5 } }] },
      { measures: [{ as: 'one', distinct: 'OWNER_COUNTRY' }] },
      { measures: [{ as: 'one', where: [{ ...owner, gt: 1 }] }] },
      { measures: [{ as: 'one', where: [{ dimension: 'OWNER_COUNTRY', in: ['X'] }] }] },
      { measures: [{ as: 'one', filter: { owner: { region: { eq: 'Tashkent' } } } }] },
      { metrics: ['DEVICES'], where: [{ dimension: 'OWNER', in: [] }] },
      { metrics: ['DEVICES'], derived: [{ as: 'one', time: 'OWNER_CREATED_AT', part: 'MONTH' }] },
      { metrics: ['DEVICES'], derived: [{ as: 'one', time: 'NOW', since: 'OWNER_CREATED_AT', part: 'MONTH' }] },
      { metrics: ['DEVICES'], derived: [{ as: 'one', value: owner, width: 1 }] },
      { metrics: ['DEVICES'], derived: [{ as: 'one', time: 'SOLD_AT', part: 'MONTH' }] },
      { per: { by: ['OWNER'], values: [{ as: 'one' }] }, measures: [{ as: 'two' }] },
      { per: { by: ['MODEL'], values: [{ as: 'one', first: 'OWNER_CREATED_AT' }] }, measures: [{ as: 'two' }] },
      { per: { by: ['MODEL'], values: [{ as: 'one', nth: { time: 'SOLD_AT', n: 2 } }] }, measures: [{ as: 'two' }] },
      {
        per: { by: ['MODEL'], values: [{ as: 'one', filter: { owner: { region: { eq: 'T' } } } }] },
        measures: [{ as: 'two' }],
      },
    ];
    for (const question of asked) {
      expect([question, ...(await refusalOf(staff, DEVICES, question))]).toEqual([
        question,
        403,
        'ROLE_FORBIDDEN',
        undefined,
      ]);
      expect([question, ...(await refusalOf(admin, DEVICES, question))]).toEqual([question, 200, undefined, undefined]);
    }
    const own = { measures: [{ as: 'one', max: { from: 'CREATED_AT', to: 'NOW' } }] };
    expect(await refusalOf(staff, DEVICES, own)).toEqual([200, undefined, undefined]);
  });

  it('a question of measures is saved and asked again, and its file has their columns', async () => {
    const query = {
      measures: [{ as: 'average', avg: { number: 'UNIT_PRICE' }, filter: { customerName: { contains: 'Aziza' } } }],
      derived: [{ as: 'hour', time: 'SOLD_AT', part: 'HOUR' }],
      where: [{ dimension: 'CUSTOMER_REGION', in: ['Tashkent'] }],
    };
    const saved = await admin.gql(
      'mutation Save($query: SalesQuestion!) { createSavedQuestion(input: { name: "Prices", question: { sales: $query } }) { savedQuestion { id } } }',
      { query },
    );
    const { id } = saved.body.data.createSavedQuestion.savedQuestion;
    const { body } = await admin.gql(`{ askSavedQuestion(id: "${id}") { totals columns { key } } }`);
    expect(body.data.askSavedQuestion).toEqual({ totals: [1000], columns: [{ key: 'hour' }, { key: 'average' }] });
    const file = await admin.rest(
      'GET',
      `/v1/admin/exports/sales-metrics?query=${encodeURIComponent(JSON.stringify(query))}`,
    );
    expect(file.text.split('\r\n')[0]).toBe('hour,hour.label,average');
    const [{ detail }] = await app.sql(
      `select detail from audit_entry where action = 'exportSalesMetrics' order by id desc limit 1`,
    );
    expect(detail.query).toMatchObject({
      measures: [{ filter: { customerName: '***' } }],
      where: [{ dimension: 'CUSTOMER_REGION', in: '***' }],
    });
  });

  it('installations count the devices that needed more than one attempt', async () => {
    const measures = [{ as: 'devices', distinct: 'DEVICE', where: [{ number: 'ATTEMPT', gt: 1 }] }];
    expect((await askOf(admin, INSTALLATIONS, { measures })).totals).toEqual([0]);
  });
});
