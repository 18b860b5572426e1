import pg from 'pg';
import { hasUnfinishedRestore } from './backup/unfinished-restore.ts';
import { migrations } from './migrations.ts';

/** Differences between the database's schema and this version's migrations. */
export interface SchemaState {
  /** No migration was ever applied. */
  readonly empty: boolean;
  /** Migrations of this version that the database lacks. */
  readonly missing: readonly string[];
  /** Applied migrations that this version does not know: a newer version applied them. */
  readonly unknown: readonly string[];
  /** A restore has begun in this database and has not ended. */
  readonly isUnfinishedRestore: boolean;
}

/** What to do about it. */
export const UNFINISHED_RESTORE =
  'A restore into this database has not ended. Run karvon restore with the backup again: it begins anew.';

/** Short, because an operator waits for the answer. */
const TIMEOUT_MS = 10_000;

/** Reads the applied migrations on a separate connection; changes nothing and creates no database. */
export async function readSchemaState(url: string): Promise<SchemaState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // An error after the last result does not matter.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await schemaStateOf(client);
  } finally {
    await client.end();
  }
}

/** The same on an open connection. */
export async function schemaStateOf(client: Queryable): Promise<SchemaState> {
  return compare(await appliedMigrations(client), await hasUnfinishedRestore(client));
}

type Queryable = Pick<pg.ClientBase, 'query'>;

async function appliedMigrations(client: Queryable): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('migration') is not null as "exists"`);
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>('select name from migration order by id');
  return rows.map(({ name }) => name);
}

function compare(applied: readonly string[], isUnfinishedRestore: boolean): SchemaState {
  const own = migrations.map(({ name }) => name);
  return {
    empty: applied.length === 0,
    missing: own.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !own.includes(name)),
    isUnfinishedRestore,
  };
}
