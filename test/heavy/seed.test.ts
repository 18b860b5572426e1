import { broken, seed } from '../seed/support.ts';
import type { TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waiters } from '../support/lock-waiters.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What production needs beside the database; the seed refuses before it reads a key. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://karvon.example',
  KEY_ENCRYPTION_KEYS: 'a:AAAA',
  CLAIM_CODE_PEPPER: 'AAAA',
  PAIRING_ISSUER_KEY: '{}',
  GRANT_ISSUER_KEY: '{}',
  OBJECT_STORAGE_PATH: '/var/lib/karvon',
};

describe('npm run seed: a run', () => {
  const dataDir = temporaryFolder('seeding');
  const databases: TestDatabase[] = [];
  const empty = async () => {
    const database = await createTestDatabase();
    databases.push(database);
    return { url: database.url, ...openDatabase(database.url) };
  };
  const open: { pool: { end(): Promise<void> } }[] = [];
  afterAll(async () => {
    for (const { pool } of open) await pool.end();
    for (const database of databases) await database.drop();
  });
  const TABLES = [
    'device',
    'customer',
    'sale',
    'refund',
    'device_event',
    'installation',
    'device_day',
    'preorder',
    'audit_entry',
    'order_counter',
  ];
  const digest = async (sql: TestApp['sql']) =>
    await sql(
      TABLES.map(
        (name) => `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as digest from "${name}" t`,
      ).join(' union all '),
    );

  it('a run of the seed makes the same business of the same seed and present, also when it was killed and continued', async () => {
    const args = ['--devices=120', '--until=2026-11-20T09:00:00Z'];
    const [whole, killed, other] = [await empty(), await empty(), await empty()];
    open.push(whole, killed, other);
    expect(await seed(whole.url, dataDir, args)).toMatchObject({ code: 0 });
    expect(await seed(killed.url, dataDir, args, {}, 'installations:')).toMatchObject({ code: null });
    const continued = await seed(killed.url, dataDir, args);
    expect(continued).toMatchObject({ code: 0, output: expect.stringContaining('continuing') });
    expect(await broken(killed.sql)).toEqual({});
    expect(await digest(killed.sql)).toEqual(await digest(whole.sql));
    expect(await seed(other.url, dataDir, [...args, '--seed=another'])).toMatchObject({ code: 0 });
    expect(await digest(other.sql)).not.toEqual(await digest(whole.sql));
  });

  it('a run of the seed repeats what a deadlock with the running service ended', async () => {
    const database = await empty();
    open.push(database);
    const service = await database.pool.connect();
    await service.query('begin');
    await service.query('lock table release_counter in share row exclusive mode');
    const seeding = seed(database.url, dataDir, ['--devices=60']);
    await until(async () => (await waiters(database.sql, `relation = 'release_counter'::regclass`)) > 0);
    // The seed has locked the installations and waits for their counts: its wait is the older one, so PostgreSQL ends the seed's.
    await service.query('lock table installation in row exclusive mode');
    await service.query('rollback');
    service.release();
    expect(await seeding).toMatchObject({ code: 0 });
    // Otherwise nothing was proved. Each connection tells its count at its end.
    await until(async () => {
      const [{ deadlocks }] = await database.sql(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      return deadlocks === 1;
    });
    expect(await broken(database.sql)).toEqual({});
  });

  it('npm run seed: a run that was begun with other options is not continued', async () => {
    const database = await empty();
    open.push(database);
    expect(await seed(database.url, dataDir, ['--devices=60'], {}, 'customers:')).toMatchObject({ code: null });
    const refused = await seed(database.url, dataDir, ['--devices=61']);
    expect(refused).toMatchObject({
      code: 2,
      output: expect.stringContaining('A seed of 60 devices with --seed karvon'),
    });
  });

  it('a run of the seed refuses production, and sizes that make no sense', async () => {
    const database = await empty();
    open.push(database);
    const production = await seed(database.url, dataDir, ['--devices=20'], PRODUCTION);
    expect(production).toMatchObject({ code: 2, output: expect.stringContaining('--in-production') });
    for (const size of ['0', '9', '5000001', 'many', '']) {
      expect(await seed(database.url, dataDir, [`--devices=${size}`])).toMatchObject({ code: 2 });
    }
    expect(await database.sql('select count(*)::int as n from device')).toEqual([{ n: 0 }]);
  });
});
