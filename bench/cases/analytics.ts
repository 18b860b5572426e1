import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchCase, BenchContext, BenchRow } from '../case.ts';
import { type Karvon, signIn, startKarvon } from '../karvon.ts';
import { createDevices } from '../seed.ts';
import { median } from '../statistics.ts';

const SALES = 200_000;
const DEVICES = 1_000;
/** Of each contender in each round, in turn. */
const RUNS = 3;
/** Maximum time of the compiled statement, relative to handwritten SQL. */
const PROMISED_SHARE = 0.8;
const ZONE = 'Asia/Tashkent';

/** The year as the service takes it and as PostgreSQL does: 22 November 2025 to 21 November 2026 in Tashkent. */
const QUERY = 'range=custom&from=2025-11-22&to=2026-11-21&currency=UZS';
const FROM = '2025-11-21T19:00:00Z';
const TO = '2026-11-21T19:00:00Z';

/** The same table in handwritten SQL. */
const BY_HAND = `
  select d.day, coalesce(s.orders, 0) as orders, coalesce(s.revenue, 0) as revenue, coalesce(s.refunded, 0) as refunded
    from generate_series($1::timestamptz, $2::timestamptz - interval '1 day', interval '1 day') as d (day)
    left join (select date_trunc('day', sold_at, $3) as day, count(*) as orders, sum(total)::bigint as revenue,
                      sum(refunded_total)::bigint as refunded
                 from sale
                where sold_at >= $1 and sold_at < $2 and currency = $4 and status <> 'CANCELLED'
                group by 1) s on s.day = d.day
   order by d.day`;

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
    grain: 'DAY',
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

/** Sales analytics of a year by day: the compiled statement, handwritten SQL, and the complete REST response. */
export const analytics: BenchCase = {
  name: 'analytics',
  title: `a year by day over ${SALES.toLocaleString('en-US')} sales, one at a time`,
  run: async (context) => {
    if (context.options.baselinesOnly) return { rows: [], targets: [] };
    const { karvon, client, cookie } = await startSeeded(context);
    try {
      const compiled = await compiledTable();
      const answer = async () => {
        const reply = await fetch(`http://127.0.0.1:${karvon.port}/v1/admin/analytics/sales?${QUERY}`, {
          headers: { cookie },
        });
        const text = await reply.text();
        if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
        return JSON.parse(text);
      };
      const byHand = () => client.query(BY_HAND, [FROM, TO, ZONE, 'UZS']);
      const byCompiler = () => client.query(compiled.text, [...compiled.values]);
      await assertSame((await byHand()).rows, (await byCompiler()).rows, (await answer()).series);

      const contenders = [
        { what: 'handwritten SQL', work: byHand },
        { what: 'the compiled statement', work: byCompiler },
        { what: 'the complete REST response (five tables)', work: answer },
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
      const share = hand / compiler;
      const promise = `the compiled statement has at least ${PROMISED_SHARE} of the speed of handwritten SQL`;
      return { rows, targets: [{ promise, measured: share, held: share >= PROMISED_SHARE }] };
    } finally {
      await client.end();
    }
  },
};

/** Checks that all three return the same figures; otherwise their times are not comparable. */
async function assertSame(
  byHand: readonly Record<string, unknown>[],
  byCompiler: readonly Record<string, unknown>[],
  series: readonly Record<string, unknown>[],
): Promise<void> {
  const hand = byHand.map(({ orders, revenue, refunded }) => [orders, revenue, refunded].map(Number));
  const compiler = byCompiler.map(({ m0, m1, m2 }) => [m0, m1, m2].map(Number));
  const shown = series.map(({ orders, revenue, refunded }) => [orders, revenue, refunded].map(Number));
  const texts = new Set([hand, compiler, shown].map((figures) => JSON.stringify(figures)));
  if (texts.size > 1 || hand.length !== 365) throw new Error('the contenders returned different figures');
}
