import { createHmac, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBenchServer } from '../bench-server.ts';
import type { BenchCase, BenchContext, BenchTarget } from '../case.ts';
import { type Contender, compare, type Medians } from '../compare.ts';
import type { Device } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';
import { createDevices, seedDevices } from '../seed.ts';
import { seedReleases } from '../seed-releases.ts';

const DEVICES = 10_000;
const CONNECTIONS = 64;
/** Signed requests per second of a run; a faster server ends its run earlier. */
const SIGNED_PER_SECOND = 25_000;
const REQUEST_BYTES = 512;
/** A prime, so that each pass visits every device once, in another order than the seed. */
const STRIDE = 7_919;
const MANY = 50;
/** Minimum rate with 50 releases, relative to the rate with one. */
const MANY_SHARE = 0.8;

/** Versions that the devices run: older than every release, or newer. */
const OLDER = '1.0.0';
const NEWER = '9.0.0';

/** Requests of the whole fleet, in mixed device order, signed now. */
function signLookUps(devices: readonly Device[], currentFirmware: string, count: number): RequestPool {
  const start = Date.now();
  let signed = 0;
  return packRequests(count, REQUEST_BYTES, () => {
    const device = devices[(signed * STRIDE) % devices.length];
    if (!device) throw new Error('no devices to sign for');
    const timestamp = start + Math.floor(signed / devices.length);
    signed += 1;
    const { serial, secret } = device;
    const query = new URLSearchParams({ serial, hardwareRevision: 'A1', currentFirmware, appVersion: '1.0.0' });
    return serializeRequest({
      method: 'GET',
      path: `/v1/firmware/latest?${query}`,
      headers: {
        'x-karvon-timestamp': String(timestamp),
        'x-karvon-proof': createHmac('sha256', secret)
          .update(`${timestamp}.${serial}.${currentFirmware}`)
          .digest('hex'),
      },
    });
  });
}

interface Fleet {
  readonly karvon: Omit<Contender, 'name'>;
  readonly databaseUrl: string;
  readonly devices: readonly Device[];
}

async function startFleet(context: BenchContext): Promise<Fleet> {
  const databaseUrl = await (await context.cluster()).createDatabase('karvon_latest');
  const dataDir = join(context.directory, 'karvon-latest');
  await mkdir(dataDir, { mode: 0o700 });
  const karvon = await startKarvon({ dataDir, databaseUrl });
  context.progress(`inserting ${DEVICES} devices`);
  await createDevices(await signIn(karvon), DEVICES);
  const devices = await seedDevices(databaseUrl, dataDir, DEVICES);
  return { karvon: { port: karvon.port, pid: karvon.process.pid }, databaseUrl, devices };
}

function inventDevices(): Device[] {
  return Array.from({ length: DEVICES }, (_, index) => ({ serial: `BENCH-${index}`, secret: randomBytes(32) }));
}

function targetsOf(medians: readonly Medians[]): BenchTarget[] {
  const rate = (name: string) => medians.find((each) => each.name === name)?.perSecond ?? Number.NaN;
  return ['no update', 'repeated offer'].flatMap((answer) => {
    const measured = rate(`${answer}, ${MANY} releases`) / rate(`${answer}, 1 release`);
    if (Number.isNaN(measured)) return [];
    const promise = `${answer}: with ${MANY} releases, at least ${MANY_SHARE} of the rate with one`;
    return [{ promise, measured, held: measured >= MANY_SHARE }];
  });
}

async function measureFleet(
  { karvon, databaseUrl }: Fleet,
  measure: (contender: Contender, currentFirmware: string) => Promise<readonly Medians[]>,
): Promise<Medians[]> {
  const medians: Medians[] = [];
  for (const releases of [1, MANY]) {
    await seedReleases(databaseUrl, releases);
    const count = `${releases} release${releases === 1 ? '' : 's'}`;
    medians.push(...(await measure({ name: `no update, ${count}`, ...karvon }, NEWER)));
    medians.push(...(await measure({ name: `repeated offer, ${count}`, ...karvon }, OLDER)));
  }
  return medians;
}

/** Firmware requests with a valid proof, each answered after its decision is committed. */
export const firmwareLatest: BenchCase = {
  name: 'firmware-latest',
  title: `firmware requests with a valid proof, ${DEVICES.toLocaleString('en-US')} devices, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    const fleet = baselinesOnly ? undefined : await startFleet(context);
    const devices = fleet?.devices ?? inventDevices();
    const count = Math.ceil(((warmUpMs + durationMs) / 1_000) * SIGNED_PER_SECOND);
    const measure = (contender: Contender, currentFirmware: string) =>
      compare({
        contenders: [contender],
        rounds,
        connections: CONNECTIONS,
        warmUpMs,
        durationMs,
        expectedStatus: 200,
        requests: () => signLookUps(devices, currentFirmware, count),
        repeat: false,
        progress: context.progress,
      });
    const medians = [...(await measure(await startBenchServer('echo', 'echo.ts', {}), OLDER))];
    if (fleet) medians.push(...(await measureFleet(fleet, measure)));
    const ceiling = medians[0]?.perSecond ?? Number.NaN;
    return {
      rows: medians.map(({ name, ...numbers }) => ({ what: name, ...numbers, ratio: numbers.perSecond / ceiling })),
      targets: targetsOf(medians),
    };
  },
};
