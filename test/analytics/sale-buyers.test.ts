import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { countBuyers, foldSaleBuyers } from '../../src/persistence/analytics/sale-buyers.ts';
import { foldSaleHours } from '../../src/persistence/analytics/sale-hours.ts';
import { queryable } from '../../src/persistence/sql/query.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { makeSale } from '../support/factories/sale.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const CUSTOMERS = 40;
const SALES = 700;
const RANGES = 40;

let app: TestApp;
let pool: pg.Pool;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  pool = new pg.Pool({ connectionString: app.database.url, max: 2 });
  await makeSale(app, { soldAt: new Date('2026-04-01T00:00:00Z'), paymentStatus: 'UNPAID' });
  await app.sql(
    `insert into customer (id, full_name, created_at, updated_at) select gen_random_uuid(), 'Buyer', now(), now() from generate_series(1, $1)`,
    [CUSTOMERS],
  );
  await sell(SALES);
});
afterAll(async () => {
  await pool.end();
  await app.stop();
});

/** Sales of seven months over both changes of clocks, a few on the same day, some of them cancelled. */
async function sell(count: number): Promise<void> {
  await app.sql(
    `insert into sale select (jsonb_populate_record(s.*, jsonb_build_object(
        'id', gen_random_uuid(), 'number', gen_random_uuid(), 'device_released_at', now(),
        'customer_id', (array(select id from customer order by id))[1 + floor(random() * random() * $2::int)],
        'currency', case when random() < 0.2 then 'USD' else 'UZS' end,
        'sold_at', timestamptz '2026-03-20T00:00:00Z' + floor(random() * 238 * 96) * interval '15 minutes',
        'status', case when random() < 0.15 then 'CANCELLED' else 'PENDING' end, 'payment_status', 'UNPAID'))).*
       from sale s cross join generate_series(1, $1::int) where s.id = (select id from sale limit 1)`,
    [count, CUSTOMERS],
  );
}

/** Sales come, go, and move to another customer, time, currency and state. */
async function change(): Promise<void> {
  const some = (share: number) => `id in (select id from sale where random() < ${share})`;
  await sell(20);
  await app.sql(`delete from sale where ${some(0.02)}`);
  await app.sql(
    `update sale set status = case status when 'PENDING' then 'CANCELLED' else 'PENDING' end where ${some(0.05)}`,
  );
  await app.sql(`update sale set sold_at = sold_at - interval '9 hours', currency = 'UZS' where ${some(0.05)}`);
  await app.sql(
    `update sale set customer_id = (select id from customer order by random() limit 1) where ${some(0.03)}`,
  );
}

const asking = <T>(work: (db: ReturnType<typeof queryable>) => Promise<T>): Promise<T> =>
  work(queryable(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })));

/** Ranges of days of a time zone, of all lengths. */
async function rangesIn(zone: string): Promise<{ from: Date; to: Date }[]> {
  return (
    await pool.query(
      `select a::timestamp at time zone $1 as from, (a + 1 + floor(random() * random() * 200)::int)::timestamp at time zone $1 as to
         from (select date '2026-03-15' + floor(random() * 240)::int as a from generate_series(1, $2)) r`,
      [zone, RANGES],
    )
  ).rows;
}

async function expectExact(zone: string): Promise<void> {
  const ranges = await rangesIn(zone);
  for (const currency of ['UZS', 'USD', 'EUR']) {
    const plain = await Promise.all(
      ranges.map(async ({ from, to }) => {
        const { rows } = await pool.query(
          `select count(distinct customer_id)::int as count from sale where currency = $1 and sold_at >= $2 and sold_at < $3 and status <> 'CANCELLED'`,
          [currency, from, to],
        );
        return rows[0].count;
      }),
    );
    expect(await asking((db) => countBuyers(db, ranges, { currency, timeZone: zone }))).toEqual(plain);
  }
}

describe('the customers of a range', () => {
  it.each(['Asia/Tashkent', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])(
    'the customers of a range are those of its sales in %s, before the job has counted the changes and after',
    async (zone) => {
      await foldSaleBuyers(pool, zone);
      await expectExact(zone);
      for (let round = 0; round < 3; round += 1) {
        await change();
        expect((await app.sql('select count(*)::int as count from sale_buyer_change'))[0]?.count).toBeGreaterThan(0);
        await expectExact(zone);
        await foldSaleBuyers(pool, zone);
        expect(await app.sql('select * from sale_buyer_change')).toEqual([]);
        await expectExact(zone);
      }
    },
  );

  const [from, to] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z')];
  const kept = (range = { from, to }, timeZone = 'UTC') =>
    asking(async (db) => (await countBuyers(db, [range], { currency: 'UZS', timeZone })) !== undefined);

  it('the customers of a range are not kept for other days than those of the business', async () => {
    await foldSaleBuyers(pool, 'UTC');
    expect(await kept()).toBe(true);
    expect(await kept({ from, to: new Date(to.getTime() - 1) })).toBe(false);
    expect(await kept({ from: new Date(from.getTime() + 1), to })).toBe(false);
    expect(await kept({ from, to }, 'Africa/Abidjan')).toBe(false);
    await app.sql('select tally_recount()');
    expect(await kept()).toBe(false);
    await foldSaleBuyers(pool, 'UTC');
    expect(await kept()).toBe(true);
  });

  it('the customers of a range are not kept for a day that begins twice', async () => {
    // At a minute past midnight, clocks went back to eleven.
    const zone = 'America/Moncton';
    await foldSaleBuyers(pool, zone);
    const twice = ['2003-10-26T03:00:00Z', '2003-10-26T04:00:00Z'].map((at) => new Date(at));
    const [day, after] = [new Date('2003-10-25T03:00:00Z'), new Date('2003-10-27T04:00:00Z')];
    expect(await kept({ from: day, to: after }, zone)).toBe(true);
    for (const edge of twice) {
      expect(await kept({ from: edge, to: after }, zone)).toBe(false);
      expect(await kept({ from: day, to: edge }, zone)).toBe(false);
    }
  });

  it('the customers of a range belong to a time zone that all of its clock changes identify', async () => {
    const rulesOf = async (zone: string) => {
      await foldSaleBuyers(pool, zone);
      return (await app.sql('select rules from sale_buyers_zone'))[0]?.rules;
    };
    const berlin = await rulesOf('Europe/Berlin');
    expect(await rulesOf('Europe/Paris')).toBe(berlin);
    expect(await rulesOf('Europe/London')).not.toBe(berlin);
    // The same offsets in turn, at other times.
    expect(await rulesOf('Asia/Beirut')).not.toBe(await rulesOf('Europe/Helsinki'));
  });

  it('the customers of a range are not kept for days by other clock rules, until the job has counted them again', async () => {
    await foldSaleBuyers(pool, 'UTC');
    await app.sql(`update sale_buyers_zone set rules = 'of an earlier release of Node'`);
    expect(await kept()).toBe(false);
    await app.sql(`update sale_buyers set count = count + 1`);
    await foldSaleBuyers(pool, 'UTC');
    expect(await kept()).toBe(true);
    await expectExact('UTC');
  });

  it('one instance at a time counts the customers of a range', async () => {
    await foldSaleBuyers(pool, 'UTC');
    await sell(1);
    const other = new pg.Client({ connectionString: app.database.url });
    await other.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('karvon:foldSaleBuyers', 0))`);
    for (const zone of ['UTC', 'Asia/Tashkent']) await foldSaleBuyers(pool, zone);
    expect([await app.sql('select zone from sale_buyers_zone'), await kept()]).toEqual([[{ zone: 'UTC' }], true]);
    await other.query('rollback');
    await foldSaleBuyers(pool, 'Asia/Tashkent');
    expect([await app.sql('select zone from sale_buyers_zone'), await kept()]).toEqual([
      [{ zone: 'Asia/Tashkent' }],
      false,
    ]);
    await other.end();
  });

  it('the customers of a range are counted from the sales while very many changes wait for the job', async () => {
    await foldSaleBuyers(pool, 'UTC');
    await app.sql(
      `insert into sale_buyer_change select 'EUR', gen_random_uuid(), now(), 0 from generate_series(1, 5000)`,
    );
    expect(await kept()).toBe(true);
    await app.sql(`insert into sale_buyer_change values ('EUR', gen_random_uuid(), now(), 0)`);
    expect(await kept()).toBe(false);
    await foldSaleBuyers(pool, 'UTC');
    expect(await kept()).toBe(true);
  });
});

describe('getSalesAnalytics: the report', () => {
  it.each([
    ['range=year'],
    ['range=90d'],
    ['range=30d&currency=USD'],
    ['range=custom&from=2026-04-03&to=2026-09-17'],
    ['range=custom&from=2026-05-03T10:00:00Z&to=2026-05-20T12:00:00Z'],
    ['range=custom&from=2026-05-03T10:00:01Z&to=2026-05-20T12:00:00Z'],
  ])('the report is the same from the changes, the hours, the days and the sales: %s', async (query) => {
    const viewer = await app.as('VIEWER');
    const read = async () => (await viewer.rest('GET', `/v1/admin/analytics/sales?${query}`)).body;
    // All sales as changes, none counted.
    await app.sql('delete from sale_buyers_zone');
    await app.sql('create table kept_sale as select * from sale');
    await app.sql('delete from sale');
    await foldSaleHours(pool);
    await foldSaleBuyers(pool, 'Asia/Tashkent');
    await app.sql('insert into sale select * from kept_sale');
    await app.sql('drop table kept_sale');
    const waiting = await read();
    expect(waiting.totals.orders).toBeGreaterThan(0);
    expect(waiting.totals.customers).toBeGreaterThan(0);
    await foldSaleHours(pool);
    await foldSaleBuyers(pool, 'Asia/Tashkent');
    expect(await read()).toEqual(waiting);
    await app.sql('select tally_recount()');
    expect(await read()).toEqual(waiting);
  });
});
