import type { Sql } from './app.ts';

/**
 * How many statements wait for a lock in the test's own database: `pg_locks` shows those of other test files as well.
 * @param condition on the columns of `pg_locks`
 */
export async function waiters(sql: Sql, condition = 'true'): Promise<number> {
  const [found] = await sql(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted and (${condition})`,
  );
  return found.count;
}
