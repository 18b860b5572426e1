/** `npm run fuzz`: sends random valid and invalid requests to a service, and checks every answer against its OpenAPI file. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killAllProcesses } from '../bench/processes.ts';
import { abandonService } from './abandon-service.ts';
import { curlLine } from './curl.ts';
import { readReleaseKey } from './release-package.ts';
import type { Report } from './report.ts';
import { fuzz, openSession, type Session } from './run.ts';
import { startOwnService, type Target } from './service.ts';

const USAGE = `npm run fuzz -- [options]

  --seed <n>        repeats a run: the same data in the same order (random unless told)
  --runs <n>        cases of valid data for each operation, and as many of invalid data (25)
  --only <pattern>  what to try, as a regular expression: 'POST /v1/admin/sales', 'graphql', 'mutation createSale'
  --abandon         instead: clients leave at 40 instants of each kind of request, and nothing of them may be left
  --keep            keeps the service running when something failed, so that curl can repeat it
  --url <url>       a service that you can throw away: it is filled and its settings change (its own unless told)
  --email <email>   of a SUPER_ADMIN of that service; the environment has the password: ADMIN_PASSWORD
  --key <file>      a release key that it trusts, from \`karvon release keygen\`: without one no package can be uploaded
  --help`;

interface Arguments {
  readonly seed: number;
  readonly runs: number;
  /** A regular expression. */
  readonly only: string;
  readonly keep: boolean;
  readonly abandon: boolean;
  readonly url: string | undefined;
  readonly email: string | undefined;
  readonly key: string | undefined;
}

const EVERYTHING = '.';
const MOST_RUNS = 10_000;
/** The exit code of what a signal has ended. */
const INTERRUPTED = 130;

function readArguments(): Arguments | undefined {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      runs: { type: 'string', default: '25' },
      only: { type: 'string', default: EVERYTHING },
      keep: { type: 'boolean', default: false },
      abandon: { type: 'boolean', default: false },
      url: { type: 'string' },
      email: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { keep, abandon, url, email, key } = values;
  const [seed, runs] = [Number(values.seed), Number(values.runs)];
  if (!Number.isSafeInteger(seed)) throw new RangeError('--seed must be a whole number');
  if (!(Number.isInteger(runs) && runs > 0 && runs <= MOST_RUNS)) {
    throw new RangeError(`--runs must be a whole number from 1 to ${MOST_RUNS}`);
  }
  if (abandon && url !== undefined) throw new RangeError('--abandon needs a service of its own: leave out --url');
  return { seed, runs, only: values.only, keep, abandon, url, email, key };
}

/** The service that is named, or one of our own. */
async function targetOf({ url, email, key }: Arguments): Promise<Target> {
  if (url === undefined) return startOwnService();
  const password = process.env.ADMIN_PASSWORD;
  if (email === undefined || !password) throw new Error('--url needs --email, and ADMIN_PASSWORD in the environment');
  const releaseKey = key === undefined ? undefined : await readReleaseKey(key);
  return { url: url.replace(/\/$/, ''), first: { email, password }, releaseKey, stop: async () => undefined };
}

async function print(report: Report, given: Arguments, url: string): Promise<void> {
  const { failures, unreached, unprepared, requests } = report;
  const lines = [report.table(), ''];
  const hasFile = failures.some(({ request }) => Buffer.isBuffer(request.body));
  const folder = hasFile ? await mkdtemp(join(tmpdir(), 'karvon-fuzz-')) : '';
  for (const { operation, check, what, request } of failures) {
    lines.push(`FAILED ${check}: ${operation}`, `  ${what}`, `  ${curlLine(url, request, folder)}`, '');
  }
  for (const name of unreached) lines.push(`NEVER SUCCEEDED: ${name}`);
  for (const [name, why] of unprepared) lines.push(`NOT PREPARED: ${name}: ${why}`);
  if (report.endedBy) lines.push(`ENDED EARLY: ${report.endedBy}`);
  if (failures.length > 0 && given.url === undefined && !given.keep) {
    lines.push('The service and its data are gone. Repeat with --keep to have one that answers the curl lines.');
  }
  lines.push(`${requests} requests, ${failures.length} failures, ${unreached.length} never succeeded.`);
  lines.push(`Repeat: npm run fuzz -- ${repeatOf(given)}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function abandon(session: Session, { databaseUrl = '' }: Target, seed: number, progress: (text: string) => void) {
  const left = await abandonService(session, { seed, databaseUrl, progress });
  session.wire.close();
  for (const what of left) process.stdout.write(`LEFT: ${what}\n`);
  if (left.length > 0) process.exitCode = 1;
  process.stdout.write(
    `Every pool is ${left.length > 0 ? 'not ' : ''}whole.\nRepeat: npm run fuzz -- --abandon --seed ${seed}\n`,
  );
}

/** The options that make the same run again. */
function repeatOf({ seed, runs, only, url, email, key }: Arguments): string {
  const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const options = { only: only === EVERYTHING ? undefined : only, url, email, key };
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : `--${name} ${word(value)}`,
  );
  return [`--seed ${seed} --runs ${runs}`, ...words].join(' ');
}

async function main(): Promise<void> {
  const given = readArguments();
  if (!given) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  process.on('exit', killAllProcesses);
  const { seed, runs } = given;
  process.stdout.write(`seed ${seed}\n`);
  const target = await targetOf(given);
  // npm passes on the signal that the terminal has sent to all: it comes twice.
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void target.stop().finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  try {
    const progress = (text: string) => process.stderr.write(`  ${text}\n`);
    const session = await openSession(target);
    if (given.abandon) {
      await abandon(session, target, seed, progress);
      return;
    }
    const report = await fuzz(session, { seed, runs, only: new RegExp(given.only, 'i'), progress });
    session.wire.close();
    await print(report, given, target.url);
    const isClean = report.failures.length + report.unreached.length === 0 && !report.endedBy;
    if (!isClean) process.exitCode = 1;
    if (!isClean && given.keep) {
      process.stdout.write(`The service still runs at ${target.url}; end it with Ctrl-C.\n`);
      await new Promise(() => setInterval(() => undefined, 60_000));
    }
  } finally {
    await target.stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`fuzz: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
