import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/persistence/migrations.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { type CliResult, karvon } from '../support/cli.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { temporaryFolder } from '../support/run.ts';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = temporaryFolder('checked');
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
});
afterAll(() => app.stop());

/** Runs a command in this process for the installation of these settings. */
async function command(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: app.database.url, ...env };
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  try {
    return await karvon(args, { now: app.clock.now() });
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The findings that are no OK, by their check, with the exit code. How full the disk of this machine is is not ours to say. */
async function found(env: Readonly<Record<string, string>> = {}): Promise<readonly [number, Json]> {
  const { code, stdout } = await command(['doctor', '--json'], env);
  const findings: Json[] = JSON.parse(stdout);
  const wrong = findings
    .filter(({ check, state }) => state !== 'OK' && check !== 'disk')
    .map(({ check, state, message }) => [check, [state, message]]);
  return [code, Object.fromEntries(wrong)];
}

const NO_SCHEDULE = { backups: ['WARNING', expect.stringContaining('BACKUP_TO')] };
const PUBLIC_KEY = JSON.stringify({ kty: 'OKP', crv: 'X25519', x: randomBytes(32).toString('base64url') });

describe('karvon doctor', () => {
  it('the doctor finds nothing to do but backups in an installation that works, and shows each check', async () => {
    expect(await found()).toEqual([0, NO_SCHEDULE]);
    const { code, stdout } = await command(['doctor']);
    expect(code).toBe(0);
    for (const check of ['settings', 'storage', 'disk', 'database', 'schema', 'clock', 'keys', 'images', 'backups']) {
      expect(stdout).toMatch(new RegExp(`^(OK|WARNING) +${check} `, 'm'));
    }
  });

  it('the doctor names a wrong setting, and what it prints has no secret', async () => {
    const secret = randomBytes(20).toString('hex');
    const [code, findings] = await found({ PORT: 'door', S3_SECRET_ACCESS_KEY: secret });
    expect([code, Object.keys(findings), findings.settings[1]]).toEqual([
      1,
      ['settings'],
      expect.stringContaining('PORT'),
    ]);
    expect(JSON.stringify(findings)).not.toContain(secret);
  });

  it('the doctor says that the database does not answer, without its password, and still checks the rest', async () => {
    const [code, findings] = await found({ DATABASE_URL: 'postgres://karvon:canary@127.0.0.1:1/karvon' });
    expect([code, Object.keys(findings), findings.database[0]]).toEqual([1, ['database'], 'PROBLEM']);
    expect(findings.database[1]).toContain('127.0.0.1:1');
    expect(JSON.stringify(findings)).not.toContain('canary');
  });

  it('the doctor says which migrations are missing, and that a newer version has migrated the database', async () => {
    const last = migrations.at(-1)?.name;
    await app.sql(`update migration set name = 'a-newer-one' where name = $1`, [last]);
    const [code, findings] = await found();
    await app.sql(`update migration set name = $1 where name = 'a-newer-one'`, [last]);
    expect([code, findings.schema]).toEqual([1, ['PROBLEM', expect.stringContaining('a-newer-one')]]);
  });

  it('the doctor names the key that rows need and that is not here', async () => {
    await makeDevice(app);
    const keys = join(dataDir, 'keys');
    const other = temporaryFolder('other-keys');
    const second = await startTestApp({ env: { DATA_DIR: other } });
    await second.stop();
    renameSync(keys, `${keys}-away`);
    renameSync(join(other, 'keys'), keys);
    try {
      const [code, findings] = await found();
      expect([code, findings.keys[0]]).toEqual([1, 'PROBLEM']);
      expect(findings.keys[1]).toContain('Key-encryption keys are missing');
    } finally {
      rmSync(keys, { recursive: true });
      renameSync(`${keys}-away`, keys);
    }
  });

  it('the doctor says that the storage takes no object', async () => {
    const place = temporaryFolder('no-storage');
    writeFileSync(join(place, 'objects'), 'a file in place of the folder');
    const [code, findings] = await found({ OBJECT_STORAGE_PATH: join(place, 'objects') });
    expect([code, findings.storage]).toEqual([1, ['PROBLEM', expect.stringContaining('OBJECT_STORAGE_PATH')]]);
  });

  it('the doctor makes no folder of a DATA_DIR with a mistake, and names it', async () => {
    const mistyped = join(temporaryFolder('mistyped'), 'dta');
    const [code, findings] = await found({ DATA_DIR: mistyped });
    expect([code, findings.storage, findings.keys]).toEqual([
      1,
      ['PROBLEM', expect.stringContaining(mistyped)],
      ['PROBLEM', expect.stringContaining(mistyped)],
    ]);
    expect(existsSync(mistyped)).toBe(false);
    const [embedded, its] = await found({ DATA_DIR: mistyped, DATABASE_URL: '' });
    expect([embedded, its.database, existsSync(mistyped)]).toEqual([
      1,
      ['PROBLEM', expect.stringContaining('There is no database in')],
      false,
    ]);
  });

  it('the doctor counts the firmware images that the storage lacks', async () => {
    const { id } = await makeRelease(app);
    const [code, findings] = await found();
    await app.sql('delete from release where id = $1', [id]);
    expect([code, findings.images]).toEqual([
      1,
      ['PROBLEM', expect.stringContaining('1 of 1 firmware images that releases name are not in the storage')],
    ]);
  });

  it('the doctor says whether the schedule has made a backup, why the last one failed, and whether the next can be written', async () => {
    const to = temporaryFolder('backups');
    mkdirSync(to, { recursive: true });
    const schedule = { BACKUP_TO: to, BACKUP_PUBLIC_KEY: PUBLIC_KEY };
    const run = (hoursAgo: number, error: string | null) =>
      app.sql(
        `insert into backup_run (started_at, ended_at, file, bytes, verified, error)
         values ($1, $1, '/backups/one', 1, true, $2)`,
        [new Date(app.clock.now().getTime() - hoursAgo * 3_600_000), error],
      );
    expect((await found(schedule))[1].backups).toEqual(['PROBLEM', expect.stringContaining('has made none')]);
    await run(40, null);
    expect((await found(schedule))[1].backups).toEqual(['PROBLEM', expect.stringContaining('background jobs')]);
    await run(2, null);
    expect(await found(schedule)).toEqual([0, {}]);
    // As on a new machine after a restore, which knows of the backups of the one before.
    rmSync(to, { recursive: true });
    const missing = `No backup can be written to BACKUP_TO, ${to}: Cannot use the folder ${to}: there is no such file or folder.`;
    expect((await found(schedule))[1].backups).toEqual(['PROBLEM', missing]);
    mkdirSync(to);
    await run(1, 'the disk is full');
    expect((await found(schedule))[1].backups).toEqual(['PROBLEM', 'The last one failed: the disk is full']);
  });

  it('the doctor says that the replica is no standby', async () => {
    const [code, findings] = await found({ DATABASE_REPLICA_URL: app.database.url.replace('127.0.0.1', 'localhost') });
    expect([code, findings.replica]).toEqual([1, ['PROBLEM', expect.stringContaining('no standby')]]);
  });
});

describe('karvon migrate', () => {
  const last = migrations.at(-1)?.name ?? '';

  it('migrate names what is missing, applies it once, and a start that may not migrate names it too', async () => {
    const database = await createEmptyDatabase();
    const orm = await createOrm({
      url: database.url,
      poolMax: 1,
      statementTimeoutMs: 0,
      lockTimeoutMs: 0,
      entities: false,
    });
    await orm.migrator.up({ to: migrations.at(-2)?.name ?? '' });
    await orm.close(true);
    const env = { DATABASE_URL: database.url };
    const off = startTestApp({ database, env: { MIGRATE_AT_START: 'off' } });
    await expect(off).rejects.toThrow(`the database lacks ${last}. Run npx --no-install karvon migrate`);
    const planned = await command(['migrate', '--dry-run'], env);
    expect([planned.code, planned.stdout]).toEqual([0, `would apply ${last}\n`]);
    const [one, two] = await Promise.all([command(['migrate', '--json'], env), command(['migrate'], env)]);
    expect([one.code, two.code]).toEqual([0, 0]);
    const after = await command(['migrate', '--dry-run', '--json'], env);
    expect(JSON.parse(after.stdout)).toEqual({ dryRun: true, migrations: [] });
    const started = await startTestApp({ database, env: { MIGRATE_AT_START: 'off' } });
    await started.stop();
    await database.drop();
  });

  it('migrate refuses a database of a newer version', async () => {
    await app.sql(`update migration set name = 'a-newer-one' where name = $1`, [last]);
    const refused = [await command(['migrate']), await command(['migrate', '--dry-run'])];
    await app.sql(`update migration set name = $1 where name = 'a-newer-one'`, [last]);
    expect(refused.map(({ code, stderr }) => [code, stderr.includes('a-newer-one')])).toEqual([
      [1, true],
      [1, true],
    ]);
  });
});
