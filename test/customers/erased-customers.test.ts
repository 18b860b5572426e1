import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { Canaries, dump } from '../support/canaries.ts';
import { karvon } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSale } from '../support/factories/sale.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { addNote, CUSTOMERS, customer } from './support.ts';

/*
 * A business erases a person, and restores a backup from before. The list of the erased, kept beside the backups, or still in the
 * database, has the person erased again.
 */

const folder = temporaryFolder('erased');
const canaries = new Canaries();
const person = {
  fullName: 'Zumrad Qaytuvchi-Returning',
  email: 'zumrad.returning@example.com',
  phone: '+998 93 765 43 21',
  notes: 'Came by the blue bicycle',
};
for (const [name, value] of Object.entries(person)) canaries.add(name, value);
canaries.add('note', 'Knows the porter of the house');
canaries.add('reason', 'The glass was broken in two');

let database: TestDatabase;
let backup: string;
let app: TestApp;
let id: string;
let row: Json;

beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestApp({ database });
  const owner = await first.as('SUPER_ADMIN');
  ({ id } = await customer(owner, person));
  await addNote(owner, id, 'Knows the porter of the house');
  const sale = await makeSale(first, { customerId: id });
  await owner.rest('POST', `/v1/admin/sales/${sale.id}/refund`, { amount: 5, reason: 'The glass was broken in two' });
  [row] = await first.sql('select to_jsonb(c) as row from customer c where id = $1', [id]);
  await first.stop();
  backup = await copyOf(database.url);

  app = await startTestApp({ database });
  const erased = await (await app.as('SUPER_ADMIN')).rest('POST', `${CUSTOMERS}/${id}/anonymize`, {
    reason: 'CUSTOMER_REQUEST',
  });
  expect(erased.status).toBe(201);
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** A copy of a database that nobody uses: what a backup holds. */
async function copyOf(url: string): Promise<string> {
  const { pathname, username } = new URL(url);
  const name = `${process.env.KARVON_TEST_PREFIX}${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: process.env.KARVON_TEST_ADMIN_URL });
  await admin.connect();
  const statement = `create database ${name} template ${pathname.slice(1)} owner "${username}"`;
  // Connections take a moment to close.
  await until(() => admin.query(statement).then(() => true, ifInUse));
  await admin.end();
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

function ifInUse(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === '55006') return false;
  throw error;
}

async function erased(args: readonly string[], url: string, stdin = '') {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = url;
  try {
    return await karvon(['erased', ...args], { now: app.clock.now(), stdin });
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}

async function inDatabase<T>(url: string, work: (sql: TestApp['sql']) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values = []) => (await client.query(text, [...values])).rows);
  } finally {
    await client.end();
  }
}
const found = (url: string) => inDatabase(url, async (sql) => canaries.in(await dump(sql)).sort());
const everything = canaries.all.map(({ name }) => name).sort();

describe('karvon erased', () => {
  it('export prints ids and times, and nothing that says who it was', async () => {
    const { code, stdout } = await erased(['export'], database.url);
    expect([code, stdout]).toEqual([0, `${JSON.stringify({ id, erasedAt: app.clock.now().toISOString() })}\n`]);
  });

  it('import of a line that is no entry is refused before anything is written', async () => {
    const { code, stderr } = await erased(
      ['import', '-'],
      backup,
      `{"id":"${id}","erasedAt":"2026-11-26"}\n{"id":"x"}\n`,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^karvon: line 2 is not an entry of the list/);
    expect(await inDatabase(backup, (sql) => sql('select * from erased_customer'))).toEqual([]);
  });

  it('karvon erased import into a restored backup erases who came back in it, in every table', async () => {
    expect(await found(backup)).toEqual(everything);
    const { stdout: list } = await erased(['export'], database.url);
    const file = join(folder, 'erased.jsonl');
    writeFileSync(file, list);
    const { code, stdout } = await erased(['import', file], backup);
    expect([code, stdout]).toEqual([0, '1 on the list; 1 of them were in the database and are anonymized.\n']);
    expect(await found(backup)).toEqual([]);
    const [restored] = await inDatabase(backup, (sql) =>
      sql('select full_name, anonymized_at from customer where id = $1', [id]),
    );
    expect(restored).toEqual({ full_name: 'Anonymized customer', anonymized_at: app.clock.now() });
    const entries = await inDatabase(backup, (sql) =>
      sql(`select actor_type, transport, target_id from audit_entry where action = 'anonymizeCustomer'`),
    );
    expect(entries).toEqual([{ actor_type: 'SYSTEM', transport: 'CLI', target_id: id }]);
  });

  it('karvon erased import twice changes nothing more', async () => {
    const { stdout: list } = await erased(['export'], database.url);
    const { stdout } = await erased(['import', '-'], backup, list);
    expect(stdout).toBe('1 on the list; 0 of them were in the database and are anonymized.\n');
    const entries = await inDatabase(backup, (sql) =>
      sql(`select 1 from audit_entry where action = 'anonymizeCustomer'`),
    );
    expect(entries).toHaveLength(1);
  });

  it('karvon erased import lists who is not in the database, so that a later restore finds them on the list', async () => {
    const other = 'ff91e2a4-0000-7000-8000-000000000001';
    await erased(['import', '-'], backup, `{"id":"${other}","erasedAt":"2026-11-20T08:00:00.000Z"}\n`);
    const { stdout } = await erased(['export'], backup);
    expect(stdout.split('\n')[0]).toBe(`{"id":"${other}","erasedAt":"2026-11-20T08:00:00.000Z"}`);
  });
});

describe('rows of an old dump in a database that has the list', () => {
  const putBack = () =>
    inDatabase(database.url, (sql) =>
      sql(
        `update customer c set full_name = o.full_name, email = o.email, phone = o.phone, phone_canonical = o.phone_canonical,
                notes = o.notes, anonymized_at = null
           from jsonb_populate_record(null::customer, $1) o where c.id = o.id`,
        [row.row],
      ),
    );

  it('rows of an old dump in a database that has the list are anonymized again by the next start, which says so', async () => {
    await putBack();
    expect(await found(database.url)).toEqual(['email', 'fullName', 'notes', 'phone']);
    await app.stop();
    app = await startTestApp({ database });
    expect(await found(database.url)).toEqual([]);
    expect(app.logs.filter(({ level }) => level === 'warn')).toContainEqual(
      expect.objectContaining({
        msg: 'erased customers were in the database again: they are anonymized again',
        returned: 1,
      }),
    );
    const entries = await app.sql(
      `select actor_type, transport from audit_entry where action = 'anonymizeCustomer' order by id`,
    );
    expect(entries).toEqual([
      { actor_type: 'ADMIN', transport: 'REST' },
      { actor_type: 'SYSTEM', transport: 'SYSTEM' },
    ]);
    // Samples of values that are older than this are drawn anew.
    expect(await app.sql('select applied_at from erased_customer')).toEqual([{ applied_at: app.clock.now() }]);
  });

  it('rows of an old dump in a database that has the list are anonymized again by karvon erased apply, also a note without its customer', async () => {
    await putBack();
    const note = `insert into customer_note (id, customer_id, content, author_id, created_at)
                  values (gen_random_uuid(), $1, 'Knows the porter of the house', gen_random_uuid(), now())`;
    await app.sql(note, [id]);
    const { code, stdout } = await erased(['apply'], database.url);
    expect([code, stdout]).toEqual([0, '1 customers were in the database again and are anonymized.\n']);
    expect(await found(database.url)).toEqual([]);
    await app.sql(note, [id]);
    expect((await erased(['apply'], database.url)).stdout).toBe(
      '0 customers were in the database again and are anonymized.\n',
    );
    expect(await found(database.url)).toEqual([]);
  });

  it('customers whom no dump brought back stay as they are: a start writes nothing', async () => {
    const before = await app.sql('select * from erased_customer');
    await app.stop();
    app = await startTestApp({ database });
    expect(await app.sql('select * from erased_customer')).toEqual(before);
  });
});
