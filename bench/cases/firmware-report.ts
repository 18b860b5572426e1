import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startBenchServer } from '../bench-server.ts';
import type { BenchCase, BenchContext } from '../case.ts';
import { type Contender, compare } from '../compare.ts';
import type { Device } from '../heartbeat-signer.ts';
import { signIn, startKarvon } from '../karvon.ts';
import { packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';
import { createDevices, seedDevices } from '../seed.ts';

const DEVICES = 10_000;
const CONNECTIONS = 64;
/** Signed requests per second of a run; a faster server ends its run earlier. */
const SIGNED_PER_SECOND = 25_000;
const ECHO_SHARE = 0.2;
const REQUEST_BYTES = 720;

interface Installing extends Device {
  readonly releaseId: string;
  readonly installationId: string;
}

/** A release at 100 % with an installation on each device. */
async function seedInstallations(databaseUrl: string, devices: readonly Device[]): Promise<Installing[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO release (id, source, version, build_number, hardware_revision, security_version, channel, lifecycle,
         mandatory, release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage, rollout_started_at,
         created_by, created_at, updated_at)
       SELECT gen_random_uuid(), 'PACKAGE', '2.0.0', 2, 'A1', 1, 'STABLE', 'ROLLING_OUT', false, '{}', repeat('0', 64), 1048576,
              '{}', 100, now(), gen_random_uuid(), now(), now()`,
    );
    await client.query(
      `INSERT INTO installation (id, device_id, release_id, attempt, status, from_version, created_at, updated_at)
       SELECT gen_random_uuid(), d.id, r.id, 1, 'AVAILABLE', '1.0.0', now(), now() FROM device d CROSS JOIN release r`,
    );
    await client.query('VACUUM ANALYZE installation, release');
    const { rows } = await client.query<{ serial: string; releaseId: string; installationId: string }>(
      `SELECT d.serial, i.release_id AS "releaseId", i.id AS "installationId"
         FROM installation i JOIN device d ON d.id = i.device_id`,
    );
    const bySerial = new Map(rows.map((row) => [row.serial, row]));
    return devices.flatMap((device) => {
      const row = bySerial.get(device.serial);
      return row ? [{ ...device, releaseId: row.releaseId, installationId: row.installationId }] : [];
    });
  } finally {
    await client.end();
  }
}

/**
 * Reports that all change something: each device verifies, loses power, downloads again, and so on.
 * @returns sign(count): that many, signed now, with timestamps that grow
 */
function createReportSigner(devices: readonly Installing[]): (count: number) => RequestPool {
  let signed = 0;
  let timestamp = 0;

  function next(): string {
    const position = signed % devices.length;
    const pass = Math.floor(signed / devices.length);
    if (position === 0) timestamp = Math.max(Date.now(), timestamp + 1);
    signed += 1;
    const device = devices[position];
    if (!device) throw new Error('no devices to sign for');
    const { serial, secret, releaseId, installationId } = device;
    const status = pass % 2 ? 'VERIFYING' : 'DOWNLOADING';
    const payload = `${timestamp}.${serial}.${releaseId}.${installationId}.${status}`;
    return serializeRequest({
      method: 'POST',
      path: '/v1/firmware/report',
      headers: {
        'x-karvon-timestamp': String(timestamp),
        'x-karvon-proof': createHmac('sha256', secret).update(payload).digest('hex'),
      },
      body: JSON.stringify({ serial, releaseId, installationId, status, fromVersion: '1.0.0' }),
    });
  }

  return (count) => packRequests(count, REQUEST_BYTES, next);
}

async function startSeededKarvon(context: BenchContext): Promise<{ contender: Contender; devices: Installing[] }> {
  const databaseUrl = await (await context.cluster()).createDatabase('karvon_reports');
  const dataDir = join(context.directory, 'karvon-reports');
  await mkdir(dataDir, { mode: 0o700 });
  const karvon = await startKarvon({ dataDir, databaseUrl });
  context.progress(`inserting ${DEVICES} devices with an update in progress`);
  await createDevices(await signIn(karvon), DEVICES);
  const devices = await seedInstallations(databaseUrl, await seedDevices(databaseUrl, dataDir, DEVICES));
  return { contender: { name: 'Karvon', port: karvon.port, pid: karvon.process.pid }, devices };
}

/** Installation reports with a valid proof, each answered after its commit. */
export const firmwareReport: BenchCase = {
  name: 'firmware-report',
  title: `firmware reports with a valid proof, ${DEVICES.toLocaleString('en-US')} devices, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    const echo = await startBenchServer('echo', 'echo.ts', {});
    if (baselinesOnly) return { rows: [], targets: [] };
    const { contender, devices } = await startSeededKarvon(context);
    const sign = createReportSigner(devices);
    const medians = await compare({
      contenders: [echo, contender],
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
    const share = (medians[1]?.perSecond ?? Number.NaN) / ceiling;
    return {
      rows: medians.map(({ name, ...numbers }) => ({ what: name, ...numbers, ratio: numbers.perSecond / ceiling })),
      targets: [
        { promise: `at least ${ECHO_SHARE} of the rate of the Koa echo`, measured: share, held: share >= ECHO_SHARE },
      ],
    };
  },
};
