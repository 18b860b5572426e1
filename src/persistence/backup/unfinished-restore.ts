import type pg from 'pg';
import { OWN } from './tables.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** A table of this name says that a restore has begun here and has not ended. */
const MARK = 'unfinished_restore';
/** Any fixed number: the advisory lock of restores. */
const RESTORE_LOCK = 7_462_118_003;

/** Whether a restore has begun in this database and has not ended. */
export async function hasUnfinishedRestore(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('public.${MARK}') is not null as "exists"`);
  return rows[0]?.exists === true;
}

/** Whether a restore may write here: there are no tables, or only those of a restore that did not end. */
export async function isEmptyForRestore(client: Client): Promise<boolean> {
  if (await hasUnfinishedRestore(client)) return true;
  const { rows } = await client.query(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OWN}) as found`,
  );
  return rows[0]?.found === false;
}

/**
 * Marks the database and removes what an interrupted restore has left in it.
 * @throws Error if it has other data, or another restore is running
 */
export async function beginRestore(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [RESTORE_LOCK]);
  if (!rows[0]?.free) throw new Error('Another restore into this database is running. Wait until it ends.');
  if (!(await isEmptyForRestore(client))) throw notEmpty();
  await client.query(`create table if not exists public.${MARK} (began_at timestamptz not null default now())`);
  await client.query(REMOVE);
}

/** Removes the mark: the installation is whole. */
export async function endRestore(client: Client): Promise<void> {
  await client.query(`drop table public.${MARK}`);
}

export function notEmpty(): Error {
  return new Error(
    'The database has data. A restore needs an empty one: a DATABASE_URL of a new database, or, without DATABASE_URL in the environment and in .env, another DATA_DIR. Nothing was changed.',
  );
}

/** Everything of the schema but extensions and the mark, of which nothing depends. */
const REMOVE = `do $do$
  declare found text;
  begin
    for found in select format('drop table if exists %I cascade', c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where c.relkind in ('r', 'p') and c.relname <> '${MARK}' and ${OWN} loop
      execute found;
    end loop;
    -- Named before the first is dropped, which may take others along: a loop reads names as it goes on, and what is gone has none.
    foreach found in array array(
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')) loop
      execute found;
    end loop;
    for found in select format('drop collation if exists %I cascade', l.collname) from pg_collation l join pg_namespace n on n.oid = l.collnamespace
                  where n.nspname = 'public' loop
      execute found;
    end loop;
  end $do$`;
