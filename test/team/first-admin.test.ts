import pg from 'pg';
import { ensureFirstAdmin } from '../../src/domain/team/first-admin.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { waiters } from '../support/lock-waiters.ts';
import { QUICK_PASSWORDS } from '../support/quick-passwords.ts';
import { until } from '../support/until.ts';

it('a start makes no first admin when another one has made it meanwhile', async () => {
  const database = await createTestDatabase();
  const orm = await createOrm({ url: database.url, poolMax: 2 });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const sql: Sql = async (text, values = []) => (await pool.query(text, [...values])).rows;
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
  await pool.end();
  await orm.close(true);
  await database.drop();
});
