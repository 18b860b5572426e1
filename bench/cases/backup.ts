import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchCase, BenchRow } from '../case.ts';
import { createHeartbeatSigner } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { type Latency, type LoadResult, runLoad } from '../load-client.ts';
import { startProcess } from '../processes.ts';
import { createDevices, seedDevices } from '../seed.ts';
import { median } from '../statistics.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const CONNECTIONS = 16;
/** Heartbeats are measured in pieces, so that those beside a command end with it. */
const PIECE_MS = 5_000;
const PIECES_ALONE = 4;
const SIGNED_PER_SECOND = 2_000;
const SAMPLE_MS = 250;
const KIB_PER_MIB = 1_024;
const MAX_P95_RATIO = 2;
/** Node with the packages of the command has some 100. */
const MAX_PEAK_MIB = 300;
const MINUTES = 120;

interface Ran {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly stdout: string;
}

/** Runs a command of the line, and notes the most memory that it had resident. */
async function karvon(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const from = performance.now();
  const command = await startProcess({ name: args.join(' '), command: process.execPath, args: [MAIN, ...args], env });
  let peakMiB = 0;
  while (!command.ended()) {
    const status = await readFile(`/proc/${command.pid}/status`, 'latin1').catch(() => '');
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (peak !== undefined) peakMiB = Number(peak) / KIB_PER_MIB;
    await sleep(SAMPLE_MS);
  }
  const seconds = (performance.now() - from) / 1_000;
  await command.stop();
  return { seconds, peakMiB, stdout: command.output() };
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

/** What heartbeats wait for beside a backup, and beside a re-sealing of all devices. */
export const backup: BenchCase = {
  name: 'backup',
  title: `heartbeats beside a backup and a re-sealing, ${CONNECTIONS} connections`,
  minutes: MINUTES,
  run: async (context) => {
    const { directory, options, progress } = context;
    const databaseUrl = await (await context.cluster()).createDatabase('backed_up');
    const dataDir = join(directory, 'karvon-backed-up');
    await mkdir(dataDir, { mode: 0o700 });
    const service = await startKarvon({ dataDir, databaseUrl });
    progress(`making ${options.devices} devices`);
    await createDevices(await signIn(service), options.devices);
    const sign = createHeartbeatSigner(await seedDevices(databaseUrl, dataDir, options.devices));
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const heartbeats = async (isOver: (pieces: number) => boolean) => {
      const pieces: LoadResult[] = [];
      do {
        const pool = sign((PIECE_MS / 1_000) * SIGNED_PER_SECOND);
        const load = { port: service.port, pool, connections: CONNECTIONS, warmUpMs: 0, repeat: false };
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
      progress(`karvon ${args[0]} took ${ran.seconds.toFixed(1)} s: ${ran.stdout.trim().split('\n').at(-1)}`);
      return { result, ran };
    };

    await heartbeats((pieces) => pieces === PIECES_ALONE);
    const alone = await heartbeats((pieces) => pieces === PIECES_ALONE);
    const passphrase = join(directory, 'passphrase');
    await writeFile(passphrase, 'correct horse battery\n', { mode: 0o600 });
    const file = join(directory, 'one.backup');
    const backedUp = await beside(['backup', file, '--no-verify', '--json', '--passphrase-file', passphrase]);
    const { size } = await stat(file);
    const { stdout: added } = await karvon(['keys', 'add', 'encryption'], env);
    await karvon(['keys', 'rotate', 'encryption', added.trim().split('\n').at(-1) ?? ''], env);
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
  },
};
