import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH } from '../../src/model/limits.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { askOf, type Question, send, shortOf, startAnalytics } from './question-support.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const SALES = { set: salesQuestions, field: 'salesMetrics' };
const ONE = { as: 'one' };

describe('what an error of a question names', () => {
  let app: TestApp;
  let admin: Caller;

  beforeAll(async () => {
    app = await startAnalytics();
    admin = await app.as('ADMIN');
    const shop = await openShop(app);
    await putSales(app, shop, [
      aSale('2026-11-16T04:30:00Z', { unitPrice: 1000, customer: 0 }),
      aSale('2026-11-18T12:00:00Z', { unitPrice: 5000, customer: 1, device: 1 }),
      aSale('2026-11-19T12:00:00Z', { unitPrice: 7000, customer: 1, device: 2, status: 'CANCELLED' }),
      aSale('2026-11-20T12:00:00Z', { unitPrice: 9000, customer: 0, channel: 'WEBSITE' }),
    ]);
  });
  afterAll(() => app.stop());

  /** The first problem of a question. */
  async function problemOf(question: Question): Promise<Json> {
    const { body } = await send(admin, SALES, question);
    const { code, fields } = body.errors?.[0]?.extensions ?? {};
    expect(code).toBe('VALIDATION_FAILED');
    return fields[0];
  }

  it.each(['U$D', 'ЦЫД', 'US', ''])('a currency of %j is told what a currency is, as for a sale', async (currency) => {
    expect(await problemOf({ metrics: ['REVENUE'], currency })).toMatchObject({
      path: 'query.currency',
      code: 'WRONG_FORMAT',
      message: expect.stringContaining('three Latin letters'),
    });
  });

  it('a bad condition is named where it is: in the question, a measure or a value of each', async () => {
    const half = { or: Array.from({ length: MAX_FILTER_CONDITIONS / 2 + 1 }, () => ({ number: { eq: 'S-1' } })) };
    const many = { and: [half, half] };
    const isDeep = (depth: number): Question => (depth === 0 ? {} : { not: isDeep(depth - 1) });
    const isWrong = { and: [isDeep(MAX_FILTER_DEPTH)] };
    const path = 'and[0].not.not.not.not';
    const asked: readonly (readonly [string, Question])[] = [
      ['query.filter', { measures: [ONE], filter: many }],
      ['query.measures[1].filter', { measures: [ONE, { as: 'two', filter: many }] }],
      [
        'query.per.values[0].filter',
        { per: { by: ['CUSTOMER'], values: [{ ...ONE, filter: many }] }, measures: [ONE] },
      ],
      [`query.filter.${path}`, { measures: [ONE], filter: isWrong }],
      [`query.measures[1].filter.${path}`, { measures: [ONE, { as: 'two', filter: isWrong }] }],
      [
        `query.per.values[1].filter.${path}`,
        { per: { by: ['CUSTOMER'], values: [ONE, { as: 'two', filter: isWrong }] }, measures: [ONE] },
      ],
    ];
    for (const [member, question] of asked) {
      expect((await problemOf(question)).path.replaceAll(/\.(\d+)/g, '[$1]')).toBe(member);
    }
  });

  it('a value of each that there is not is named as the question calls it, with those that there are', async () => {
    const per = { by: ['CUSTOMER'], values: [{ as: 'orders' }, { as: 'first', first: 'SOLD_AT' }] };
    const message = async (question: Question) => (await problemOf(question)).message;
    const average = (value: Question) => [{ as: 'one', avg: value }];
    expect(await message({ measures: average({ each: 'orders' }) })).toBe('names orders, which is no number of `per`');
    expect(await message({ per, measures: average({ each: 'order' }) })).toBe(
      'names order, which is no number of `per`: orders',
    );
    expect(await message({ per, measures: average({ fromEach: 'orders', toEach: 'first' }) })).toBe(
      'names orders, which is no time of `per`: first',
    );
    expect(await message({ per, measures: average({ number: 'TOTAL' }) })).toBe('has no number TOTAL');
    const derived = [{ as: 'month', each: 'first', part: 'MONTH' }];
    expect(await message({ measures: [ONE], derived })).toBe('names first, which is no time of `per`');
    expect(await message({ per, measures: [ONE], dimensions: ['SALES_CHANNEL'] })).toBe('must be one of CUSTOMER');
  });

  it('a name or a dimension that is given twice is named', async () => {
    const measures = [ONE];
    expect(await problemOf({ measures, formulas: [{ as: 'one', add: [] }] })).toMatchObject({
      path: 'query.formulas[0].as',
      message: 'is given twice: one',
    });
    expect(await problemOf({ measures, per: { by: ['CUSTOMER'], values: [ONE, ONE] } })).toMatchObject({
      path: 'query.per.values[1].as',
      message: 'is given twice: one',
    });
    const by = ['CUSTOMER', 'DEVICE', 'CUSTOMER'];
    expect(await problemOf({ measures, per: { by, values: [ONE] } })).toMatchObject({
      path: 'query.per.by',
      message: 'must not contain duplicates (items 2 and 0 are identical: CUSTOMER)',
    });
  });

  it('a formula whose result is out of range is named, in a reply and in a file, and others are exact at the bounds', async () => {
    const product = (as: string, ...values: number[]) => ({
      as,
      multiply: [{ metric: 'ORDERS' }, ...values.map((value) => ({ value }))],
    });
    const asked: readonly (readonly [string, readonly Question[]])[] = [
      ['much', [product('some', 2), product('much', 1e150, 1e150)]],
      ['little', [product('little', 1e-160, 1e-160)]],
      ['many', [{ as: 'many', divide: [{ metric: 'ORDERS' }, { value: 1e-160 }] }]],
      ['more', [{ as: 'more', add: [{ metric: 'ORDERS' }, { value: 1.7e308 }, { value: 1.7e308 }] }]],
    ];
    for (const [name, formulas] of asked) {
      const problem = { path: 'query.formulas', code: 'OUT_OF_RANGE', params: { name } };
      expect(await problemOf({ formulas })).toMatchObject(problem);
      const query = encodeURIComponent(JSON.stringify({ formulas }));
      const file = await admin.rest('GET', `/v1/admin/exports/sales-metrics?query=${query}`);
      expect([file.status, file.body.error.message]).toEqual([
        400,
        expect.stringMatching(`query.formulas .*: ${name}`),
      ]);
    }
    const exact = await askOf(admin, SALES, { formulas: [product('large', 1e150), product('small', 1e-150)] });
    expect(exact.totals.map((total: number, at: number) => total / (at === 0 ? 3e150 : 3e-150))).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(1, 12),
    ]);
    const none = { as: 'none', avg: { number: 'TOTAL' }, filter: { number: { eq: 'none' } } };
    const ofNone = { as: 'ofNone', multiply: [{ measure: 'none' }, { value: 1e200 }] };
    expect((await askOf(admin, SALES, { measures: [none], formulas: [ofNone] })).totals).toEqual([null, null]);
    const series = { grain: 'DAY', range: { from: '2026-11-15', to: '2026-11-20' } };
    const moving = { as: 'moving', movingAverage: { measure: 'large', buckets: 2 } };
    expect(await problemOf({ formulas: [product('large', 1e150, 2), moving], ...series })).toMatchObject({
      path: 'query.formulas',
      params: { name: 'moving' },
    });
    const relative = { metric: 'REVENUE', gt: 1.7e308, relativeTo: 'TOTAL' };
    expect((await askOf(admin, SALES, { metrics: ['REVENUE'], having: [relative] })).rows).toEqual([]);
  });

  it('the average of the rows is of those that are shown: without `fill`, a day of a cancelled sale is none', async () => {
    const question = {
      metrics: ['REVENUE'],
      grain: 'DAY',
      range: { from: '2026-11-12', to: '2026-11-20' },
      having: [{ metric: 'REVENUE', gt: 1, relativeTo: 'AVERAGE' }],
    };
    expect(shortOf(await askOf(admin, SALES, { ...question, fill: 'NONE' }))).toEqual([['2026-11-20', 9000]]);
    expect(shortOf(await askOf(admin, SALES, question))).toEqual([
      ['2026-11-18', 5000],
      ['2026-11-20', 9000],
    ]);
  });
});
