import fc from 'fast-check';
import pg from 'pg';
import { askedOf } from '../../src/domain/analytics/asked-question.ts';
import type { Question as Asked } from '../../src/domain/analytics/question-input.ts';
import { compileTable } from '../../src/persistence/analytics/compile.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { race } from '../support/race.ts';
import { NOW, type Question, refusalOf, send } from './question-support.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const SALES = { set: salesQuestions, field: 'salesMetrics' };
/** Long enough for the question of another admin on a slow machine. */
const TIMEOUT_MS = 2_000;

let app: TestApp;
let admin: Caller;
let holder: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ clock: testClock(NOW), env: { DATABASE_STATEMENT_TIMEOUT_MS: String(TIMEOUT_MS) } });
  admin = await app.as('ADMIN');
  holder = new pg.Client({ connectionString: app.database.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await putSales(app, await openShop(app), [aSale('2026-11-01T05:00:00Z'), aSale('2026-11-02T05:00:00Z')]);
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await app.stop();
});

/** What somebody might write to become a part of a statement. */
const nasty = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    `'; drop table sale; --`,
    `') or 1=1 --`,
    '$1',
    '{now}',
    '{value}::uuid',
    '%_\\',
    '"d0"',
    `\u2019); select pg_sleep(10)`,
  ),
);

describe('the statement of a question', () => {
  it('the statement of a question is the same text whatever values a question of its shape has', async () => {
    const textOf = (question: unknown) => {
      const { set, query } = askedOf(salesQuestions, question as Asked, NOW, 'Asia/Tashkent');
      return compileTable(set.at(NOW), query);
    };
    const shape = (value: string, other: string, currency: string, bound: number, day: number, zone: string) => ({
      metrics: ['REVENUE', 'CUSTOMERS'],
      dimensions: ['CUSTOMER', 'DEVICE_MODEL'],
      grain: 'DAY',
      range: { from: `2026-10-${String(day).padStart(2, '0')}`, to: '2026-11-01' },
      compareTo: 'PREVIOUS_YEAR',
      timezone: zone,
      currency,
      filter: {
        or: [{ customerName: { contains: value } }, { serial: { in: [other, value] } }],
        customer: { region: { eq: other }, city: { contains: value } },
        device: { model: { eq: value } },
      },
      having: [{ metric: 'ORDERS', gte: bound, lt: bound + 1 }],
      top: { count: 1 + (day % 5), by: 'REVENUE' },
      cumulative: ['ORDERS'],
      orderBy: [{ metric: 'REVENUE', direction: 'DESC' }],
    });
    const { text } = textOf(shape('a', 'b', 'UZS', 1, 1, 'UTC'));
    fc.assert(
      fc.property(
        nasty,
        nasty,
        fc.stringMatching(/^[A-Z]{3}$/),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
        (...values) => {
          expect(textOf(shape(...values)).text).toBe(text);
        },
      ),
      { numRuns: 300 },
    );
    expect(text).not.toMatch(/UZS|Berlin|2026/);
  });

  it('a question never causes an internal error, whatever it is made of', async () => {
    const value = fc.oneof(
      nasty,
      fc.constantFrom(null, true, -1, 0, 1e308, 2 ** 53, 'ORDERS', 'REVENUE', 'DAY', 'STATUS', 'CREATED_BY', 'asc'),
      fc.constantFrom([], {}, [[]], ['ORDERS'], ['STATUS'], { preset: 'TODAY' }, [{ metric: 'REVENUE', gte: 1e308 }]),
      fc.record({ customerName: fc.record({ contains: nasty }) }),
      fc.record({ from: nasty, to: fc.constantFrom('2026-01-01', '9999-12-31T23:59:59Z') }),
      fc.record({ count: fc.integer(), by: fc.constantFrom('REVENUE', 'CUSTOMERS', 'MEDIAN_DAYS_TO_ACTIVATION') }),
    );
    const members =
      'metrics dimensions grain range time timezone currency filter having orderBy top compareTo cumulative fill limit';
    const some = fc.dictionary(fc.constantFrom(...members.split(' '), '__proto__', 'constructor'), value, {
      maxKeys: 4,
    });
    await fc.assert(
      fc.asyncProperty(some, async (question) => {
        const [status] = await refusalOf(admin, SALES, { metrics: ['ORDERS'], ...question });
        expect([question, status === 200 || status === 400]).toEqual([question, true]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a question that takes too long', () => {
  const wide: Question = {
    metrics: ['REVENUE', 'CUSTOMERS', 'MEDIAN_DAYS_TO_ACTIVATION'],
    dimensions: ['CUSTOMER', 'DEVICE_SERIAL', 'CREATED_BY', 'DEVICE_FIRMWARE_VERSION'],
    grain: 'HOUR',
    range: { from: '2025-11-22', to: '2026-11-21' },
    compareTo: 'PREVIOUS_YEAR',
    fill: 'NONE',
    top: { count: 1_000, by: 'CUSTOMERS' },
  };

  it('a question that takes too long is refused with what to do, frees its connection, and leaves those of others alone', async () => {
    // The lock stands for data that no statement can read in time.
    await holder.query('begin; lock table sale in access exclusive mode');
    const attacks = race(6, () => send(admin, SALES, wide));
    const other = await app.as('VIEWER');
    const customers = await other.gql('{ customerMetrics(query: { metrics: [CUSTOMERS] }) { totals } }');
    expect(customers.body.data.customerMetrics.totals).toEqual([3]);
    for (const { body } of await attacks) {
      expect(body.errors[0].message).toBe(
        'The question took too long. Ask for a shorter range, fewer dimensions or a filter, by DAY or longer, or for less in one request. What takes longest is CUSTOMERS and MEDIAN_DAYS_TO_ACTIVATION, for which each row needs all values: leave it out, or ask for it alone. A file has more time: GET /v1/admin/exports/sales-metrics.',
      );
      expect(body.errors[0].extensions).toMatchObject({ status: 400, code: 'QUERY_COST_EXCEEDED' });
    }
    const [{ busy }] = await app.sql(
      `select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and query like '%with bucket as%' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    expect(busy).toBe(0);
    await holder.query('rollback');
    expect((await send(admin, SALES, wide)).body.errors).toBeUndefined();
  });

  it('a document that asks for too many rows at once is refused before anything is read', async () => {
    const rows = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `q${at}: salesMetrics(query: { metrics: [ORDERS], limit: 5000 }) { rows { metrics } }`,
      );
    expect((await admin.gql(`{ ${rows(1).join(' ')} }`)).body.errors).toBeUndefined();
    const { body } = await admin.gql(`{ ${rows(2).join(' ')} }`);
    expect(body.errors[0].extensions).toMatchObject({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(body.errors[0].message).toMatch(/cost/);
  });
});
