import { isDeepStrictEqual } from 'node:util';
import type { BenchCase } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { withDatabase } from '../database.ts';
import { signIn } from '../karvon.ts';
import { type Period, type ReportRange, reportByHand } from '../report-by-hand.ts';
import { seedSales } from '../seed-commerce.ts';
import { type TimedWay, timeInTurns } from '../timed.ts';

const SALES = 200_000;
const ZONE = 'Asia/Tashkent';
const DAYS = 365;
const DAY_MS = 24 * 3_600_000;
/** Few enough that the longest run stays within an admin's 120 calls a minute. */
const CALLS = 3;

interface Report {
  readonly range: ReportRange;
  readonly previous: Period;
  readonly generatedAt: string;
}

/** The day that it is so many milliseconds from now, where the business is. */
function dayAt(offsetMs: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() + offsetMs);
}

async function askReport(port: number, cookie: string): Promise<Report> {
  const path = `/v1/admin/analytics/sales?range=custom&from=${dayAt((1 - DAYS) * DAY_MS)}&to=${dayAt(0)}`;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Checks that both reports agree, except for the time of the answer and the echoed query. */
function assertSame({ range: _range, generatedAt: _at, ...figures }: Report, byHand: unknown): void {
  if (isDeepStrictEqual(figures, JSON.parse(JSON.stringify(byHand)))) return;
  throw new Error('the handwritten report returned different figures');
}

/** The complete sales report: totals, previous year, by day, channel, payment and model. */
export const salesReport: BenchCase = {
  name: 'sales-report',
  title: `the complete sales report of a year by day over ${SALES.toLocaleString('en-US')} sales, one at a time`,
  run: async (context) => {
    const { options, progress } = context;
    const { databaseUrl, ...karvon } = await startKarvonOn(context, 'sales_report', { BUSINESS_TIME_ZONE: ZONE });
    progress(`inserting ${SALES} sales`);
    await seedSales(databaseUrl, SALES);
    const { cookie } = await signIn(karvon);
    const report = await askReport(karvon.port, cookie);
    const timings = await withDatabase(databaseUrl, async (client) => {
      const byHand = () => reportByHand(client, report.range, report.previous);
      assertSame(report, await byHand());
      const ways: readonly TimedWay[] = [
        { name: 'six handwritten statements', run: byHand },
        { name: 'Karvon, REST', run: () => askReport(karvon.port, cookie) },
      ];
      const used = options.baselinesOnly ? ways.slice(0, 1) : ways;
      return timeInTurns({ ways: used, rounds: options.rounds, calls: CALLS, progress });
    });
    const byHand = timings[0]?.median ?? Number.NaN;
    return {
      rows: timings.map(({ name, median, timesMs }) => ({ what: name, p50: median, timesMs, ratio: byHand / median })),
      targets: [],
    };
  },
};
