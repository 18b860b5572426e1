import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reachEmbeddedPostgres } from '../../src/platform/embedded-postgres/reach.ts';
import type { BenchCase } from '../case.ts';
import { withDatabase } from '../database.ts';
import { startKarvon } from '../karvon.ts';
import { sender } from '../million/business.ts';
import { seedSales, seedTeam } from '../seed-commerce.ts';
import { timeInTurns } from '../timed.ts';

const SALES = 2_000_000;
/** The hours of a year, and some. */
const HOURS_AT_LEAST = 8_700;
/** Of the budget in docs/develop/performance.md: a question, whatever its grain. */
const AT_MOST_MS = 2_000;
const MINUTES = 60;
const TEAM = 10;
const CALLS = 1;

const QUESTIONS: Readonly<Record<string, string>> = {
  'orders, all kept hours': 'metrics: [ORDERS]',
  'orders and revenue': 'metrics: [ORDERS, REVENUE]',
  'revenue of one currency': 'metrics: [REVENUE], currency: "UZS"',
  'orders of customers of a region': 'metrics: [ORDERS], filter: { customer: { region: { eq: "Samarkand" } } }',
  'orders above an amount': 'metrics: [ORDERS], filter: { total: { gt: 2000000 } }',
  'orders of a model': 'metrics: [ORDERS], filter: { device: { model: { eq: "MODEL-1" } } }',
  'refunds and the average order': 'metrics: [REFUNDED, AVERAGE_ORDER_VALUE, ORDERS]',
  'different customers': 'metrics: [CUSTOMERS]',
  'different customers of a status': 'metrics: [CUSTOMERS], filter: { status: { eq: FULFILLED } }',
  'different customers and orders': 'metrics: [CUSTOMERS, ORDERS]',
  'a sum of the question’s own': 'measures: [{ as: "discounts", sum: { number: DISCOUNT } }]',
};

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Questions by the hour of a year, each over all sales of that year. */
export const hours: BenchCase = {
  name: 'hours',
  title: `questions by the hour of a year of ${SALES.toLocaleString('en-US')} sales, one at a time`,
  minutes: MINUTES,
  run: async (context) => {
    const { options, progress } = context;
    const dataDir = join(options.place === undefined ? context.directory : resolve(options.place), 'hours');
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const karvon = await startKarvon({ dataDir, env: { BUSINESS_TIME_ZONE: 'Asia/Tashkent' } });
    const { url, stop } = await reachEmbeddedPostgres(join(dataDir, 'postgres'), progress);
    try {
      const found = await withDatabase(
        url,
        async (client) => (await client.query('select from sale limit 1')).rowCount,
      );
      if (!found) {
        progress(`inserting ${SALES} sales`);
        await seedSales(url, SALES);
      }
      const send = sender(karvon.port, await seedTeam(url, TEAM, 'SUPER_ADMIN'));
      const ask = async (words: string) => {
        const range = `range: { from: "${dayBefore(364)}", to: "${dayBefore(0)}" }`;
        const { salesMetrics } = await send.data(
          `{ salesMetrics(query: { ${words}, grain: HOUR, limit: 5000, ${range} }) { rowCount totals } }`,
        );
        const { rowCount } = salesMetrics as { rowCount: number };
        if (rowCount < HOURS_AT_LEAST) throw new Error(`${words}: ${rowCount} rows`);
      };
      const ways = Object.entries(QUESTIONS)
        .filter(([name]) => options.only.test(name))
        .map(([name, words]) => ({ name, run: () => ask(words) }));
      const timings = await timeInTurns({ ways, rounds: options.rounds, calls: CALLS, progress });
      return {
        rows: timings.map(({ name, median, timesMs }) => ({ what: name, p50: median, timesMs })),
        targets: timings.map(({ name, median }) => ({
          promise: `${name}: at most ${AT_MOST_MS} ms`,
          measured: median,
          held: median <= AT_MOST_MS,
        })),
      };
    } finally {
      await karvon.process.stop();
      await stop();
    }
  },
};
