import { openAnalyticsReader } from '../../src/persistence/analytics/reader.ts';
import { databaseShares } from '../../src/persistence/isolation/database-shares.ts';
import { openPool } from '../../src/persistence/sql/pool.ts';
import { rows } from '../../src/persistence/sql/query.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a connection gets the settings of its session by a statement, because PgBouncer passes on none of its start', async () => {
  const settings = { statementTimeoutMs: 1_234, lockTimeoutMs: 567, session: '-c work_mem=32MB -c jit=off' };
  const pool = openPool({ name: 'test', url: database.url, max: 1, ...settings, warn: () => undefined });
  const { rows } = await pool.query(
    `select name, setting, source from pg_settings
      where name = any(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'work_mem', 'jit'])
      order by lower(name)`,
  );
  await pool.end();
  const bySession = (name: string, setting: string) => ({ name, setting, source: 'session' });
  expect(rows).toEqual([
    bySession('idle_in_transaction_session_timeout', '30000'),
    bySession('jit', 'off'),
    bySession('lock_timeout', '567'),
    bySession('statement_timeout', '1234'),
    bySession('TimeZone', 'UTC'),
    bySession('work_mem', '32768'),
  ]);
});

it('an analysis joins a million rows by a hash, even where PostgreSQL expects few different ones', async () => {
  const warn = () => undefined;
  const shares = databaseShares({ maxMs: 1_000, maxRows: 100 }, warn);
  const reader = openAnalyticsReader({ url: database.url, statementTimeoutMs: 1_000, shares, warn });
  const found = await reader.read((db) => rows(db, 'show enable_memoize'));
  await reader.close();
  expect(found).toEqual([{ enable_memoize: 'off' }]);
});
