import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchCase, BenchContext, BenchRow } from '../case.ts';
import { type Karvon, signIn, startKarvon } from '../karvon.ts';
import { createDevices } from '../seed.ts';
import { median } from '../statistics.ts';

const SALES = 1_000_000;
const DEVICES = 1_000;
/** Of each contender in each round, in turn. */
const RUNS = 3;
/** Maximum time of the compiled statement, as a multiple of handwritten SQL. */
const AT_MOST = 1.3;
const ZONE = 'Asia/Tashkent';
const DAYS = 365;

/** The year as the service takes it and as PostgreSQL does: 22 November 2025 to 21 November 2026 in Tashkent. */
const QUERY = `{ salesMetrics(query: { metrics: [ORDERS, REVENUE, REFUNDED], dimensions: [SALES_CHANNEL], grain: DAY,
  range: { from: "2025-11-22", to: "2026-11-21" }, timezone: "${ZONE}", currency: "UZS", limit: 5000 }) {
  rows { bucketStart dimensions metrics } } }`;
const FROM = '2025-11-21T19:00:00Z';
const TO = '2026-11-21T19:00:00Z';

/** The same table in handwritten SQL: each day of each channel that sold. */
const BY_HAND = `
  with sold as (
    select date_trunc('day', sold_at, $3) as day, sales_channel as channel, count(*) as orders, sum(total)::bigint as revenue,
           sum(refunded_total)::bigint as refunded
      from sale
     where sold_at >= $1 and sold_at < $2 and currency = $4 and status <> 'CANCELLED'
     group by 1, 2)
  select d.day, c.channel, coalesce(s.orders, 0) as orders, coalesce(s.revenue, 0) as revenue, coalesce(s.refunded, 0) as refunded
    from generate_series($1::timestamptz, $2::timestamptz - interval '1 day', interval '1 day') as d (day)
   cross join (select distinct channel from sold) c
    left join sold s on s.day = d.day and s.channel = c.channel
   order by d.day, c.channel`;

const SEED = `
  insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                    sales_channel, sold_at, device_released_at, refunded_total, created_by, created_at, updated_at)
  select gen_random_uuid(), 'BENCH-' || n, (select id from customer), d.id, price, price / 10, price - price / 10,
         case when r % 10 = 0 then 'USD' else 'UZS' end, case when r % 20 = 1 then 'UNPAID' else 'PAID' end,
         case when r % 20 = 1 then 'CANCELLED' else 'PAID' end,
         (array['DIRECT', 'INSTAGRAM', 'TELEGRAM', 'WEBSITE', 'RESELLER', 'OFFLINE', 'OTHER'])[1 + (r / 7) % 7],
         sold, sold, 0, gen_random_uuid(), sold, sold
    from (select n, r, r % 2000000 as price, $1::timestamptz + (r % 31536000) * interval '1 second' as sold
            from (select n, abs(hashint8extended(n, 42)) as r from generate_series(1, $2::bigint) n) numbers) facts
    join (select id, row_number() over () - 1 as place from device) d on d.place = r % $3`;

interface Compiled {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same table, as the built service compiles it. */
async function compiledTable(): Promise<Compiled> {
  const at = (name: string) => new URL(`../../dist/src/persistence/analytics/${name}.js`, import.meta.url).href;
  const [{ compile }, { salesDataset }] = await Promise.all([import(at('compile')), import(at('sales-dataset'))]);
  return compile(salesDataset, {
    metrics: ['orders', 'revenue', 'refunded'],
    dimensions: ['SALES_CHANNEL'],
    grain: 'DAY',
    limit: null,
    range: { from: new Date(FROM), to: new Date(TO) },
    timeZone: ZONE,
    currency: 'UZS',
    now: new Date(),
  });
}

async function startSeeded(context: BenchContext): Promise<{ karvon: Karvon; client: pg.Client; cookie: string }> {
  const databaseUrl = await (await context.cluster()).createDatabase('karvon');
  const dataDir = join(context.directory, 'karvon-analytics');
  await mkdir(dataDir, { mode: 0o700 });
  const karvon = await startKarvon({ dataDir, databaseUrl });
  const admin = await signIn(karvon);
  await createDevices(admin, DEVICES);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  context.progress(`inserting ${SALES} sales`);
  await client.query(
    `insert into customer (id, full_name, created_at, updated_at) values (gen_random_uuid(), 'Bench', now(), now())`,
  );
  await client.query(SEED, [FROM, SALES, DEVICES]);
  await client.query('vacuum analyze sale');
  return { karvon, client, cookie: admin.cookie };
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Sales of a year by day and channel: the compiled statement, handwritten SQL, and the complete answer over GraphQL. */
export const analytics: BenchCase = {
  name: 'analytics',
  title: `a year by day and channel over ${SALES.toLocaleString('en-US')} sales, one at a time`,
  run: async (context) => {
    if (context.options.baselinesOnly) return { rows: [], targets: [] };
    const { karvon, client, cookie } = await startSeeded(context);
    try {
      const compiled = await compiledTable();
      const answer = async () => {
        const reply = await fetch(`http://127.0.0.1:${karvon.port}/graphql`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ query: QUERY }),
        });
        const { data, errors } = JSON.parse(await reply.text());
        if (errors) throw new Error(`${reply.status} ${JSON.stringify(errors)}`);
        return data.salesMetrics.rows;
      };
      const byHand = () => client.query(BY_HAND, [FROM, TO, ZONE, 'UZS']);
      const byCompiler = () => client.query(compiled.text, [...compiled.values]);
      await assertSame((await byHand()).rows, (await byCompiler()).rows, await answer());

      const contenders = [
        { what: 'handwritten SQL', work: byHand },
        { what: 'the compiled statement', work: byCompiler },
        { what: 'the complete answer, with its totals, over GraphQL', work: answer },
      ].map((contender) => ({ ...contender, timesMs: [] as number[] }));
      for (let run = 0; run < RUNS * context.options.rounds; run += 1) {
        for (const { work, timesMs } of contenders) timesMs.push(await timeMs(work));
      }
      const [hand = Number.NaN, compiler = Number.NaN] = contenders.map(({ timesMs }) => median(timesMs));
      const rows: BenchRow[] = contenders.map(({ what, timesMs }) => ({
        what,
        p50: median(timesMs),
        ratio: hand / median(timesMs),
        timesMs,
      }));
      const times = compiler / hand;
      const promise = `the compiled statement takes at most ${AT_MOST} times what handwritten SQL takes`;
      return { rows, targets: [{ promise, measured: times, held: times <= AT_MOST }] };
    } finally {
      await client.end();
    }
  },
};

/** Checks that all three return the same figures; otherwise their times are not comparable. */
async function assertSame(
  byHand: readonly Record<string, unknown>[],
  byCompiler: readonly Record<string, unknown>[],
  answered: readonly { readonly bucketStart: string; readonly dimensions: unknown[]; readonly metrics: unknown[] }[],
): Promise<void> {
  const line = (time: unknown, channel: unknown, figures: readonly unknown[]) =>
    [new Date(String(time)).toISOString(), channel, ...figures.map(Number)].join(' ');
  const hand = byHand.map(({ day, channel, orders, revenue, refunded }) =>
    line(day, channel, [orders, revenue, refunded]),
  );
  const compiler = byCompiler.map(({ time, d0, m0, m1, m2 }) => line(time, d0, [m0, m1, m2]));
  const shown = answered.map(({ bucketStart, dimensions, metrics }) => line(bucketStart, dimensions[0], metrics));
  const texts = new Set([hand, compiler, shown].map((lines) => lines.toSorted().join('\n')));
  if (texts.size > 1 || hand.length % DAYS !== 0 || hand.length < 2 * DAYS) {
    throw new Error('the contenders returned different figures');
  }
}
