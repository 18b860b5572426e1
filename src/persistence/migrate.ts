import { explainDatabaseError } from './database-errors.ts';
import { createOrm } from './orm.ts';
import { readSchemaState, type SchemaState, schemaStateOf, UNFINISHED_RESTORE } from './schema-state.ts';
import { poolOf } from './sql/lent-pool.ts';

/** Any fixed number: the advisory lock of concurrent starts. */
const MIGRATION_LOCK = 7_462_118_001;

/** How a restore migrates the database that it fills. */
export interface RestoreMigration {
  /** The migrations to apply, those of the backup; default: all. */
  readonly only?: readonly string[];
}

/**
 * Applies missing migrations, without timeouts. Concurrent starts apply them once.
 * @param restore of a restore, which alone may migrate a database that it has marked
 * @throws Error with the remedy, also if a newer version has migrated the database
 */
export async function migrate(url: string, restore?: RestoreMigration): Promise<void> {
  try {
    const { missing, isUnfinishedRestore } = acceptable(await readSchemaState(url));
    if (isUnfinishedRestore && !restore) throw new Error(UNFINISHED_RESTORE);
    if (missing.length > 0) await applyMissing(url, restore);
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/** For a start that may not migrate. @throws Error with the remedy if a migration is missing */
export async function requireMigrated(url: string): Promise<void> {
  try {
    const { missing, isUnfinishedRestore } = acceptable(await readSchemaState(url));
    if (isUnfinishedRestore) throw new Error(UNFINISHED_RESTORE);
    if (missing.length === 0) return;
    throw new Error(
      `MIGRATE_AT_START is off, and the database lacks ${missing.join(', ')}. Run npx --no-install karvon migrate, which --dry-run shows before, or set MIGRATE_AT_START to on.`,
    );
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

async function applyMissing(url: string, { only }: RestoreMigration = {}): Promise<void> {
  const orm = await createOrm({ url, poolMax: 2, statementTimeoutMs: 0, lockTimeoutMs: 0, entities: false });
  try {
    const client = await poolOf(orm).connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      acceptable(await schemaStateOf(client));
      await orm.migrator.up(only && { migrations: [...only] });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      client.release();
    }
  } finally {
    await orm.close(true);
  }
}

/** @throws Error for a newer schema, on which an older version would answer 500 */
function acceptable(state: SchemaState): SchemaState {
  if (state.unknown.length === 0) return state;
  throw new Error(
    `A newer version of Karvon migrated this database: this version does not know ${state.unknown.join(', ')}. Start the newer version, or restore a backup from before its first start.`,
  );
}
