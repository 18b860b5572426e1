import fc from 'fast-check';
import { fleetDayQuestions } from '../../src/persistence/analytics/fleet-days-dataset.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addDay, groupDays, makeDevice } from '../support/factories/device.ts';
import { type Asking, askOf, NOW, type Question, startAnalytics } from './question-support.ts';
import { openShop, putSales, SALES_CHANNELS, type Shop, STATUSES } from './sale-rows.ts';

/** A question that a rollup answers, and the same with a filter that leaves nothing out and that no rollup has. */

const DAY_MS = 86_400_000;
const ROUNDS = 60;
const ZONES = ['UTC', 'Asia/Tashkent', 'Europe/Berlin', 'America/St_Johns'];

let app: TestApp;
let admin: Caller;
let shop: Shop;
beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  shop = await openShop(app);
});
afterAll(() => app.stop());

/** The answer without what depends on how it was found. */
async function answerTo(asking: Asking, question: Question): Promise<{ readonly sql: string; readonly shown: Json }> {
  const { sql, sqlParameters: _, asOf: _at, ...shown } = await askOf(admin, asking, question);
  return { sql, shown: JSON.parse(JSON.stringify(shown), (_key, value) => rounded(value)) };
}

/** To nine digits: a sum of sums is not rounded as the sum is. */
const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

const from = fc.integer({ min: 0, max: 30 }).map((day) => new Date(NOW.getTime() - (40 - day) * DAY_MS));
const direction = fc.constantFrom('ASC', 'DESC');

/** Questions with these metrics and dimensions. */
function questions(metrics: readonly string[], dimensions: readonly string[], further: object) {
  return fc
    .record({
      metrics: fc.uniqueArray(fc.constantFrom(...metrics), { minLength: 1, maxLength: 4 }),
      dimensions: fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 2 }),
      grain: fc.constantFrom(undefined, 'DAY', 'WEEK', 'MONTH'),
      range: fc.option(fc.record({ from, days: fc.integer({ min: 1, max: 30 }) }), { nil: undefined }),
      timezone: fc.constantFrom(...ZONES),
      compareTo: fc.constantFrom(undefined, 'PREVIOUS_PERIOD'),
      fill: fc.constantFrom('ZERO', 'NONE'),
      top: fc.option(fc.record({ count: fc.integer({ min: 1, max: 2 }), direction, rest: fc.boolean() }), {
        nil: undefined,
      }),
      ...further,
    })
    .map(({ range, grain, compareTo, top, dimensions: by, ...asked }) => {
      const to = range && new Date(range.from.getTime() + range.days * DAY_MS);
      const day = (time: Date) => time.toISOString().slice(0, 10);
      return {
        ...asked,
        dimensions: by,
        ...(range && to ? { range: { from: day(range.from), to: day(to) }, grain, compareTo } : {}),
        ...(top && by.length > 0 ? { top } : {}),
      } as Question & { readonly filter?: object };
    });
}

async function compare(
  asking: Asking,
  question: Question & { readonly filter?: object },
  all: object,
  table: RegExp,
): Promise<boolean> {
  const kept = await answerTo(asking, question);
  const { filter = {} } = question;
  const counted = await answerTo(asking, { ...question, filter: { and: [filter, all] } });
  expect(counted.sql).not.toMatch(table);
  expect([question, kept.shown]).toEqual([question, counted.shown]);
  return table.test(kept.sql);
}

describe('the groups of the days of the fleet', () => {
  const ASKING = { set: fleetDayQuestions, field: 'fleetDayMetrics' };
  const ADDED = ['UPTIME_SHARE', 'HEARTBEATS', 'RESTARTS', 'AVERAGE_WIFI_RSSI', 'WEAK_WIFI_SHARE', 'HOT_SHARE'];
  const METRICS = ['DEVICE_DAYS', ...ADDED, 'HIGHEST_TEMPERATURE', 'AVERAGE_TEMPERATURE', 'LOWEST_FREE_HEAP'];
  const DIMENSIONS = ['FIRMWARE_VERSION', 'MODEL', 'HARDWARE_REVISION', 'STATUS'];

  beforeAll(async () => {
    for (let number = 0; number < 6; number += 1) {
      const { id } = await makeDevice(app, { model: `LAMP${number % 2}`, hardwareRevision: `rev-${number % 3}` });
      for (let day = 0; day < 40; day += 1) {
        // Silent for some days, and back to an earlier version now and then.
        if ((day * (number + 3)) % 7 < number % 3) continue;
        await addDay(app, id, new Date(NOW.getTime() - day * DAY_MS));
      }
    }
    await app.sql(
      `update device_day set firmware_version = case when n % 11 = 0 then null else '1.' || (n / 5) % 3 || '.0' end,
              status = case when n % 4 = 0 then 'CLAIMED' else 'ACTIVE' end, heartbeats = n, heard_seconds = n * 100, restarts = n % 3,
              average_rssi = case when n % 5 > 0 then -40 - n end, highest_temperature = case when n % 3 > 0 then 40 + n end,
              average_temperature = case when n % 3 > 0 then 20.25 + n end, lowest_free_heap = 1000 + n
         from (select device_id as id, starts_at as at, row_number() over (partition by device_id order by starts_at) as n from device_day) t
        where device_id = id and starts_at = at`,
    );
    await groupDays(app);
  });

  it('answer as the days of the devices do', async () => {
    let kept = 0;
    let different = 0;
    const filter = fc.constantFrom(
      undefined,
      { model: { eq: 'LAMP1' } },
      { not: { hardwareRevision: { in: ['rev-1'] } } },
      { firmwareVersion: { eq: '1.1.0' } },
      { or: [{ status: { eq: 'ACTIVE' } }, { firmwareVersion: { isNull: true } }] },
      { startsAt: { withinLast: '20d' } },
    );
    await fc.assert(
      fc.asyncProperty(questions(METRICS, DIMENSIONS, { filter }), fc.boolean(), async (question, counts) => {
        const all = { heartbeats: { gte: 0 } };
        const metrics = [...(counts ? ['DEVICES'] : []), ...(question.metrics as string[])];
        if (!(await compare(ASKING, { ...question, metrics }, all, /fleet_day_group/))) return;
        kept += 1;
        if (counts) different += 1;
      }),
      { numRuns: 2 * ROUNDS },
    );
    expect([kept > 0, different > 0]).toEqual([true, true]);
  });

  it('count different devices over weeks and versions, and in total, in one reading of the groups', async () => {
    const question = {
      metrics: ['DEVICES', 'UPTIME_SHARE'],
      dimensions: ['FIRMWARE_VERSION'],
      grain: 'WEEK',
      range: { preset: 'LAST_30_DAYS' },
    };
    expect(await compare(ASKING, question, { heartbeats: { gte: 0 } }, /fleet_day_group/)).toBe(true);
  });

  it.each([
    ['a device that ran two versions of the rest', { dimensions: ['FIRMWARE_VERSION'], top: { count: 1 } }],
    ['a filter by what changes in the life of a device', { filter: { firmwareVersion: { eq: '1.1.0' } } }],
    ['a group by the status, of which a device may have several', { dimensions: ['STATUS'] }],
  ])('are left out of a count of different devices with %s', async (_why, more) => {
    const question = { metrics: ['DEVICES'], ...more };
    await compare(ASKING, question, { heartbeats: { gte: 0 } }, /fleet_day_group/);
    const { sql } = await answerTo(ASKING, question);
    expect(sql).not.toMatch(/g\.(firmware_version|status)/);
  });
});

describe('sales', () => {
  const ASKING = { set: salesQuestions, field: 'salesMetrics' };
  const ALL = { unitPrice: { gte: 0 } };
  const METRICS = ['ORDERS', 'CANCELLED_ORDERS', 'REVENUE', 'REFUND_RATE', 'AVERAGE_ORDER_VALUE', 'NET_REVENUE'];
  const DIMENSIONS = ['SALES_CHANNEL', 'PAYMENT_STATUS', 'DEVICE_MODEL', 'CURRENCY'];

  beforeAll(async () => {
    const sales = (shift: number) =>
      Array.from({ length: 60 }, (_, number) => ({
        soldAt: new Date(NOW.getTime() - number * 13 * 3_700_000),
        currency: number % 4 ? 'UZS' : 'USD',
        unitPrice: 10 + number,
        discount: number % 3,
        refunded: 0,
        status: STATUSES[(number + shift) % STATUSES.length] ?? 'PAID',
        channel: SALES_CHANNELS[(number * shift) % 2] ?? 'TELEGRAM',
        device: number % 3,
        customer: number % 3,
        keeps: false,
      }));
    await putSales(app, shop, sales(1) as never);
    await app.sql(
      `update sale set sold_at = sold_at - interval '2 days', sales_channel = '${SALES_CHANNELS[2]}' where unit_price % 7 = 0`,
    );
    await app.sql('update sale set device_released_at = now() where unit_price % 5 = 0');
    await app.sql('update device set activated_at = $1 where id = $2', [NOW, shop.devices[0]?.id]);
  });

  it('are answered for by hours and days, also after sales have moved away from an hour', async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(questions(METRICS, DIMENSIONS, {}), async (question) => {
        if (await compare(ASKING, question, ALL, /sale_hour/)) kept += 1;
      }),
      { numRuns: ROUNDS },
    );
    expect(kept).toBeGreaterThan(0);
  });
});
