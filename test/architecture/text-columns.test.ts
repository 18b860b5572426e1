import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';
import { TEXT_COLUMNS } from './text-columns.ts';

let database: ConnectedDatabase;
beforeAll(async () => {
  database = await connectedDatabase();
});
afterAll(() => database.drop());

const pairs = async (text: string) =>
  (await database.client.query(text)).rows.map((row) => `${row.table_name}.${row.column_name}`);

/** Of our own tables: those of the job runner hold no payloads, because all jobs are on a schedule and without arguments. Partitions are like their table. */
const COLUMNS = `
  select c.relname as table_name, a.attname as column_name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     and (t.typcategory = 'S' or t.typname in ('json', 'jsonb', 'bytea', 'inet', 'tsvector', 'xml') or t.typname in ('_text', '_varchar'))
   order by 1, 2`;

const listed = Object.entries(TEXT_COLUMNS).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, erasure]) => ({ column: `${table}.${column}`, erasure })),
);

it('each column in which a text can be says what becomes of it when a person is anonymized', async () => {
  const columns = await pairs(COLUMNS);
  const names = listed.map(({ column }) => column);
  // One of a person in a table that the erasure knows goes by itself; one that has to stay needs a migration that adds it to
  // erasure_keeps(), one in another table a migration that changes erase_customer().
  const missing = columns.filter((column) => !names.includes(column));
  expect(missing.map((column) => `${column}: add it to test/architecture/text-columns.ts`)).toEqual([]);
  expect(names.filter((name) => !columns.includes(name))).toEqual([]);
});

it('the erasure keeps exactly the columns that are listed as staying in the tables that it erases', async () => {
  const tables = new Set(listed.filter(({ erasure }) => 'erased' in erasure).map(({ column }) => column.split('.')[0]));
  expect([...tables].sort()).toEqual(['customer', 'pairing', 'preorder', 'preorder_event', 'refund', 'sale']);
  const kept = listed.filter(({ column, erasure }) => tables.has(column.split('.')[0]) && !('erased' in erasure));
  const keeps = await pairs('select * from erasure_keeps()');
  expect(keeps.filter((column) => tables.has(column.split('.')[0])).sort()).toEqual(
    kept.map(({ column }) => column).sort(),
  );
});

it('columns that are added to the tables of a person are erased without a change of the erasure, also generated and required ones', async () => {
  const id = '0191e2a4-0000-7000-8000-0000000000aa';
  await database.client.query('begin');
  await database.client.query(`alter table customer add folded text not null default 'nobody', add shadow text generated always as (lower(full_name)) stored,
    add words text[] not null default '{}', add facts jsonb not null default '{}', add hash bytea not null default ''`);
  await database.client.query(
    `insert into customer (id, full_name, folded, words, facts, hash, created_at, updated_at)
     values ($1, 'Laylo Erkinova', 'laylo erkinova', '{laylo}', '{"name": "laylo"}', 'laylo', now(), now())`,
    [id],
  );
  await database.client.query('insert into erased_customer (id, erased_at, applied_at) values ($1, now(), now())', [
    id,
  ]);
  const { rows } = await database.client.query(
    'select folded, shadow, words, facts, hash from customer where id = $1',
    [id],
  );
  await database.client.query('rollback');
  expect(rows).toEqual([
    { folded: '[erased]', shadow: 'anonymized customer', words: [], facts: {}, hash: Buffer.alloc(0) },
  ]);
});
