import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { migrations } from '../../src/persistence/migrations.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseState } from '../support/database-state.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';

/** The comment that `npm run migration` writes. */
const PLACEHOLDER = '/** Why this migration is needed. */';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

it('the generator finds no difference between the migrations and the entities', async () => {
  const { url } = await fresh(createEmptyDatabase);
  await migrate(url);
  const orm = await createOrm({ url, poolMax: 1 });
  const missing = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  await orm.close(true);
  expect(missing.trim()).toBe('');
});

it('the files of the migrations sort in the order in which they run', () => {
  const files = readdirSync('migrations').sort();
  expect(files).toEqual(migrations.map(({ name }) => `${name}.ts`));
});

it('each migration says in its comment why it is needed', () => {
  const unexplained = readdirSync('migrations').filter((file) =>
    readFileSync(`migrations/${file}`, 'utf8').includes(PLACEHOLDER),
  );
  expect(unexplained.map((file) => `migrations/${file}: say in its comment why it is needed`)).toEqual([]);
  expect(readFileSync('scripts/migration.ts', 'utf8')).toContain(PLACEHOLDER);
});

it('migrations are applied once by instances that start concurrently', async () => {
  const { url } = await fresh(createEmptyDatabase);
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const applied = await withClient(url, (client) => client.query('select name from migration order by id'));
  expect(applied.rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
});

it('migrations keep the data in the database', async () => {
  const { url } = await fresh(createTestDatabase);
  await withClient(url, async (client) => {
    const sql = async (text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows;
    const admin = await insertAdmin(sql, new Date());
    await insertSession(sql, admin.id, new Date());
    const before = await databaseState(sql);
    await migrate(url);
    expect(await databaseState(sql)).toEqual(before);
  });
});

it('migrations use text, and timestamptz with milliseconds', async () => {
  const { url } = await fresh(createTestDatabase);
  // Both follow their libraries.
  const own = `table_schema = 'public' and table_name not in ('migration', 'rate_limit')`;
  const odd = await withClient(url, (client) =>
    client.query(
      `select table_name, column_name, data_type, datetime_precision from information_schema.columns
        where ${own} and (data_type in ('character varying', 'character', 'timestamp without time zone', 'money', 'real')
           or (data_type = 'timestamp with time zone' and datetime_precision <> 3))`,
    ),
  );
  expect(odd.rows).toEqual([]);
});

async function fresh(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await create();
  databases.push(database);
  return database;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
