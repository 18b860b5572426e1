import type { Sql } from './app.ts';

/** Tables that count or watch, and change with every call. */
const NEVER_MIND = ['rate_limit'];

/**
 * A digest of every table's rows: two are equal when nothing was written in between.
 * @param except tables that may have changed
 */
export async function databaseState(sql: Sql, except: readonly string[] = []): Promise<Record<string, string>> {
  const tables: { name: string }[] = await sql(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const watched = tables.map(({ name }) => name).filter((name) => ![...NEVER_MIND, ...except].includes(name));
  // One statement: this is called before and after nearly every refusal that is tested.
  const digests: { name: string; digest: string }[] = await sql(
    watched
      .map(
        (name) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as digest from "${name}" t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}
