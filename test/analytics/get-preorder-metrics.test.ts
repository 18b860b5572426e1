import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { PreorderStatus } from '../../src/model/enums.ts';
import { preorderQuestions } from '../../src/persistence/analytics/preorder-datasets.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { insertRows } from '../support/factories/insert.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { medianOf } from './plain-count.ts';
import {
  askOf,
  itFollowsTheRules,
  NOW,
  type Question,
  refusalOf,
  shortOf,
  startAnalytics,
} from './question-support.ts';

const ASKING = { set: preorderQuestions, field: 'preorderMetrics' };
const HOUR_MS = 3_600_000;

let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  manager = await app.as('OPERATIONS');
});
afterAll(() => app.stop());

const ask = (question: Question) => askOf(manager, ASKING, question);

const day = fc.constantFrom<string>('2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-20');
const source = fc.constantFrom<string | null>('telegram', 'instagram', null);
const locale = fc.constantFrom<string>('uz', 'ru');
const preorder = fc.record({
  day,
  source,
  locale,
  status: fc.constantFrom<PreorderStatus>('NEW', 'FULFILLED', 'CANCELLED'),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  currency: fc.constantFrom<string>('UZS', 'UZS', 'USD'),
  contacted: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  isDeleted: fc.boolean(),
});
const visits = fc.record({ day, source, locale, sessions: fc.integer({ min: 1, max: 9 }), isOld: fc.boolean() });
type Made = typeof preorder extends fc.Arbitrary<infer One> ? One : never;
type Visits = typeof visits extends fc.Arbitrary<infer One> ? One : never;

const PLACED: Omit<Made, 'source'> = {
  day: '2026-11-01',
  locale: 'uz',
  status: 'NEW',
  quantity: 1,
  price: null,
  currency: 'UZS',
  contacted: null,
  isDeleted: false,
};

/** The morning of a day in Tashkent, still the day before in UTC. */
const morning = (date: string) => new Date(Date.parse(`${date}T00:30:00+05:00`));

async function put(preorders: readonly Made[], seen: readonly Visits[]): Promise<void> {
  await app.sql('delete from preorder_view_event');
  await app.sql('delete from preorder_view_day');
  await app.sql('delete from preorder');
  await insertRows(
    app.sql,
    Preorder,
    preorders.map(({ day, source, locale, status, quantity, price, currency, contacted, isDeleted }, at) => {
      const createdAt = morning(day);
      return {
        number: `MADE-${at}`,
        keyHash: randomBytes(32),
        fingerprint: randomBytes(32),
        status,
        quantity,
        locale: locale as 'uz',
        utmSource: source,
        productName: 'Lamp',
        currency,
        fullPrice: price,
        firstContactedAt: contacted === null ? null : new Date(createdAt.getTime() + contacted * HOUR_MS),
        deletedAt: isDeleted ? NOW : null,
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
  for (const { day, source, locale, sessions, isOld } of seen) {
    if (isOld) {
      await app.sql(
        `insert into preorder_view_day (day, utm_source, locale, sessions) values ($1, $2, $3, $4)
         on conflict (day, utm_source, locale) do update set sessions = preorder_view_day.sessions + excluded.sessions`,
        [day, source ?? '', locale, sessions],
      );
    } else {
      await app.sql(
        `insert into preorder_view_event (session_hash, day, utm_source, locale, created_at)
         select decode(md5(random()::text), 'hex'), $1, $2, $3, now() from generate_series(1, $4::int)`,
        [day, source, locale, sessions],
      );
    }
  }
}

const METRICS = [
  'PREORDERS',
  'QUANTITY',
  'CANCEL_RATE',
  'UNIQUE_VIEWS',
  'CONVERSION_RATE',
  'MEDIAN_HOURS_TO_CONTACT',
  'CONFIRMED',
  'FULFILLED_PREORDERS',
];

function figuresOf(preorders: readonly Made[], seen: readonly Visits[]) {
  const counted = preorders.filter(({ isDeleted }) => !isDeleted);
  const count = (status: string) => counted.filter((one) => one.status === status).length;
  const views = seen.reduce((sum, { sessions }) => sum + sessions, 0);
  const contacted = counted.flatMap(({ contacted }) => contacted ?? []);
  return [
    counted.length,
    counted.reduce((sum, { quantity }) => sum + quantity, 0),
    counted.length === 0 ? null : count('CANCELLED') / counted.length,
    views,
    views === 0 ? null : counted.length / views,
    medianOf(contacted),
    contacted.length,
    count('FULFILLED'),
  ];
}

describe('getPreorderMetrics: a question about preorders', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listPreorders',
    guards: { CUSTOMER: 'getCustomer', ASSIGNED_ADMIN: 'listAdminOptions' },
    across: { getCustomer: { customer: { region: { eq: 'Tashkent' } } } },
  });

  it('a question about preorders counts by a filter what the row of a dimension has, also visits and preorders without a source', async () => {
    const seen = { day: '2026-11-01', locale: 'uz' };
    await put(
      [null, null, 'telegram'].map((source) => ({ ...PLACED, source })),
      [
        { ...seen, source: null, sessions: 5, isOld: true },
        { ...seen, source: null, sessions: 2, isOld: false },
        { ...seen, source: 'telegram', sessions: 3, isOld: true },
      ],
    );
    const metrics = ['UNIQUE_VIEWS', 'PREORDERS', 'CONVERSION_RATE'];
    const { rows } = await ask({ metrics, dimensions: ['UTM_SOURCE'] });
    expect(shortOf({ rows })).toEqual([
      ['telegram', 3, 1, 1 / 3],
      [null, 7, 2, 2 / 7],
    ]);
    const totalsOf = async (utmSource: object) => (await ask({ metrics, filter: { utmSource } })).totals;
    for (const { dimensions, metrics: counted } of rows) {
      const [source] = dimensions;
      expect(await totalsOf(source === null ? { isNull: true } : { eq: source })).toEqual(counted);
    }
    // An empty text is no value.
    expect(await totalsOf({ eq: '' })).toEqual([0, 0, null]);
    const { totals } = await ask({ metrics, filter: { not: { utmSource: { isNull: true } } } });
    expect(totals).toEqual([3, 1, 1 / 3]);
  });

  it('a question about preorders counts conversion and contacts by source, language and month as by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(preorder, { maxLength: 25, size: 'max' }),
        fc.array(visits, { maxLength: 10, size: 'max' }),
        async (preorders, seen) => {
          await put(preorders, seen);
          const dimensions = ['UTM_SOURCE', 'LOCALE'];
          const range = { from: '2026-10-01', to: '2026-11-30' };
          const { rows, totals } = await ask({ metrics: METRICS, dimensions, grain: 'MONTH', range, fill: 'NONE' });
          const isInside = ({ day }: { day: string }) => day >= '2026-10-01';
          const live = preorders.filter((one) => isInside(one) && !one.isDeleted);
          const shown = seen.filter(isInside);
          const keyOf = (one: { day: string; source: string | null; locale: string }) =>
            JSON.stringify([one.day.slice(0, 7), one.source, one.locale]);
          const keys = [...new Set([...live, ...shown].map(keyOf))].sort();
          const found = rows.map(({ bucketLabel, dimensions, metrics }: Record<string, unknown[]>) => [
            JSON.stringify([bucketLabel, ...(dimensions ?? [])]),
            metrics,
          ]);
          expect(found.sort(([one]: string[], [other]: string[]) => ((one ?? '') < (other ?? '') ? -1 : 1))).toEqual(
            keys.map((key) => [
              key,
              figuresOf(
                live.filter((one) => keyOf(one) === key),
                shown.filter((one) => keyOf(one) === key),
              ),
            ]),
          );
          expect(totals).toEqual(figuresOf(live, shown));
          // The first by a median are chosen and counted together with their visitors, once.
          const top = { count: 1, by: 'MEDIAN_HOURS_TO_CONTACT' };
          const first = await ask({ metrics: METRICS, dimensions: ['LOCALE'], range, top, grain: 'YEAR' });
          const names = [...new Set([...live, ...shown].map(({ locale }) => locale))].sort();
          const medians = names.map(
            (name) =>
              figuresOf(
                live.filter(({ locale }) => locale === name),
                [],
              )[5] ?? -1,
          );
          const chosen = names[medians.indexOf(Math.max(...medians))];
          const parts = [true, false].map((isChosen) =>
            figuresOf(
              live.filter(({ locale }) => (locale === chosen) === isChosen),
              shown.filter(({ locale }) => (locale === chosen) === isChosen),
            ),
          );
          const every = await ask({ metrics: METRICS, dimensions: ['LOCALE'], range, top: { ...top, count: 5 } });
          expect(Object.fromEntries(shortOf(every).map(([name, ...values]) => [name, values]))).toEqual(
            Object.fromEntries(
              names.map((name) => [
                name,
                figuresOf(
                  live.filter(({ locale }) => locale === name),
                  shown.filter(({ locale }) => locale === name),
                ),
              ]),
            ),
          );
          expect(every.rows).toHaveLength(names.length);
          expect(first.rows.map(({ metrics }: Record<string, unknown>) => metrics)).toEqual(
            parts.slice(0, names.length),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('a question about preorders adds up what preorders are worth, each currency by itself', async () => {
    const plain = { day: '2026-11-01', source: null, locale: 'uz', contacted: null, isDeleted: false };
    await put(
      [
        { ...plain, status: 'NEW', quantity: 2, price: 10, currency: 'UZS' },
        { ...plain, status: 'NEW', quantity: 3, price: null, currency: 'UZS' },
        { ...plain, status: 'FULFILLED', quantity: 1, price: 5, currency: 'USD' },
        { ...plain, status: 'CANCELLED', quantity: 1, price: 99, currency: 'UZS' },
      ],
      [],
    );
    const { rows, totals } = await ask({ metrics: ['EXPECTED', 'FULFILLED', 'QUANTITY'], dimensions: ['CURRENCY'] });
    expect(rows.map(({ dimensions, metrics }: Record<string, unknown>) => [dimensions, metrics])).toEqual([
      [['USD'], [0, 5, 1]],
      [['UZS'], [20, 0, 6]],
    ]);
    expect(totals).toEqual([null, null, 7]);
    expect(shortOf(await ask({ metrics: ['EXPECTED'] }))).toEqual([[20]]);
  });

  it('a question about preorders compares preorders with the capacity, and contacts by the assignee', async () => {
    await put([], []);
    const { id } = await insertAdmin(app.sql, NOW, { name: 'Dilnoza', role: 'SALES' });
    const createdAt = morning('2026-11-20');
    const later = (hours: number) => new Date(createdAt.getTime() + hours * HOUR_MS);
    await makePreorder(app, { createdAt, quantity: 3, assignedAdminId: id, firstContactedAt: later(2) });
    await makePreorder(app, { createdAt, quantity: 1, assignedAdminId: id, firstContactedAt: later(5) });
    await makePreorder(app, { createdAt, quantity: 4, status: 'CANCELLED' });
    const share = { metrics: ['CAPACITY_SHARE'] };
    await app.sql('update preorder_settings set preorder_capacity = null');
    expect(shortOf(await ask(share))).toEqual([[null]]);
    await app.sql('update preorder_settings set preorder_capacity = 16');
    expect(shortOf(await ask(share))).toEqual([[0.25]]);
    const { rows } = await ask({ metrics: ['MEDIAN_HOURS_TO_CONTACT'], dimensions: ['ASSIGNED_ADMIN'] });
    expect(rows).toMatchObject([
      { dimensions: [id], labels: ['Dilnoza'], metrics: [3.5] },
      { dimensions: [null], labels: [null], metrics: [null] },
    ]);
  });

  it('a question about preorders counts visitors by source and language only', async () => {
    for (const [member, question] of [
      ['query.dimensions', { dimensions: ['STATUS'] }],
      ['query.filter', { filter: { quantity: { gte: 1 } } }],
      ['query.time', { time: 'FULFILLED_AT' }],
    ] as const) {
      const [status, code, field] = await refusalOf(manager, ASKING, { metrics: ['UNIQUE_VIEWS'], ...question });
      expect([status, code, field?.startsWith(member)]).toEqual([400, 'VALIDATION_FAILED', true]);
      expect(await refusalOf(manager, ASKING, { metrics: ['PREORDERS'], ...question })).toMatchObject([200]);
    }
  });
});
