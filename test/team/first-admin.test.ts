import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ensureFirstAdmin } from '../../src/domain/team/first-admin.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import { findInitialPasswords } from '../../src/persistence/team/admin-repository.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { waiters } from '../support/lock-waiters.ts';
import { QUICK_PASSWORDS } from '../support/quick-passwords.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let orm: MikroORM;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ url: database.url, poolMax: 2 });
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await orm.close(true);
  await database.drop();
});

const sql: Sql = async (text, values = []) => (await pool.query(text, [...values])).rows;

it('a start makes no first admin when another one has made it meanwhile', async () => {
  const other = await pool.connect();
  await other.query('begin');
  await other.query(`select pg_advisory_xact_lock(hashtextextended('karvon:team', 0))`);
  const made = ensureFirstAdmin(orm.em, {
    now: new Date(),
    keys: { currentKek: 'none', kek: () => Buffer.alloc(32) } as never,
    warn: () => undefined,
    passwordCost: QUICK_PASSWORDS,
    configured: { email: 'late@karvon.test', password: 'Quiet-Harbour-71' },
  });
  await until(async () => (await waiters(sql, `query ~ 'pg_advisory_xact_lock'`)) > 0);
  await insertAdmin(async (text, values = []) => (await other.query(text, [...values])).rows, new Date());
  await other.query('commit');
  other.release();
  expect(await made).toBeUndefined();
  expect(await sql(`select 1 from admin where email = 'late@karvon.test'`)).toEqual([]);
});

it('a start shows the generated password of an admin who may still sign in, and of no other', async () => {
  const sealed = Buffer.from('a sealed password');
  const emails: string[] = [];
  for (const status of ['SUSPENDED', 'ACTIVE', 'DISABLED'] as const) {
    const { id, email } = await insertAdmin(sql, new Date(), { status });
    await sql('update admin set initial_password = $2 where id = $1', [id, sealed]);
    emails.push(email);
  }
  expect(await findInitialPasswords(orm.em.fork())).toEqual([
    { email: emails[1], passwordHash: expect.any(String), sealed },
  ]);
});
