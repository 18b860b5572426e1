import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchCase, BenchContext, BenchRow, CaseResult } from '../case.ts';
import { createHeartbeatSigner } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { type Latency, type LoadResult, runLoad } from '../load-client.ts';
import { withBusiness } from '../million/business.ts';
import { startProcess } from '../processes.ts';
import { createDevices, seedDevices } from '../seed.ts';
import { median } from '../statistics.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const CONNECTIONS = 16;
/** Heartbeats are measured in pieces, so that those beside a command end with it. */
const PIECE_MS = 5_000;
const PIECES_ALONE = 4;
const SIGNED_PER_SECOND = 2_000;
/** Devices that send heartbeats are a half, since not all of a business may, and at most so many: each needs a secret. */
const MAX_HEARD = 20_000;
const SAMPLE_MS = 250;
const KIB_PER_MIB = 1_024;
const MAX_P95_RATIO = 2;
/** Node with the packages of the command has some 150, and V8 takes up to 100 more for young objects, however many rows there are. */
const MAX_PEAK_MIB = 350;
const MINUTES = 120;
const { PRIORITY_BELOW_NORMAL: BACKUP_PRIORITY } = constants.priority;

interface Ran {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly output: string;
}

/** Runs a command of the line, and notes the most memory that it had resident. Throws where it fails. */
async function karvon(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const from = performance.now();
  const command = await startProcess({ name: args.join(' '), command: process.execPath, args: [MAIN, ...args], env });
  // A backup of the schedule runs in the group of the service, where Linux lets its low priority count. Each process of a bench is a group of its own.
  await writeFile(`/proc/${command.pid}/autogroup`, String(BACKUP_PRIORITY)).catch(() => undefined);
  let peakMiB = 0;
  while (!command.ended()) {
    const status = await readFile(`/proc/${command.pid}/status`, 'latin1').catch(() => '');
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (peak !== undefined) peakMiB = Number(peak) / KIB_PER_MIB;
    await sleep(SAMPLE_MS);
  }
  const seconds = (performance.now() - from) / 1_000;
  await command.stop();
  if (command.exitCode() !== 0) throw new Error(`karvon ${args.join(' ')}: ${command.output()}`);
  return { seconds, peakMiB, output: command.output() };
}

interface Heartbeats {
  readonly perSecond: number;
  readonly latency: Latency;
  /** Each status that is no 201, with its number. */
  readonly others: readonly (readonly [string, number])[];
}

/** The medians of the pieces. */
function together(pieces: readonly LoadResult[]): Heartbeats {
  const middle = (pick: (piece: LoadResult) => number) => median(pieces.map(pick));
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    latency: {
      p50: middle(({ latency }) => latency.p50),
      p95: middle(({ latency }) => latency.p95),
      p99: middle(({ latency }) => latency.p99),
    },
    others: pieces.flatMap(({ statuses }) => Object.entries(statuses).filter(([status]) => status !== '201')),
  };
}

function rowOf(what: string, { perSecond, latency, others }: Heartbeats, ran?: Ran, verdict = ''): BenchRow {
  return {
    what,
    perSecond,
    ...latency,
    ...(ran && { peakMiB: ran.peakMiB }),
    verdict: [ran ? `${ran.seconds.toFixed(0)} s` : '', verdict, ...others.map((each) => each.join(': '))]
      .join(' ')
      .trim(),
  };
}

/** A running service with devices, and where it keeps them. */
interface Fleet {
  readonly port: number;
  readonly databaseUrl: string;
  /** What a command of the line needs to find them. */
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
}

/** The business that is kept at the place, with all that a firm has; or devices alone, which are made for this run. */
async function withFleet(context: BenchContext, work: (fleet: Fleet) => Promise<CaseResult>): Promise<CaseResult> {
  const { directory, options, progress } = context;
  if (options.place !== undefined) {
    const dataDir = join(resolve(options.place), String(options.devices));
    return await withBusiness(context, dataDir, options.devices, (business) =>
      work({ ...business, env: { DATA_DIR: dataDir } }),
    );
  }
  const databaseUrl = await (await context.cluster()).createDatabase('backed_up');
  const dataDir = join(directory, 'karvon-backed-up');
  await mkdir(dataDir, { mode: 0o700 });
  const service = await startKarvon({ dataDir, databaseUrl });
  progress(`making ${options.devices} devices`);
  await createDevices(await signIn(service), options.devices);
  return await work({ port: service.port, databaseUrl, env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } });
}

/** What heartbeats wait for beside a backup, and beside a re-sealing of all devices. */
export const backup: BenchCase = {
  name: 'backup',
  title: `heartbeats beside a backup and a re-sealing, ${CONNECTIONS} connections`,
  minutes: MINUTES,
  run: (context) => withFleet(context, (fleet) => measure(context, fleet)),
};

async function measure(context: BenchContext, { port, databaseUrl, env }: Fleet): Promise<CaseResult> {
  const { directory, options, progress } = context;
  const heard = Math.min(Math.ceil(options.devices / 2), MAX_HEARD);
  const sign = createHeartbeatSigner(await seedDevices(databaseUrl, env.DATA_DIR, heard));
  const heartbeats = async (isOver: (pieces: number) => boolean) => {
    const pieces: LoadResult[] = [];
    do {
      const pool = sign((PIECE_MS / 1_000) * SIGNED_PER_SECOND);
      const load = { port, pool, connections: CONNECTIONS, warmUpMs: 0, repeat: false };
      pieces.push(await runLoad({ ...load, durationMs: PIECE_MS, maximumRequests: pool.count }));
    } while (!isOver(pieces.length));
    return together(pieces);
  };
  const beside = async (args: readonly string[]) => {
    let hasEnded = false;
    const running = karvon(args, env).finally(() => {
      hasEnded = true;
    });
    const result = await heartbeats(() => hasEnded);
    const ran = await running;
    progress(
      `karvon ${args[0]} took ${ran.seconds.toFixed(1)} s, heartbeats p95 ${result.latency.p95.toFixed(1)} ms: ${ran.output.replaceAll(/\s+/g, ' ')}`,
    );
    return { result, ran };
  };

  await heartbeats((pieces) => pieces === PIECES_ALONE);
  const alone = await heartbeats((pieces) => pieces === PIECES_ALONE);
  progress(`alone: heartbeats p95 ${alone.latency.p95.toFixed(1)} ms`);
  const passphrase = join(directory, 'passphrase');
  await writeFile(passphrase, 'correct horse battery\n', { mode: 0o600 });
  const file = join(directory, 'one.backup');
  const backedUp = await beside(['backup', file, '--no-verify', '--json', '--passphrase-file', passphrase]);
  const { size } = await stat(file);
  const { output: added } = await karvon(['keys', 'add', 'encryption', '--json'], env);
  await karvon(['keys', 'rotate', 'encryption', /"kid": "(\w+)"/.exec(added)?.[1] ?? ''], env);
  const resealed = await beside(['keys', 'reseal', '--json']);
  const ratio = backedUp.result.latency.p95 / alone.latency.p95;
  const { peakMiB } = backedUp.ran;
  return {
    rows: [
      rowOf('heartbeats alone', alone),
      rowOf('beside a backup', backedUp.result, backedUp.ran, `${(size / 1e6).toFixed(0)} MB`),
      rowOf('beside a re-sealing', resealed.result, resealed.ran),
    ],
    targets: [
      {
        promise: `p95 at most ${MAX_P95_RATIO} times beside a backup`,
        measured: ratio,
        held: ratio <= MAX_P95_RATIO,
      },
      { promise: `a backup under ${MAX_PEAK_MIB} MiB resident`, measured: peakMiB, held: peakMiB < MAX_PEAK_MIB },
    ],
  };
}
