import type { Sql } from './app.ts';

/** Tables that count or watch, and change with every call; and what follows from the other tables by their triggers. */
const NEVER_MIND = ['rate_limit', 'tally', 'tally_change'];

/** The one statement per database that digests all tables. */
const statements = new WeakMap<Sql, Promise<string>>();

/**
 * A digest of every table's rows, by where each is stored and which transaction wrote it: two are equal when nothing was
 * written in between, not even the same values again.
 * @param except tables that may have changed
 */
export async function databaseState(sql: Sql, except: readonly string[] = []): Promise<Record<string, string>> {
  const statement = statements.get(sql) ?? digestsOf(sql);
  statements.set(sql, statement);
  const digests: { name: string; digest: string }[] = await sql(await statement, [], 'database_state');
  return Object.fromEntries(digests.flatMap(({ name, digest }) => (except.includes(name) ? [] : [[name, digest]])));
}

/**
 * One statement for all of them, which reads no values and is planned once: this is called before and after nearly every
 * refusal that is tested, where it was a third of PostgreSQL's work.
 */
async function digestsOf(sql: Sql): Promise<string> {
  const tables: { name: string }[] = await sql(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return tables
    .filter(({ name }) => !NEVER_MIND.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtidextended(t.ctid, t.xmin::text::bigint)), 0) as digest from "${name}" t`,
    )
    .join(' union all ');
}
