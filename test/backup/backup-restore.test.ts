import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { envOf } from '../../src/cli/backup/write.ts';
import { migrations } from '../../src/persistence/migrations.ts';
import { openPlace } from '../../src/platform/backup/place.ts';
import { contentKeyOf, openBackup, sealBackup } from '../../src/platform/backup/sealed-file.ts';
import type { TarEntry } from '../../src/platform/backup/tar.ts';
import { keyConflict } from '../../src/platform/keys/key-copies.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { makeKey } from '../../src/platform/keys/key-lists.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type CliResult, karvon } from '../support/cli.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { temporaryFolder } from '../support/run.ts';
import { tableSums } from '../support/table-sums.ts';

const PASSPHRASE = 'correct horse battery';
const IMAGE = Buffer.from('an image of firmware');

let app: TestApp;
let root: Caller;
let made: Everything;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = temporaryFolder('backed-up');
  app = await startTestApp({ env: { DATA_DIR: folder } });
  root = await app.as('SUPER_ADMIN');
  made = await makeEverything(app, root.admin.id);
  const sha256 = createHash('sha256').update(IMAGE).digest('hex');
  const staged = await app.runtime.storage.stage(
    (async function* () {
      yield IMAGE;
    })(),
    1_000,
  );
  await staged.commit();
  await app.sql('update release set firmware_sha256 = $1', [sha256]);
  // What the text form of COPY escapes.
  await app.sql(`update customer_note set content = E'a\\ttab, a \\\\ and\\na line \\r end \\\\. \u0436'`);
  file = join(folder, 'one.backup');
  const { code, stderr } = await backup(file);
  expect([code, stderr]).toEqual([0, expect.stringContaining('Writing')]);
});
afterAll(() => app.stop());

/** Runs a command in this process for the installation of these settings. */
async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = PASSPHRASE,
): Promise<CliResult> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await karvon(args, { stdin: `${stdin}\n`, now: app.clock.now() });
  } finally {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
const backup = (path: string, ...options: string[]) =>
  command(['backup', path, '--no-verify', ...options], {
    DATABASE_URL: app.database.url,
    DATA_DIR: folder,
    BRAND: 'lampa',
  });

interface Target {
  readonly database: TestDatabase;
  readonly dataDir: string;
}
async function newTarget(): Promise<Target> {
  return { database: await createEmptyDatabase(), dataDir: temporaryFolder('restored') };
}
const restore = ({ database, dataDir }: Target, path = file, stdin = PASSPHRASE, ...options: string[]) =>
  command(['restore', path, ...options], { DATABASE_URL: database.url, DATA_DIR: dataDir }, stdin);
async function expectUntouched({ database, dataDir }: Target): Promise<void> {
  expect(await tableSums(database.url)).toEqual({});
  expect(readdirSync(dataDir)).toEqual([]);
}

/** The same backup with other entries. */
async function rewritten(name: string, change: (entry: TarEntry) => readonly TarEntry[]): Promise<string> {
  const path = join(folder, name);
  async function* entries() {
    const place = await openPlace(file, undefined);
    const key = await contentKeyOf(place.read(), { passphrase: PASSPHRASE });
    for await (const entry of openBackup(place.read(), key)) {
      yield* change(entry);
    }
  }
  const sealed = await sealBackup(entries(), { passphrase: PASSPHRASE });
  await (await openPlace(path, undefined)).write(sealed.bytes);
  return path;
}
const replaceIn = (name: string, from: string, to: string) => (entry: TarEntry) =>
  entry.name === name ? [{ name, content: Buffer.from(entry.content.toString('utf8').replace(from, to)) }] : [entry];

describe('karvon backup and restore', () => {
  let target: Target;
  let result: CliResult;
  let sums: Record<'before' | 'after', Awaited<ReturnType<typeof tableSums>>>;
  let restored: TestApp;
  beforeAll(async () => {
    target = await newTarget();
    result = await restore(target);
    sums = { before: await tableSums(app.database.url), after: await tableSums(target.database.url) };
    restored = await startTestApp({ database: target.database, env: { DATA_DIR: target.dataDir } });
  });
  afterAll(async () => {
    await restored.stop();
    await target.database.drop();
  });

  it('karvon restore makes an empty database equal to the one that was backed up, in every table, tally and sequence', () => {
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('Restoring')]);
    expect(result.stdout).toMatch(/^Restored \d+ tables with \d+ rows/);
    expect(sums.after).toEqual(sums.before);
    expect(Object.keys(sums.before)).toEqual(
      expect.arrayContaining(['sale', 'tally', 'tally_change', 'heartbeat', 'migration']),
    );
  });

  it('karvon restore leaves triggers, constraints, indexes and partitions as the migrations make them', async () => {
    const questions = [
      `select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
      `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      `select inhrelid::regclass::text as name, inhparent::regclass::text as parent from pg_inherits order by 1`,
    ];
    for (const question of questions) expect(await restored.sql(question)).toEqual(await app.sql(question));
    // A trigger counts again, and the audit log refuses a change.
    await expect(restored.sql('delete from audit_entry')).rejects.toThrow(/append-only|audit/);
  });

  it('karvon restore brings objects, keys and settings, with which the service goes on', async () => {
    for (const name of readdirSync(join(folder, 'keys'))) {
      expect(readFileSync(join(target.dataDir, 'keys', name))).toEqual(readFileSync(join(folder, 'keys', name)));
      expect(statSync(join(target.dataDir, 'keys', name)).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(join(target.dataDir, 'restored.env'), 'utf8')).toContain("BRAND='lampa'\n");
    expect(statSync(join(target.dataDir, 'restored.env')).mode & 0o777).toBe(0o600);
    // The session is in the backup.
    const again = restored.client({ cookie: root.cookie });
    expect((await again.rest('GET', `/v1/admin/customers/${made.customer}`)).body).toEqual(
      (await root.rest('GET', `/v1/admin/customers/${made.customer}`)).body,
    );
    const sha256 = createHash('sha256').update(IMAGE).digest('hex');
    expect(await restored.runtime.storage.size(sha256)).toBe(IMAGE.length);
  });

  it('karvon backup refuses to replace a file, unless it is told to', async () => {
    const refused = await backup(file);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('exists already')]);
    expect((await backup(file, '--force')).code).toBe(0);
  });

  it('karvon backup is one JSON object with --json, and leaves nothing but the file', async () => {
    const path = join(temporaryFolder('json'), 'one.backup');
    const { code, stdout } = await backup(path, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file: path,
      bytes: statSync(path).size,
      takenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      tables: expect.any(Number),
      rows: expect.any(Number),
      missingObjects: [],
      verified: false,
    });
    expect(readdirSync(join(path, '..'))).toEqual(['one.backup']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('karvon backup refuses a folder that is not there, asks for nothing before, and makes none', async () => {
    const missing = join(temporaryFolder('mistyped'), 'bakups');
    const { code, stderr } = await backup(join(missing, 'one.backup'));
    expect([code, stderr]).toEqual([1, `karvon: Cannot use the folder ${missing}: there is no such file or folder.\n`]);
    const below = await backup(join(file, 'one.backup'));
    expect([below.code, below.stderr]).toEqual([1, expect.stringContaining('is not a folder')]);
    expect(existsSync(missing)).toBe(false);
  });

  it('karvon backup goes on without an object that the storage has lost, and names it', async () => {
    const lost = 'f'.repeat(64);
    const [release] = await app.sql('select id, firmware_sha256 from release limit 1');
    await app.sql('update release set firmware_sha256 = $1 where id = $2', [lost, release?.id]);
    const { code, stdout, stderr } = await backup(join(temporaryFolder('lost'), 'one.backup'), '--json');
    await app.sql('update release set firmware_sha256 = $1 where id = $2', [release?.firmware_sha256, release?.id]);
    expect([code, JSON.parse(stdout).missingObjects]).toEqual([0, [lost]]);
    expect(stderr).toContain('1 firmware images that releases name are not in the storage');
  });
});

describe('karvon restore refuses', () => {
  it('karvon restore refuses a database with data and changes nothing', async () => {
    const target = { database: await createTestDatabase(), dataDir: temporaryFolder('full') };
    const before = await tableSums(target.database.url);
    const { code, stderr } = await restore(target);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database has data.')]);
    expect(await tableSums(target.database.url)).toEqual(before);
    expect(readdirSync(target.dataDir)).toEqual([]);
    await target.database.drop();
  });

  it('karvon restore refuses a wrong passphrase, a damaged and a shortened file before it writes anything', async () => {
    const target = await newTarget();
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 200] = (flipped[bytes.length - 200] ?? 0) ^ 1;
    const cases: [string, Buffer, string][] = [
      ['wrong', bytes, 'The passphrase is wrong.'],
      ['flipped', flipped, 'damaged, cut off or continued'],
      ['short', bytes.subarray(0, -1), 'damaged, cut off or continued'],
      ['long', Buffer.concat([bytes, Buffer.from('x')]), 'damaged, cut off or continued'],
    ];
    for (const [name, content, problem] of cases) {
      const path = join(folder, `${name}.backup`);
      writeFileSync(path, content);
      const { code, stderr } = await restore(target, path, name === 'wrong' ? 'another passphrase' : PASSPHRASE);
      expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    }
    await expectUntouched(target);
    await target.database.drop();
  });

  it('karvon restore without a passphrase says how else to give it, and writes nothing', async () => {
    const target = await newTarget();
    const { code, stderr } = await restore(target, file, '');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('standard input is empty. Name the file that has it by --passphrase-file.'),
    ]);
    await expectUntouched(target);
    await target.database.drop();
  });

  it('karvon backup status of a schedule that has made no backup says so once, and what to set', async () => {
    const settings = { DATABASE_URL: app.database.url, DATA_DIR: folder };
    const { code, stdout, stderr } = await command(['backup', 'status'], settings);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^karvon: there is no schedule\. Set BACKUP_TO and BACKUP_PUBLIC_KEY/),
    ]);
  });

  it('karvon restore refuses a backup of a newer version and names what it does not know', async () => {
    const target = await newTarget();
    const last = migrations.at(-1)?.name ?? '';
    const newer = await rewritten(
      'newer.backup',
      replaceIn('backup.json', `"${last}"`, `"${last}","2099-01-01-later"`),
    );
    const { code, stderr } = await restore(target, newer);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/A newer version of Karvon .* does not know 2099-01-01-later/),
    ]);
    await expectUntouched(target);
    await target.database.drop();
  });

  it('karvon restore refuses a backup whose manifest lacks a file or has another digest', async () => {
    const target = await newTarget();
    const without = await rewritten('without.backup', (entry) =>
      entry.name.startsWith('tables/sale.') ? [] : [entry],
    );
    const other = await rewritten('other.backup', replaceIn('manifest.json', '"sha256":"', '"sha256":"0'));
    const noManifest = await rewritten('none.backup', (entry) => (entry.name === 'manifest.json' ? [] : [entry]));
    expect((await restore(target, without)).stderr).toContain('tables/sale is not as its manifest says');
    expect((await restore(target, other)).stderr).toContain('is not as its manifest says');
    expect((await restore(target, noManifest)).stderr).toContain('its manifest is missing');
    await expectUntouched(target);
    await target.database.drop();
  });

  it('karvon restore rolls back if the rows are not those that the manifest counts', async () => {
    const target = await newTarget();
    const other = await rewritten('sums.backup', replaceIn('manifest.json', '"sale":{"rows":1', '"sale":{"rows":2'));
    const { code, stderr } = await restore(target, other);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The restored rows of sale are not those of the backup'),
    ]);
    expect(existsSync(join(target.dataDir, 'keys'))).toBe(false);
    // The unfinished database is no installation: a start makes no keys, and the next restore begins anew.
    const started = startTestApp({ database: target.database, env: { DATA_DIR: target.dataDir } });
    await expect(started).rejects.toThrow('A restore into this database has not ended.');
    // Neither does a start that may not migrate, with keys of its own.
    const apart = startTestApp({ database: target.database, env: { DATA_DIR: folder, MIGRATE_AT_START: 'off' } });
    await expect(apart).rejects.toThrow('A restore into this database has not ended.');
    expect(existsSync(join(target.dataDir, 'keys'))).toBe(false);
    expect((await restore(target)).code).toBe(0);
    expect(await tableSums(target.database.url)).toEqual(await tableSums(app.database.url));
    await target.database.drop();
  });

  it('karvon restore refuses a folder with other keys and changes nothing', async () => {
    const target = await newTarget();
    loadKeys({ kind: 'folder', path: join(target.dataDir, 'keys'), releaseTrust: undefined });
    const before = readdirSync(target.dataDir);
    const { code, stderr } = await restore(target);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/is another key than that of the backup.*Nothing was changed/),
    ]);
    expect(await tableSums(target.database.url)).toEqual({});
    expect(readdirSync(target.dataDir)).toEqual(before);
    await target.database.drop();
  });
});

describe('the schedule', () => {
  it('a schedule whose key is none is recorded with its reason, and leaves no file', async () => {
    const to = temporaryFolder('scheduled');
    const env = { DATA_DIR: folder, DATABASE_URL: app.database.url, BACKUP_TO: to, BACKUP_PUBLIC_KEY: 'no key' };
    const { code, stderr } = await command(['backup', 'scheduled'], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('BACKUP_PUBLIC_KEY')]);
    const [run] = await app.sql('select error, bytes from backup_run order by id desc limit 1');
    expect(run).toEqual({ error: expect.stringContaining('BACKUP_PUBLIC_KEY'), bytes: null });
    expect(readdirSync(to)).toEqual([]);
  });
});

it('a schedule makes no folder in place of a disk that is not there, and records why it failed', async () => {
  const to = join(temporaryFolder('unmounted'), 'disk');
  const key = JSON.stringify({ kty: 'OKP', crv: 'X25519', x: randomBytes(32).toString('base64url') });
  const env = { DATA_DIR: folder, DATABASE_URL: app.database.url, BACKUP_TO: to, BACKUP_PUBLIC_KEY: key };
  const { code } = await command(['backup', 'scheduled'], env);
  const [run] = await app.sql('select error from backup_run order by id desc limit 1');
  expect([code, run?.error, existsSync(to)]).toEqual([
    1,
    expect.stringMatching(/^Cannot use the folder .*disk: /),
    false,
  ]);
});

describe('what a backup keeps', () => {
  it('settings are read back as they were, whatever quotation marks they have', () => {
    const given = new Map([
      ['A', 'plain'],
      ['B', `it's a b\\c # no comment`],
      ['C', 'say "hi"'],
      ['D', `one's "two"`],
    ]);
    expect(parseEnv(envOf(given))).toEqual(Object.fromEntries(given));
    expect(() => envOf(new Map([['S3_SECRET_ACCESS_KEY', `'"\``]]))).toThrow(/^S3_SECRET_ACCESS_KEY has/);
  });

  it('keys that were rotated since are no conflict in any order, and one that is missing is', () => {
    const [one, two, other] = [makeKey('pairing-issuer'), makeKey('pairing-issuer'), makeKey('pairing-issuer')];
    const listOf = (...keys: readonly string[]) => JSON.stringify({ keys: keys.map((key) => JSON.parse(key)) });
    const settings = {
      kind: 'explicit' as const,
      kek: makeKey('encryption'),
      pepper: makeKey('pepper'),
      grantIssuerKey: makeKey('grant-issuer'),
      releaseTrust: undefined,
      releaseTrustFile: undefined,
    };
    const here = { ...settings, pairingIssuerKey: listOf(two, one) };
    expect(keyConflict(here, { 'pairing-issuer.jwk.json': listOf(one, two) })).toBeUndefined();
    expect(keyConflict(here, { 'pairing-issuer.jwk.json': listOf(other) })).toContain('PAIRING_ISSUER_KEY');
  });
});

describe('erased customers', () => {
  it('customers who were erased after the backup are erased again with the list that was kept beside it', async () => {
    const created = await root.rest('POST', '/v1/admin/customers', {
      fullName: 'Zuhra Karimova',
      phone: '+998901234567',
    });
    const customer: { id: string } = created.body.customer ?? created.body;
    const path = join(folder, 'erased.backup');
    expect((await backup(path)).code).toBe(0);
    const erased = await root.rest('POST', `/v1/admin/customers/${customer.id}/anonymize`, {
      reason: 'CUSTOMER_REQUEST',
    });
    expect(erased.status).toBe(201);
    const list = await command(['erased', 'export'], { DATABASE_URL: app.database.url });
    const listFile = join(folder, 'erased.jsonl');
    writeFileSync(listFile, list.stdout);

    const target = await newTarget();
    const { code, stdout } = await restore(target, path, PASSPHRASE, '--erased', listFile);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 customers were erased again')]);
    const restored = await startTestApp({ database: target.database, env: { DATA_DIR: target.dataDir } });
    const [row] = await restored.sql('select full_name, anonymized_at from customer where id = $1', [customer.id]);
    expect(row).toEqual({ full_name: 'Anonymized customer', anonymized_at: expect.any(Date) });
    await restored.stop();
    await target.database.drop();
  });
});
