/** `npm run bench [case ...]`: measures, prints a table, writes bench/results/<start>.json. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchCase, BenchOptions } from './case.ts';
import { analytics } from './cases/analytics.ts';
import { backup } from './cases/backup.ts';
import { consoleCase } from './cases/console.ts';
import { crowd } from './cases/crowd.ts';
import { csvExport } from './cases/csv-export.ts';
import { downloads } from './cases/downloads.ts';
import { firmwareLatest } from './cases/firmware-latest.ts';
import { firmwareReport } from './cases/firmware-report.ts';
import { floods } from './cases/floods.ts';
import { graphqlScreens } from './cases/graphql-screens.ts';
import { heartbeats } from './cases/heartbeats.ts';
import { hours } from './cases/hours.ts';
import { million } from './cases/million.ts';
import { preorderCreate } from './cases/preorder-create.ts';
import { salesList } from './cases/sales-list.ts';
import { salesReport } from './cases/sales-report.ts';
import { startUp } from './cases/start-up.ts';
import { watching } from './cases/watching.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { describeMachine } from './machine.ts';
import { killAllProcesses, stopAllProcesses } from './processes.ts';
import { type CaseReport, formatCase, writeReport } from './report.ts';

const CASES: readonly BenchCase[] = [
  heartbeats,
  firmwareLatest,
  firmwareReport,
  salesList,
  graphqlScreens,
  preorderCreate,
  csvExport,
  analytics,
  salesReport,
  downloads,
  startUp,
  watching,
  backup,
  million,
  crowd,
  floods,
  consoleCase,
  hours,
];
const RESULTS = fileURLToPath(new URL('./results', import.meta.url));
/** A run that takes longer is aborted, unless one of its cases may. */
const MINUTES = 15;
/** Share of the CPU used by other processes above which results are unreliable. */
const QUIET = 0.1;

const USAGE = `npm run bench -- [case ...] [options]

cases: ${CASES.map(({ name, minutes }) => (minutes ? `${name} (only when named)` : name)).join(', ')} (all unless named)
  --rounds <n>      rounds of each comparison (10)
  --seconds <n>     measured seconds of each server in each round (1.5)
  --warm-up <n>     seconds before them (0.5)
  --baselines       only what Karvon is compared with
  --sizes <n>,<n>   of million and crowd: the devices of the two businesses; crowd takes the larger (10000,1000000)
  --place <folder>  of them, of hours and backup: where they are kept, and found by the next run (made for the run unless told)
  --devices <n>     of backup: how many there are (10000)
  --only <pattern>  of million and floods: the calls or attacks to measure, as a regular expression
  --help
TMPDIR says where the databases of the run are made.`;

interface Arguments {
  readonly cases: readonly BenchCase[];
  readonly options: BenchOptions;
}

function positive(name: string, text: string, maximum: number): number {
  const value = Number(text);
  if (!(value > 0 && value <= maximum)) throw new RangeError(`--${name} must be greater than 0 and at most ${maximum}`);
  return value;
}

function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '1.5' },
      'warm-up': { type: 'string', default: '0.5' },
      baselines: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '10000,1000000' },
      place: { type: 'string' },
      devices: { type: 'string', default: '10000' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = positionals.filter((name) => !CASES.some((known) => known.name === name));
  if (unknown.length > 0) throw new RangeError(`unknown case: ${unknown.join(', ')}`);
  return {
    cases: CASES.filter(({ name, minutes }) => (positionals.length === 0 ? !minutes : positionals.includes(name))),
    options: {
      rounds: Math.ceil(positive('rounds', values.rounds, 20)),
      durationMs: positive('seconds', values.seconds, 20) * 1_000,
      warmUpMs: positive('warm-up', values['warm-up'], 10) * 1_000,
      baselinesOnly: values.baselines,
      sizes: sizesOf(values.sizes),
      place: values.place,
      devices: Math.ceil(positive('devices', values.devices, 2_000_000)),
      only: new RegExp(values.only, 'i'),
    },
  };
}

function sizesOf(text: string): BenchOptions['sizes'] {
  const [smaller = 0, larger = 0, ...more] = text.split(',').map(Number);
  if (smaller >= 10 && larger > smaller && more.length === 0) return [smaller, larger];
  throw new RangeError('--sizes must be two numbers of devices, the smaller first: 10000,1000000');
}

function progress(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

/** A folder that the user postgres can pass through, when the bench runs as root. */
async function makeFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, 0o711);
  return folder;
}

/** Runs the cases one after the other; what a case started is ended before the next begins. */
async function runCases({ cases, options }: Arguments, directory: string): Promise<void> {
  const startedAt = new Date().toISOString();
  const machine = await describeMachine(directory);
  if (machine.busyBefore > QUIET)
    progress(`other processes use ${machine.busyBefore} of the CPU: the results are less reliable`);
  const reports: CaseReport[] = [];
  let database: Record<string, string> = {};
  for (const benchCase of cases) {
    const place = await makeFolder(join(directory, `${benchCase.name}-`));
    let cluster: Promise<Cluster> | undefined;
    progress(benchCase.name);
    const result = await benchCase.run({
      directory: place,
      options,
      progress,
      cluster: () => {
        cluster ??= startCluster(place);
        return cluster;
      },
    });
    if (cluster) database = await (await cluster).describe();
    await stopAllProcesses();
    const report = { name: benchCase.name, title: benchCase.title, ...result };
    reports.push(report);
    if (report.rows.length > 0) process.stdout.write(`\n${formatCase(report)}\n\n`);
  }
  const path = await writeReport(RESULTS, {
    startedAt,
    machine: { ...machine, ...database },
    options: { ...options, only: options.only.source },
    cases: reports,
  });
  process.stdout.write(`${JSON.stringify({ ...machine, ...database })}\n${path}\n`);
}

async function main(): Promise<void> {
  const given = readArguments();
  if (!given) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const directory = await makeFolder(join(tmpdir(), 'karvon-bench-'));
  let ending: Promise<void> | undefined;
  function cleanUp(): Promise<void> {
    ending ??= stopAllProcesses().then(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
    return ending;
  }
  function abort(reason: string): void {
    process.stderr.write(`bench: ${reason}; stopping all processes\n`);
    void cleanUp().finally(() => process.exit(1));
  }
  process.on('exit', killAllProcesses);
  process.once('SIGINT', () => abort('interrupted'));
  process.once('SIGTERM', () => abort('terminated'));
  const minutes = Math.max(MINUTES, ...given.cases.map((each) => each.minutes ?? 0));
  setTimeout(() => abort('the run took too long'), minutes * 60_000).unref();
  try {
    await runCases(given, directory);
  } finally {
    await cleanUp();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
