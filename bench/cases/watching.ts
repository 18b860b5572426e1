import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchCase, BenchContext } from '../case.ts';
import { type Contender, compare, type Measurement } from '../compare.ts';
import { createHeartbeatSigner } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { createDevices, seedDevices } from '../seed.ts';
import { median } from '../statistics.ts';

const DEVICES = 10_000;
const CONNECTIONS = 64;
/** Of a round: a number and not a time, so that each service has compiled as much of its code on a busy machine as on a quiet one. */
const HEARTBEATS = 6_000;
const ROUND_LIMIT_MS = 110_000;
const MAX_COST = 1.05;

/** The services that are compared, by what watches them; each is an instance on the same database. */
const WATCHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nothing: { SLOW_STATEMENT_MS: '0' },
  'slow statements': {},
  'metrics and slow statements': { METRICS_PORT: '0' },
};

async function startAll(context: BenchContext) {
  const databaseUrl = await (await context.cluster()).createDatabase('watched');
  const dataDir = join(context.directory, 'karvon-watched');
  await mkdir(dataDir, { mode: 0o700 });
  const contenders: Contender[] = [];
  for (const [name, env] of Object.entries(WATCHED)) {
    const karvon = await startKarvon({ dataDir, databaseUrl, env });
    if (contenders.length === 0) await createDevices(await signIn(karvon), DEVICES);
    contenders.push({ name, port: karvon.port, pid: karvon.process.pid });
  }
  return { contenders, devices: await seedDevices(databaseUrl, dataDir, DEVICES) };
}

/** Processor time of a heartbeat in microseconds: that of the process by all that it answered, so that waits do not count. */
function cpuOf({ serverCpuSeconds, statuses }: Measurement): number {
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return ((serverCpuSeconds ?? Number.NaN) / answered) * 1_000_000;
}

/** What it costs a heartbeat that the service is watched: processor time, because rates vary with the load of the machine. */
export const watching: BenchCase = {
  name: 'watching',
  title: `processor time of a heartbeat by what watches the service, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, baselinesOnly } = context.options;
    if (baselinesOnly) return { rows: [], targets: [] };
    const { contenders, devices } = await startAll(context);
    const sign = createHeartbeatSigner(devices);
    const measured = new Map<string, Measurement[]>(contenders.map(({ name }) => [name, []]));
    // The first round warms the services up.
    for (let round = 0; round <= rounds; round += 1) {
      const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)];
      for (const contender of order) {
        // Heartbeats of its own: one that another instance has stored already takes another way.
        const [medians] = await compare({
          contenders: [contender],
          rounds: 1,
          connections: CONNECTIONS,
          warmUpMs: 0,
          durationMs: ROUND_LIMIT_MS,
          expectedStatus: 201,
          requests: () => sign(HEARTBEATS),
          repeat: false,
          progress: context.progress,
        });
        if (round > 0) measured.get(contender.name)?.push(...(medians?.rounds ?? []));
      }
    }
    const rows = [...measured].map(([name, results]) => ({
      what: name,
      perSecond: median(results.map(({ perSecond }) => perSecond)),
      cpu: median(results.map(cpuOf)),
      serverCpu: median(results.map(({ serverCpu }) => serverCpu ?? Number.NaN)),
      rounds: results,
    }));
    const [first, , last] = rows;
    const cost = (last?.cpu ?? Number.NaN) / (first?.cpu ?? Number.NaN);
    return {
      rows: rows.map(({ cpu, ...row }) => ({
        ...row,
        ratio: cpu / (first?.cpu ?? Number.NaN),
        verdict: `${cpu.toFixed(1)} us of processor time`,
      })),
      targets: [{ promise: `metrics cost at most ${MAX_COST} times`, measured: cost, held: cost <= MAX_COST }],
    };
  },
};
