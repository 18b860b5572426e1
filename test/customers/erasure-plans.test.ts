import 'reflect-metadata';
import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';
import { idOf, insertManyRows } from '../support/many-rows.ts';

const MANY = 3_000;

let database: ConnectedDatabase;
const sql = async (text: string, values: readonly unknown[] = []) =>
  (await database.client.query(text, [...values])).rows;

beforeAll(async () => {
  database = await connectedDatabase();
  await insertManyRows(sql, MANY);
});
afterAll(() => database.drop());

it('whether others have the name of a person is read from the index of names, whatever their apostrophe is', async () => {
  const person = await idOf(sql, 'customer', 7);
  const namesake = await idOf(sql, 'customer', 8);
  const other = await idOf(sql, 'customer', 9);
  await sql(`update customer set full_name = $2 where id = $1`, [person, "G'ayrat Oʻrinov"]);
  await sql(`update customer set full_name = $2 where id = $1`, [other, "G'ayrat O'rinova"]);
  const patternOf = async () => {
    await sql('begin');
    const [{ pattern }] = await sql(`select person_pattern($1, '{}') as pattern`, [person]);
    const [{ read }] = await sql(
      `select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'customer'`,
    );
    await sql('commit');
    return { hasName: String(pattern).includes('[yY'), read };
  };
  expect(await patternOf()).toEqual({ hasName: true, read: 0 });
  await sql(`update customer set full_name = $2 where id = $1`, [namesake, 'Gʻayrat O’rinov']);
  expect(await patternOf()).toEqual({ hasName: false, read: 0 });
});

it('an erasure reads no table of texts that people write whole: indexes find those that may name the person', async () => {
  const person = await idOf(sql, 'customer', 11);
  await sql(`update customer set full_name = 'Zyxel Abcovich', telegram_username = 'zyxel_a' where id = $1`, [person]);
  await sql('begin');
  // Of few rows PostgreSQL would read all.
  await sql('set local enable_seqscan = off');
  await sql('insert into erased_customer (id, erased_at, applied_at) values ($1, now(), now())', [person]);
  const read = await sql('select relname as name from pg_stat_xact_user_tables where seq_scan > 0');
  await sql('rollback');
  const texts = ['customer', 'customer_note', 'preorder', 'preorder_event', 'sale', 'refund', 'device_event'];
  const machines = ['audit_entry', 'installation', 'installation_event', 'pairing'];
  expect(read.map(({ name }) => name).filter((name) => [...texts, ...machines].includes(name))).toEqual([]);
});
