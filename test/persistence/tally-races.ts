import pg from 'pg';
import { foldSaleBuyers } from '../../src/persistence/analytics/sale-buyers.ts';
import { foldSaleHours } from '../../src/persistence/analytics/sale-hours.ts';
import { foldTallies, TALLIES } from '../../src/persistence/tallies.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { repetitions } from '../support/repetitions.ts';

const ROUNDS = repetitions({ quick: 1, rare: 8 });
const WRITERS = 6;
const WRITES = 25;
const ZONE = 'Asia/Tashkent';

/** What counts of a table, beside every row. */
const ONLY: Readonly<Record<string, string>> = {
  preorder: 'deleted_at is null',
};
const SUMS: Readonly<Record<string, readonly string[]>> = {
  sale: ['unit_price', 'discount', 'total', 'refunded_total'],
  preorder: ['quantity', 'full_price * quantity', 'deposit_amount * quantity'],
};

/** The differences between the tallies and a plain count of their tables; none is right. */
export async function miscounted({ sql }: Pick<TestApp, 'sql'>): Promise<unknown[]> {
  const tables = Object.entries(TALLIES).map(([subject, words]) => {
    const sums = [0, 1, 2, 3].map((at) => `coalesce(sum(${SUMS[subject]?.[at] ?? '0'}), 0)::bigint`);
    return `select '${subject}', array[${words.join(', ')}]::text[], count(*), ${sums.join(', ')}
      from ${subject} where ${ONLY[subject] ?? 'true'} group by 2`;
  });
  const sums = [1, 2, 3, 4].map((at) => `sum(sums[${at}])::bigint`);
  const tallied = `select subject, key, sum(count)::bigint, ${sums.join(', ')}
      from (select * from tally union all select * from tally_change) t
     group by 1, 2 having sum(count) <> 0 or ${sums.map((sum) => `${sum} <> 0`).join(' or ')}`;
  const parts = [difference(sql, tallied, tables.join(' union all ')), miscountedSales(sql), miscountedPurchases(sql)];
  return (await Promise.all(parts)).flat();
}

/** The differences between what is kept of customers' purchases and a plain count of their sales; none is right. */
export function miscountedPurchases(sql: TestApp['sql']): Promise<unknown[]> {
  const plain = `select c.id, s.currency, c.created_at, count(*), sum(s.total), sum(s.refunded_total), sum(s.total - s.refunded_total)
    from customer c join sale s on s.customer_id = c.id where s.status <> 'CANCELLED' group by 1, 2`;
  const kept =
    'select customer_id, currency, customer_created_at, orders, revenue, refunded, net_revenue from customer_purchases';
  return difference(sql, kept, plain);
}

async function miscountedSales(sql: TestApp['sql']): Promise<unknown[]> {
  const parts = Object.entries({
    ALL: `''`,
    CHANNEL: 'sales_channel',
    PAYMENT_STATUS: 'payment_status',
    MODEL: 'd.model',
  });
  const grains = { '': 'hour', _DAY: 'day' };
  const kept = parts.flatMap(([part, value]) =>
    Object.entries(grains).map(([suffix, grain]) => [part + suffix, value, grain] as const),
  );
  const counts = `s.status <> 'CANCELLED'`;
  const plain = kept.map(
    ([part, value, grain]) => `select '${part}', date_trunc('${grain}', sold_at, 'UTC'), currency, ${value},
       count(*) filter (where ${counts}), count(*) filter (where not ${counts}),
       coalesce(sum(unit_price) filter (where ${counts}), 0), coalesce(sum(discount) filter (where ${counts}), 0),
       coalesce(sum(refunded_total) filter (where ${counts}), 0)
      from sale s join device d on d.id = s.device_id group by 2, 3, 4`,
  );
  const figures = ['orders', 'cancelled', 'gross', 'discount', 'refunded'];
  const changed = kept.map(
    ([part, value, grain]) =>
      `select '${part}', date_trunc('${grain}', hour, 'UTC'), currency, ${value.replace('d.', '')}, ${figures.join(', ')} from sale_hour_change`,
  );
  const tallied = `select part, hour, currency, value, ${figures.map((figure) => `sum(${figure})`).join(', ')}
    from (select * from sale_hour union all ${changed.join(' union all ')}) t group by 1, 2, 3, 4
   having sum(orders) <> 0 or sum(cancelled) <> 0`;
  return difference(sql, tallied, plain.join(' union all '));
}

/** The same of the customers of days and of those who bought before, of one time zone, once the job has counted all changes. */
async function miscountedBuyers(app: TestApp): Promise<unknown[]> {
  const pool = new pg.Pool({ connectionString: app.database.url, max: 1 });
  await foldSaleBuyers(pool, ZONE);
  await pool.end();
  const pairs = `(select currency, day, lag(day) over (partition by currency, customer_id order by day) as before
    from (select distinct currency, customer_id, (sold_at at time zone '${ZONE}')::date as day from sale where status <> 'CANCELLED') d)`;
  const plain = `select 'DAY', currency, day, day, count(*) from ${pairs} p group by 2, 3, 4
    union all select 'AGAIN', currency, before, day, count(*) from ${pairs} p where before is not null group by 2, 3, 4
    union all select 'AGAIN_MONTH', currency, date_trunc('month', before)::date, day, count(*) from ${pairs} p where before is not null group by 2, 3, 4`;
  const kept = 'select part, currency, before, day, count from sale_buyers where count <> 0';
  return [...(await difference(app.sql, kept, plain)), ...(await app.sql('select * from sale_buyer_change'))];
}

function difference(sql: TestApp['sql'], one: string, other: string): Promise<unknown[]> {
  // The first ones tell enough; Jest takes minutes to print thousands.
  return sql(`((${one}) except all (${other})) union all ((${other}) except all (${one})) limit 20`);
}

/** Writers of every tallied table, while the jobs fold and some connections are killed in the middle of their work. */
export function describeTallyRaces(): void {
  describe('the tallies', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp();
      for (let n = 0; n < WRITERS; n += 1) {
        const { deviceId } = await makeSale(app, { device: { model: `LAMP${n % 3}` } });
        await makeDevice(app, { status: 'READY' });
        await makeDevice(app, { status: 'ACTIVE' });
        await makePreorder(app, { number: `PRE-${n}` });
        await app.sql(`update device set firmware_channel = 'BETA' where id = $1`, [deviceId]);
      }
    });
    afterAll(() => app.stop());

    it.each(Array.from({ length: ROUNDS }, (_, at) => at))(
      'equal a recount after writes, rollbacks, kills and folds that race (round %p)',
      async () => {
        let isOver = false;
        const folds = [foldTallies, foldTallies, foldSaleHours, foldSaleHours, foldBuyers, foldBuyers];
        const folding = folds.map(async (fold) => {
          const pool = new pg.Pool({ connectionString: app.database.url, max: 1 });
          pool.on('error', () => undefined);
          while (!isOver) await fold(pool).catch(() => undefined);
          await pool.end();
        });
        await Promise.all(Array.from({ length: WRITERS }, (_, at) => writeAndDie(app, at)));
        isOver = true;
        await Promise.all(folding);
        expect(await miscounted(app)).toEqual([]);
        expect(await miscountedBuyers(app)).toEqual([]);
        const [left] = await app.sql('select count(*)::int as sales from sale where refunded_total > 0');
        expect(left?.sales).toBeGreaterThan(0);
      },
    );

    it('are what the function of the database counts', async () => {
      await recount(app);
      expect(await app.sql('select from tally_change union all select from sale_hour_change')).toEqual([]);
      expect(await miscounted(app)).toEqual([]);
      expect(await miscountedBuyers(app)).toEqual([]);
    });

    it('were raced by every kind of change', () => {
      expect([...committed].sort()).toEqual([...STATEMENTS].sort());
    });

    it('are empty after their table was emptied', async () => {
      await makeCustomerRow(app);
      await app.sql('truncate customer cascade');
      expect(await miscounted(app)).toEqual([]);
      expect(await app.sql('select from sale_buyers')).toEqual([]);
      expect(await miscountedBuyers(app)).toEqual([]);
      const rows = await app.sql(`select from tally where subject in ('customer', 'sale', 'device') and count <> 0`);
      expect(rows).toEqual([]);
    });
  });
}

/** Counts everything again, as ADR 29 tells an operator: whoever writes meanwhile may end it by a deadlock, and it has changed nothing then. */
async function recount(app: TestApp): Promise<void> {
  for (;;) {
    try {
      await app.sql('select tally_recount()');
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '40P01') throw error;
    }
  }
}

/** Now and then by the days of another time zone, as if the business had moved. */
function foldBuyers(pool: pg.Pool): Promise<void> {
  return foldSaleBuyers(pool, Math.random() < 0.2 ? 'America/New_York' : ZONE);
}

/** One writer: transactions of one to three statements, of which every fourth is rolled back and some end with their connection. */
async function writeAndDie(app: TestApp, seed: number): Promise<void> {
  let { client, pid } = await connect(app);
  for (let write = 0; write < WRITES; write += 1) {
    const work = async () => {
      await client.query('begin');
      const statements = Array.from({ length: 1 + (write % 3) }, (_, step) => statementOf(3 * seed + write + step));
      for (const statement of statements) await client.query(statement);
      await client.query(write % 4 === 3 ? 'rollback' : 'commit');
      if (write % 4 !== 3) for (const statement of statements) committed.add(statement);
    };
    // A deadlock and a kill leave nothing, as a rollback does.
    const working = work().catch(() => client.query('rollback').catch(() => undefined));
    const isKilled = write % 5 === 4;
    if (isKilled) await app.sql('select pg_terminate_backend($1)', [pid]);
    await working;
    if (!isKilled) continue;
    await client.end().catch(() => undefined);
    ({ client, pid } = await connect(app));
  }
  await client.end().catch(() => undefined);
}

async function connect(app: TestApp): Promise<{ client: pg.Client; pid: number }> {
  const client = new pg.Client({ connectionString: app.database.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return { client, pid: rows[0].pid };
}

/** What was committed at least once. */
const committed = new Set<string>();
const statementOf = (number: number) => STATEMENTS[number % STATEMENTS.length] ?? '';

const one = (table: string, condition = 'true') =>
  `id in (select id from ${table} where ${condition} order by random() limit 1)`;
const STATEMENTS = [
  `update sale set status = 'PENDING', payment_status = 'UNPAID', refunded_total = 0 where ${one('sale')}`,
  `update sale set status = 'CANCELLED', payment_status = 'UNPAID', refunded_total = 0 where ${one('sale')}`,
  `update sale set status = 'PAID', payment_status = 'PAID', refunded_total = total / 10, sold_at = sold_at - interval '7 hours' where ${one('sale')}`,
  `update sale set sales_channel = 'RESELLER', currency = 'USD', notes = 'moved' where ${one('sale')}`,
  `update sale set notes = 'only a note'`,
  `update sale set customer_id = (select id from customer order by random() limit 1) where ${one('sale')}`,
  `insert into sale select (jsonb_populate_record(s.*, jsonb_build_object('id', gen_random_uuid(), 'number', gen_random_uuid(), 'status', 'REFUNDED',
     'payment_status', 'REFUNDED', 'refunded_total', s.total))).* from sale s order by random() limit 2`,
  `delete from sale where ${one('sale', `status = 'REFUNDED'`)}`,
  `update sale set device_released_at = case when device_released_at is null then now() end where ${one('sale')}`,
  `update device set status = case status when 'READY' then 'SUSPENDED' else 'READY' end where ${one('device')}`,
  `update device set firmware_channel = null`,
  `insert into customer (id, full_name, preferred_language, country, source, created_at, updated_at)
     select gen_random_uuid(), 'Racer', case when n > 1 then 'ru' end, case when n > 2 then 'KZ' end, 'site', now(), now()
       from generate_series(1, 3) n`,
  `update customer set preferred_language = 'uz' where ${one('customer')}`,
  `update customer set country = 'UZ', city = 'Nukus', region = case when region is null then 'Samarqand' end, source = 'sale'
    where ${one('customer')}`,
  `delete from customer where ${one('customer', `full_name = 'Racer'`)}`,
  `update preorder set status = 'CONTACTED' where ${one('preorder')}`,
  `update preorder set deleted_at = case when deleted_at is null then now() end where ${one('preorder')}`,
  `update preorder set quantity = quantity % 20 + 1, full_price = 1000, utm_source = 'site', region = case when region is null then 'Samarqand' end
    where ${one('preorder')}`,
  `update sale set unit_price = unit_price + 1000, total = total + 1000 where ${one('sale')}`,
  `update sale set unit_price = unit_price + 7, discount = discount + 7 where ${one('sale')}`,
  `update claim_code set status = 'VOID', claimed_at = case when claimed_at is null then now() end where ${one('claim_code')}`,
  `update device set activated_at = case when activated_at is null then now() end, claimed_at = now() where ${one('device')}`,
  `update sale set claimed_at = case when claimed_at is null then now() end where ${one('sale')}`,
];
