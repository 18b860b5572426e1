import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { BenchCase, BenchRow } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { withDatabase } from '../database.ts';
import { type AdminCaller, signIn } from '../karvon.ts';
import { seedCustomers } from '../seed-commerce.ts';
import { type TimedWay, timeInTurns } from '../timed.ts';

const ROWS = 200_000;
const MAX_PEAK_MIB = 150;
const KIB_PER_MIB = 1_024;
const LINE_FEED = 10;

/** The columns and the order of the export. */
const COPY = `
  COPY (SELECT id, full_name, email, phone, company, country, city, region, telegram_username, preferred_language, notes,
               source, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          FROM customer ORDER BY created_at DESC, id DESC) TO STDOUT (FORMAT csv)`;

/** Reads and discards the whole file. @returns its number of lines; no cell of the bench has a line break */
function download(port: number, { cookie }: AdminCaller): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = get({ port, path: '/v1/admin/customers/export.csv', headers: { cookie }, agent: false }, (answer) => {
    let lines = 0;
    answer.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    });
    answer.once('error', reject);
    answer.once('end', () => {
      if (answer.statusCode === 200) resolve(lines);
      else reject(new Error(`the export returned status ${answer.statusCode}`));
    });
  });
  request.once('error', reject);
  return promise;
}

function assertRows(name: string, rows: number | null): void {
  if (rows !== ROWS) throw new Error(`${name}: ${rows} rows instead of ${ROWS}`);
}

/** The most memory that a process had resident (proc(5): VmHWM, in KiB); undefined where /proc is not. */
async function peakMiB(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return peak === undefined ? undefined : Number(peak) / KIB_PER_MIB;
}

/** Exports all customers as CSV, one request at a time. */
export const csvExport: BenchCase = {
  name: 'csv-export',
  title: `export of ${ROWS.toLocaleString('en-US')} customers as CSV, rows per second`,
  run: async (context) => {
    const { options, progress } = context;
    const { databaseUrl, ...karvon } = await startKarvonOn(context, 'csv_export');
    progress(`inserting ${ROWS} customers`);
    await seedCustomers(databaseUrl, ROWS);
    const admin = await signIn(karvon);
    const before = await peakMiB(karvon.process.pid);
    const timings = await withDatabase(databaseUrl, (client) => {
      const copy: TimedWay = {
        name: 'COPY ... TO STDOUT',
        run: async () => assertRows('COPY', (await client.query(COPY)).rowCount),
      };
      const file: TimedWay = {
        name: 'Karvon',
        run: async () => assertRows('Karvon', (await download(karvon.port, admin)) - 1),
      };
      return timeInTurns({
        ways: options.baselinesOnly ? [copy] : [copy, file],
        rounds: options.rounds,
        calls: 1,
        progress,
      });
    });
    const peak = await peakMiB(karvon.process.pid);
    const fastest = timings[0]?.median ?? Number.NaN;
    const rows: BenchRow[] = timings.map(({ name, median, timesMs }) => ({
      what: name,
      perSecond: (ROWS / median) * 1_000,
      p50: median,
      timesMs,
      ratio: fastest / median,
      ...(name === 'Karvon' ? { peakMiB: peak } : {}),
    }));
    if (options.baselinesOnly || peak === undefined) return { rows, targets: [] };
    return {
      rows: [...rows, { what: 'Karvon before its first export', peakMiB: before }],
      targets: [{ promise: `under ${MAX_PEAK_MIB} MiB resident`, measured: peak, held: peak < MAX_PEAK_MIB }],
    };
  },
};
