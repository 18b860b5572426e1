import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openFolder } from '../../src/platform/backup/place.ts';
import { reachEmbeddedPostgres } from '../../src/platform/embedded-postgres/reach.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { me, newPhone, pair } from '../pairing/support.ts';
import { FIRST_ADMIN, type Sql } from '../support/app.ts';
import { type CliResult, karvonProcess, startCli } from '../support/cli.ts';
import { type DebianPostgres, debianBinaries, startPrimary } from '../support/debian-postgres.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { hasS3Server, type S3Server, startS3Server } from '../support/s3-server.ts';
import { failedStart, openDatabase, type Service, startService } from '../support/service.ts';
import { tableSums } from '../support/table-sums.ts';
import { until } from '../support/until.ts';

/** The credentials of apps have it. */
const PUBLIC_URL = 'http://localhost:4999';
const PASSPHRASE = 'correct horse battery';
const WRITERS = 4;
const DEVICES = 40;

type Environment = Readonly<Record<string, string>>;
const command = (args: readonly string[], env: Environment): Promise<CliResult> =>
  karvonProcess(args, { env, stdin: `${PASSPHRASE}\n` });
const silent = () => undefined;

/** Texts of random bytes in a table that no heartbeat changes. */
const BALLAST = `
  insert into device_event (id, device_id, at, cause, from_status, to_status, reason)
  select gen_random_uuid(), $1, now(), 'transferDevice', 'SOLD', 'SOLD',
         (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 12) m) from generate_series(1, 20000) n`;

/** What is in the embedded database of a stopped service. */
async function embeddedSums(dataDir: string) {
  const database = await reachEmbeddedPostgres(join(dataDir, 'postgres'), silent);
  try {
    return await tableSums(database.url);
  } finally {
    await database.stop();
  }
}

let dataDir: string;
let service: Service;
let pool: pg.Pool;
let sql: Sql;
let devices: MadeDevice[];
let credential: string;
/** Made while heartbeats ran, before the machine was lost. */
let file: string;

beforeAll(async () => {
  dataDir = temporaryFolder('machine');
  service = await startService({ DATA_DIR: dataDir, PUBLIC_URL });
  const { url } = await reachEmbeddedPostgres(join(dataDir, 'postgres'), silent);
  ({ pool, sql } = openDatabase(url));
  const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
  devices = [];
  for (let made = 0; made < DEVICES; made += 1) devices.push(await makeDevice(house, { status: 'ACTIVE' }));
  const sold = await makeDevice(house, { status: 'SOLD' });
  const paired = await pair(service.client(), sold, newPhone());
  expect(paired.status).toBe(201);
  credential = paired.body.credential;
  // Rows that do not compress, so that a backup and its restore take long enough to be killed.
  await sql(BALLAST, [sold.id]);
});
afterAll(async () => {
  await service.kill9();
  await pool.end();
});

const beatOf = (device: MadeDevice, base: Service) => {
  const { body, headers } = signedHeartbeat(new Date(), device);
  return base.client().rest('POST', HEARTBEAT, body, headers);
};

it('a backup and its verification run while devices send heartbeats, and none of them fails', async () => {
  file = join(temporaryFolder('backups'), 'karvon.backup');
  let isRunning = true;
  const statuses: number[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = writer; isRunning; turn += WRITERS) {
      const device = devices[turn % DEVICES];
      if (device) statuses.push((await beatOf(device, service)).status);
    }
  });
  const made = await command(['backup', file, '--json'], { DATA_DIR: dataDir });
  isRunning = false;
  await Promise.all(writers);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Verifying')]);
  expect(JSON.parse(made.stdout)).toMatchObject({ file, verified: true, missingObjects: [] });
  expect(statuses.filter((status) => status !== 200 && status !== 201 && status !== 429)).toEqual([]);
  expect(statuses.length).toBeGreaterThan(WRITERS);
  expect(existsSync(join(dataDir, 'verify'))).toBe(false);
  expect(readdirSync(join(file, '..'))).toEqual(['karvon.backup']);
});

it('a lost machine is restored from the file and the passphrase: a device and a paired app go on, and the audit log is whole', async () => {
  const audit = Number((await sql('select count(*) from audit_entry'))[0]?.count);
  await service.kill9();
  rmSync(dataDir, { recursive: true, force: true });

  dataDir = temporaryFolder('new-machine');
  const restored = await command(['restore', file, '--json'], { DATA_DIR: dataDir });
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Finishing')]);
  service = await startService({ DATA_DIR: dataDir, PUBLIC_URL });
  await pool.end();
  ({ pool, sql } = openDatabase((await reachEmbeddedPostgres(join(dataDir, 'postgres'), silent)).url));
  const [device] = devices;
  if (!device) throw new Error('there is no device');
  expect((await beatOf(device, service)).status).toBe(201);
  const phone = await me(service.client(), credential);
  expect(phone.status).toBe(200);
  const login = await service.client().rest('POST', '/v1/admin/auth/login', FIRST_ADMIN);
  expect(login.status).toBe(201);
  expect(Number((await sql('select count(*) from audit_entry'))[0]?.count)).toBeGreaterThanOrEqual(audit);
});

const describeDebian = debianBinaries ? describe : describe.skip;
if (!debianBinaries)
  process.stderr.write('PostgreSQL of Debian is not installed: the move to it is not proved here.\n');

describeDebian('the move between the embedded and an external PostgreSQL', () => {
  let primary: DebianPostgres;
  beforeAll(async () => {
    primary = await startPrimary();
  });
  afterAll(() => primary.stop());

  it('the move from the embedded PostgreSQL to PostgreSQL 15 and back keeps every table, tally and sequence, for an owner who is no superuser', async () => {
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    await admin.query("create role owner login password 'owner'");
    await admin.query('alter database karvon owner to owner');
    await admin.end();
    const external = primary.url.replace('postgres@', 'owner:owner@');

    const here = temporaryFolder('here');
    expect((await command(['restore', file], { DATA_DIR: here })).code).toBe(0);
    const before = await embeddedSums(here);
    const there = join(temporaryFolder('move'), 'there.backup');
    expect((await command(['backup', there, '--no-verify'], { DATA_DIR: here })).code).toBe(0);
    const moved = await command(['restore', there], { DATA_DIR: here, DATABASE_URL: external });
    expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining('Finishing')]);
    expect(await tableSums(external)).toEqual(before);

    const back = join(there, '../back.backup');
    const made = await command(['backup', back], { DATA_DIR: here, DATABASE_URL: external });
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('verified')]);
    const again = temporaryFolder('again');
    expect((await command(['restore', back], { DATA_DIR: again })).code).toBe(0);
    expect(await embeddedSums(again)).toEqual(before);
  });
});

it('a backup that is killed leaves no file of its name, and the next one replaces what it left', async () => {
  const folder = temporaryFolder('killed');
  const path = join(folder, 'one.backup');
  const { child, ended } = startCli(['backup', path, '--no-verify'], {
    env: { DATA_DIR: dataDir },
    stdin: `${PASSPHRASE}\n`,
  });
  await until(() => existsSync(`${path}.partial`) && statSync(`${path}.partial`).size > 65_536);
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(folder)).toEqual(['one.backup.partial']);
  expect((await command(['backup', path, '--no-verify'], { DATA_DIR: dataDir })).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['one.backup']);
});

it('a restore that is killed leaves a database that no service starts on, and begins anew', async () => {
  const target = temporaryFolder('half');
  const { child, ended } = startCli(['restore', file], { env: { DATA_DIR: target }, stdin: `${PASSPHRASE}\n` });
  let stderr = '';
  child.stderr?.on('data', (piece: Buffer) => {
    stderr += piece.toString();
  });
  await until(() => stderr.includes('Restoring the tables') || child.exitCode !== null);
  await until(async () => (await isMarked(target)) || child.exitCode !== null);
  child.kill('SIGKILL');
  await ended;
  const { exitCode, output } = await failedStart({ DATA_DIR: target });
  expect([exitCode, output]).toEqual([1, expect.stringContaining('A restore into this database has not ended.')]);
  expect((await command(['restore', file], { DATA_DIR: target })).code).toBe(0);
  expect(Object.keys(await embeddedSums(target))).toEqual(expect.arrayContaining(['sale', 'audit_entry']));
});

/** Whether the restore has begun to write: the tables of the first migration are there. */
async function isMarked(target: string): Promise<boolean> {
  try {
    const { url } = await reachEmbeddedPostgres(join(target, 'postgres'), silent);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select to_regclass('sale') is not null as begun");
    await client.end();
    return rows[0]?.begun === true;
  } catch {
    return false;
  }
}

it('a backup to a full disk fails with one line, and leaves nothing', async () => {
  const folder = temporaryFolder('full');
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  if (mounted.status !== 0) {
    process.stderr.write('A small disk cannot be mounted: a full one is not proved here.\n');
    return;
  }
  try {
    const { code, stderr } = await command(['backup', join(disk, 'one.backup')], { DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/karvon: Cannot write one\.backup in .*: the disk is full\.\n$/),
    ]);
    expect(readdirSync(disk)).toEqual([]);
  } finally {
    spawnSync('umount', [disk]);
  }
});

const describeS3 = hasS3Server ? describe : describe.skip;
if (!hasS3Server) process.stderr.write('Swift is not installed: backups in S3 are not proved here.\n');

describeS3('backups in S3', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.stop());

  it('backups in S3 are made by the schedule, of which the last ones stay, and are restored from there with the private key', async () => {
    const folder = temporaryFolder('schedule');
    const key = join(folder, 'key.jwe');
    const keygen = await command(['backup', 'keygen', '--out', key], {});
    expect(keygen.code).toBe(0);
    const s3 = {
      BACKUP_S3_ENDPOINT: server.endpoint,
      BACKUP_S3_REGION: server.region,
      BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    const to = `s3://${server.bucket}/nightly`;
    const schedule = {
      ...s3,
      BACKUP_TO: to,
      BACKUP_PUBLIC_KEY: keygen.stdout.trim(),
      BACKUP_KEEP: '2',
      BACKUP_VERIFY: 'off',
    };
    for (let turn = 0; turn < 3; turn += 1) {
      const made = await command(['backup', 'scheduled'], { DATA_DIR: dataDir, ...schedule });
      expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Writing s3://')]);
    }
    const access = { ...server, forcePathStyle: true };
    const names = (await (await openFolder(to, access)).names()).filter((name) => name.endsWith('.backup')).sort();
    expect(names).toHaveLength(2);
    const rows = await sql('select file, error, verified from backup_run order by id');
    expect(rows.slice(-2).map(({ file: made }) => made)).toEqual(names.map((name) => `${to}/${name}`));
    expect(rows.map(({ error }) => error)).toEqual([null, null, null]);

    const status = await command(['backup', 'status', '--json'], { DATA_DIR: dataDir });
    expect([status.code, JSON.parse(status.stdout).last.file]).toEqual([0, `${to}/${names[1]}`]);

    const target = temporaryFolder('from-s3');
    const restored = await command(['restore', `${to}/${names[1]}`, '--key', key], { DATA_DIR: target, ...s3 });
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Finishing')]);

    const lost = await command(['backup', 'scheduled'], {
      DATA_DIR: dataDir,
      ...schedule,
      BACKUP_S3_SECRET_ACCESS_KEY: 'wrong',
    });
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringMatching(/Cannot write s3:.*: the server answered 403/)]);
    expect((await sql('select error from backup_run order by id desc limit 1'))[0]?.error).toContain('403');
  });
});
