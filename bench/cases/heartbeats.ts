import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startBenchServer } from '../bench-server.ts';
import type { BenchCase, BenchContext, BenchTarget } from '../case.ts';
import { type Contender, compare, type Medians } from '../compare.ts';
import { createHeartbeatSigner, type Device } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { createDevices, seedDevices } from '../seed.ts';

const DEVICES = 10_000;
const CONNECTIONS = 64;
/** Signed requests per second of a run; a faster server ends its run earlier. */
const SIGNED_PER_SECOND = 40_000;
const ECHO_SHARE = 0.55;
const PER_REQUEST_TIMES = 5;

async function startPerRequest({ cluster }: BenchContext, devices: readonly Device[]): Promise<Contender> {
  const databaseUrl = await (await cluster()).createDatabase('per_request');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(await readFile(new URL('../servers/heartbeat-per-request.sql', import.meta.url), 'utf8'));
    await client.query('INSERT INTO device (serial, secret) SELECT * FROM unnest($1::text[], $2::bytea[])', [
      devices.map(({ serial }) => serial),
      devices.map(({ secret }) => secret),
    ]);
    await client.query('INSERT INTO device_presence (device_id) SELECT id FROM device');
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  return startBenchServer('one transaction per request', 'heartbeat-per-request.ts', { DATABASE_URL: databaseUrl });
}

async function startSeededKarvon(context: BenchContext): Promise<{ contender: Contender; devices: Device[] }> {
  const databaseUrl = await (await context.cluster()).createDatabase('karvon');
  const dataDir = join(context.directory, 'karvon-heartbeats');
  await mkdir(dataDir, { mode: 0o700 });
  const karvon = await startKarvon({ dataDir, databaseUrl });
  context.progress(`inserting ${DEVICES} devices`);
  await createDevices(await signIn(karvon), DEVICES);
  const devices = await seedDevices(databaseUrl, dataDir, DEVICES);
  return { contender: { name: 'Karvon', port: karvon.port, pid: karvon.process.pid }, devices };
}

/** Devices for the baseline servers when Karvon itself is not measured. */
function inventDevices(): Device[] {
  return Array.from({ length: DEVICES }, (_, index) => ({
    serial: `BENCH-${String(index).padStart(11, '0')}`,
    secret: randomBytes(32),
  }));
}

function targetsOf(medians: readonly Medians[]): BenchTarget[] {
  const rate = new Map(medians.map(({ name, perSecond }) => [name, perSecond]));
  const karvon = rate.get('Karvon');
  if (karvon === undefined) return [];
  const ofEcho = karvon / (rate.get('echo') ?? Number.NaN);
  const ofPerRequest = karvon / (rate.get('one transaction per request') ?? Number.NaN);
  return [
    { promise: `at least ${ECHO_SHARE} of the rate of the Koa echo`, measured: ofEcho, held: ofEcho >= ECHO_SHARE },
    {
      promise: `at least ${PER_REQUEST_TIMES} times the rate of one transaction per request`,
      measured: ofPerRequest,
      held: ofPerRequest >= PER_REQUEST_TIMES,
    },
  ];
}

/** Heartbeats with a valid proof, each answered after its commit. */
export const heartbeats: BenchCase = {
  name: 'heartbeats',
  title: `heartbeats with a valid proof, ${DEVICES.toLocaleString('en-US')} devices, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    const karvon = baselinesOnly ? undefined : await startSeededKarvon(context);
    const devices = karvon?.devices ?? inventDevices();
    const echo = await startBenchServer('echo', 'echo.ts', {});
    const perRequest = await startPerRequest(context, devices);
    const sign = createHeartbeatSigner(devices);
    const medians = await compare({
      contenders: [echo, perRequest, ...(karvon ? [karvon.contender] : [])],
      rounds,
      connections: CONNECTIONS,
      warmUpMs,
      durationMs,
      expectedStatus: 201,
      requests: () => sign(Math.ceil(((warmUpMs + durationMs) / 1_000) * SIGNED_PER_SECOND)),
      repeat: false,
      progress: context.progress,
    });
    const ceiling = medians[0]?.perSecond ?? Number.NaN;
    return {
      rows: medians.map(({ name, ...numbers }) => ({ what: name, ...numbers, ratio: numbers.perSecond / ceiling })),
      targets: targetsOf(medians),
    };
  },
};
