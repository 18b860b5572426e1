import fc from 'fast-check';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { repetitions } from '../support/repetitions.ts';
import { askOf, type Question, refusalOf, startAnalytics } from './question-support.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const SALES = { set: salesQuestions, field: 'salesMetrics' };
const MINUTE_MS = 60_000;
const STEP_MS = 50 * MINUTE_MS;
const ROUNDS = repetitions({ quick: 25, rare: 2_000 });

/** Zones of quarter hours, of a day that the calendar skipped, and of clocks that go back for a month of the moon. */
const ZONES = ['Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca'];
/** Around the day that Samoa skipped, the end of a year of 53 weeks, 29 February, and both changes of the clocks of Morocco in 2024. */
const WINDOWS = [
  ['2011-12-26T00:00:00Z', '2012-01-04T00:00:00Z'],
  ['2020-12-26T00:00:00Z', '2021-01-06T00:00:00Z'],
  ['2024-02-26T00:00:00Z', '2024-03-13T00:00:00Z'],
  ['2024-04-11T00:00:00Z', '2024-04-17T00:00:00Z'],
].map((ends) => ends.map((time) => Date.parse(time))) as [number, number][];
const LABELS: Readonly<Record<string, string>> = { DAY: 'YYYY-MM-DD', WEEK: 'IYYY-"W"IW', MONTH: 'YYYY-MM' };

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const times = WINDOWS.flatMap(([from, to]) =>
    Array.from({ length: Math.floor((to - from) / STEP_MS) }, (_, at) => new Date(from + at * STEP_MS).toISOString()),
  );
  await putSales(
    app,
    await openShop(app),
    times.map((time) => aSale(time)),
  );
});
afterAll(() => app.stop());

const ask = (question: Question) => askOf(admin, SALES, { metrics: ['ORDERS'], ...question });

const range = fc.tuple(fc.constantFrom(...WINDOWS), fc.nat(), fc.nat()).map(([[from, to], start, length]) => {
  const begin = from + (start % ((to - from) / MINUTE_MS)) * MINUTE_MS;
  const longest = (to - begin) / MINUTE_MS;
  return [begin, begin + (1 + (length % longest)) * MINUTE_MS].map((ms) => new Date(ms).toISOString());
});
const asked = fc.record({
  range,
  timezone: fc.constantFrom(...ZONES),
  grain: fc.constantFrom('HOUR', ...Object.keys(LABELS)),
  compareTo: fc.constantFrom('PREVIOUS_PERIOD', 'PREVIOUS_YEAR'),
});

describe('questions at the corners of the calendar', () => {
  it('a series of any range counts in each bucket what SQL counts by the clocks of the zone', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ range: [from, to], timezone, grain, compareTo }) => {
        const answer = await ask({ range: { from, to }, timezone, grain, compareTo, limit: 5_000 });
        const local = `sold_at at time zone $1`;
        // An hour of the clock begins its minutes before each of its times: its name may come twice.
        const bucket = LABELS[grain]
          ? `to_char(${local}, '${LABELS[grain]}')`
          : `to_char((sold_at - (${local} - date_trunc('hour', ${local}))) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
        const counted = await app.sql(
          `select ${bucket} as bucket, count(*)::int as orders from sale where sold_at >= $2 and sold_at < $3 group by 1 order by 1`,
          [timezone, from, to],
        );
        const rows = answer.rows
          .filter(({ metrics }: Json) => metrics[0] > 0)
          .map(({ bucketLabel, bucketStart, metrics }: Json) => ({
            bucket: LABELS[grain] ? bucketLabel : new Date(bucketStart).toISOString().slice(0, 16),
            orders: metrics[0],
          }));
        expect(rows).toEqual(counted);
        const [{ before }] = await app.sql(
          `select count(*)::int as before from sale where sold_at >= $1 and sold_at < $2`,
          [answer.previousFrom, answer.previousTo],
        );
        const previous = answer.rows.reduce((sum: number, row: Json) => sum + (row.previous[0] ?? 0), 0);
        expect([previous, ...answer.previousTotals]).toEqual([before, before]);
      }),
      { numRuns: ROUNDS },
    );
  });

  it('a day that the calendar of Samoa skipped has no bucket and cannot be asked for', async () => {
    const timezone = 'Pacific/Apia';
    const { rows } = await ask({ range: { from: '2011-12-29', to: '2011-12-31' }, timezone, grain: 'DAY' });
    expect(rows.map(({ bucketLabel }: Json) => bucketLabel)).toEqual(['2011-12-29', '2011-12-31']);
    const skipped = { metrics: ['ORDERS'], range: { from: '2011-12-30', to: '2011-12-30' }, timezone };
    expect(await refusalOf(admin, SALES, skipped)).toEqual([400, 'INVALID_RANGE', undefined]);
  });

  it('two days before the day that Samoa skipped are compared with the two days before them', async () => {
    const { rows, previousFrom, previousTo } = await ask({
      range: { from: '2011-12-28', to: '2011-12-29' },
      timezone: 'Pacific/Apia',
      grain: 'DAY',
      compareTo: 'PREVIOUS_PERIOD',
    });
    expect([previousFrom, previousTo]).toEqual(['2011-12-26T10:00:00.000Z', '2011-12-28T10:00:00.000Z']);
    expect(rows.map(({ bucketLabel }: Json) => bucketLabel)).toEqual(['2011-12-28', '2011-12-29']);
  });

  it('the 53rd week of a year is a week of its own, compared with the week 52 weeks before', async () => {
    const { rows, previousFrom } = await ask({
      range: { from: '2020-12-28', to: '2021-01-10' },
      timezone: 'Asia/Kathmandu',
      grain: 'WEEK',
      compareTo: 'PREVIOUS_YEAR',
    });
    expect(rows.map(({ bucketLabel }: Json) => bucketLabel)).toEqual(['2020-W53', '2021-W01']);
    expect(previousFrom).toBe('2019-12-29T18:15:00.000Z');
  });

  it('a range that begins in an hour that the clocks skip begins with the next one', async () => {
    const { rows } = await ask({
      // At two o'clock it was three.
      range: { from: '2024-04-14T02:30:00Z', to: '2024-04-14T05:00:00+01:00' },
      timezone: 'Africa/Casablanca',
      grain: 'HOUR',
    });
    const counted = await app.sql(
      `select count(*)::int as orders from sale where sold_at >= '2024-04-14T02:30:00Z' and sold_at < '2024-04-14T04:00:00Z'`,
    );
    expect(rows.map(({ bucketStart }: Json) => new Date(bucketStart).toISOString())).toEqual([
      '2024-04-14T02:00:00.000Z',
      '2024-04-14T03:00:00.000Z',
    ]);
    expect(rows.reduce((sum: number, { metrics }: Json) => sum + metrics[0], 0)).toBe(counted[0].orders);
  });
});
