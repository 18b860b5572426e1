import { readFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { keepNameOrder } from '../../src/persistence/name-order.ts';
import { asSuperuser, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function fresh(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  databases.push(database);
  return database;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const INDEXES = [
  'customer_city_index',
  'customer_company_index',
  'customer_country_index',
  'customer_full_name_index',
  'customer_region_index',
  'preorder_city_index',
  'preorder_full_name_index',
  'preorder_region_index',
];

/** The files of the indexes: a rebuilt one has another. */
const filesOf = (url: string) =>
  query<{ relname: string; file: string }>(
    url,
    `select relname, pg_relation_filenode(oid)::text as file from pg_class where relname in ('${INDEXES.join("','")}') order by relname`,
  );
const versionsOf = (url: string) =>
  query<{ isSame: boolean }>(
    url,
    `select collversion = pg_collation_actual_version(oid) as "isSame" from pg_collation where collname = 'name_order'`,
  );
const withOldVersion = (database: TestDatabase) =>
  asSuperuser(database, `update pg_collation set collversion = '1.2.3' where collname = 'name_order'`);

describe('a start on a server with another version of ICU than the indexes of names have', () => {
  it('after a change of the version of ICU, one of the instances that start rebuilds all indexes of names, once', async () => {
    const database = await fresh(createTestDatabase);
    await withOldVersion(database);
    const before = await filesOf(database.url);
    const lines: string[] = [];
    await Promise.all([1, 2, 3].map(() => keepNameOrder(database.url, (line) => lines.push(line))));
    const after = await filesOf(database.url);
    expect(after.map(({ relname }) => relname)).toEqual(INDEXES);
    for (const [at, { file }] of before.entries()) expect(after[at]?.file).not.toBe(file);
    expect(await versionsOf(database.url)).toEqual([{ isSame: true }]);
    expect(lines).toEqual([
      expect.stringMatching(/^ICU sorts by version .+, the indexes of names by 1\.2\.3: rebuilding 8 of them$/),
      'rebuilt 8 indexes of names',
    ]);
    await keepNameOrder(database.url, (line) => lines.push(line));
    expect(lines).toHaveLength(2);
    expect(await filesOf(database.url)).toEqual(after);
  });

  it('after a change of the order of ICU, names are sorted and found by the order of the server, which the indexes did not have', async () => {
    const database = await fresh(createTestDatabase);
    // The order of the root, in which oʻ is an o and sh an s, stands for another version: the rows go into the indexes by it.
    await asSuperuser(database, `update pg_collation set colllocale = 'und' where collname = 'name_order'`);
    await query(
      database.url,
      `insert into customer (id, full_name, created_at, updated_at)
         select md5(name || at)::uuid, name || ' ' || at, now(), now()
           from unnest(array['Zafar', 'Oʻtkir', 'Olim', 'Sardor', 'Shavkat', 'Chori', 'Davron']) name, generate_series(1000, 1099) at`,
    );
    await asSuperuser(
      database,
      `update pg_collation set colllocale = 'uz', collversion = '1.2.3' where collname = 'name_order'`,
    );
    const key = `name_key(left(full_name, 200)) collate "name_order"`;
    const url = `${database.url}?options=${encodeURIComponent('-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off')}`;
    const byIndex = () => query<{ full_name: string }>(url, `select full_name from customer order by ${key}, id`);
    const firstNames = async () => [...new Set((await byIndex()).map(({ full_name: name }) => name.split(' ')[0]))];
    const isFound = async () => {
      const found = await query(
        url,
        `select full_name from customer where ${key} = name_key('Oʻtkir 1050') collate "name_order"`,
      );
      return found.length > 0;
    };
    expect([(await firstNames())[0], await isFound()]).toEqual(['Chori', false]);
    await keepNameOrder(database.url, () => undefined);
    expect(await firstNames()).toEqual(['Davron', 'Olim', 'Sardor', 'Zafar', 'Oʻtkir', 'Shavkat', 'Chori']);
    expect(await isFound()).toBe(true);
  });

  it('a start on a read-only database with another version of ICU says that names may be sorted wrongly', async () => {
    const database = await fresh(createTestDatabase);
    await withOldVersion(database);
    const lines: string[] = [];
    const url = `${database.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    await keepNameOrder(url, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringContaining('the database is read-only')]);
    expect(await versionsOf(database.url)).toEqual([{ isSame: false }]);
  });
});

it('a server without ICU sorts names by code point until the collation is made anew on one that has it, and each start says so', async () => {
  const database = await fresh(createEmptyDatabase);
  await asSuperuser(database, `delete from pg_collation where collprovider = 'i'`);
  await migrate(database.url);
  const lines: string[] = [];
  await keepNameOrder(database.url, (line) => lines.push(line));
  expect(lines).toEqual([expect.stringContaining('PostgreSQL had no ICU')]);
  expect(
    await query(database.url, `select name from unnest(array['b', 'B', 'a']) name order by name collate "name_order"`),
  ).toEqual([{ name: 'B' }, { name: 'a' }, { name: 'b' }]);
  expect(await query(database.url, `select search_form('ALI') as form`)).toEqual([{ form: 'ali' }]);

  // What docs/api/names.md says, on a server that has ICU.
  await asSuperuser(database, `select pg_import_system_collations('pg_catalog')`);
  await query(database.url, 'drop collation name_order cascade');
  const [again = ''] = readFileSync('docs/api/names.md', 'utf8').match(/delete from migration where name in .+;/) ?? [];
  await query(database.url, again);
  await migrate(database.url);
  await keepNameOrder(database.url, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
  expect((await filesOf(database.url)).map(({ relname }) => relname)).toEqual(INDEXES);
});
