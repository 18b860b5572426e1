import { readServiceSettings } from '../../config.ts';
import { explainDatabaseError } from '../../persistence/database-errors.ts';
import { waitForDatabase } from '../../persistence/database-start.ts';
import { migrate } from '../../persistence/migrate.ts';
import { readSchemaState, UNFINISHED_RESTORE } from '../../persistence/schema-state.ts';
import { exitOnSignals, reachDatabase, serviceFolder } from '../admin/as-system.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { progressOn } from '../progress.ts';

export interface MigrateOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Applies the migrations that the database lacks, or names them. @throws Error with the remedy */
export async function migrateDatabase({ dryRun, json }: MigrateOptions, io: CliIo): Promise<void> {
  const settings = readServiceSettings(serviceFolder(), 'backup');
  const progress = progressOn(io);
  const stopListening = exitOnSignals();
  const database = await reachDatabase(settings.config, progress.step);
  try {
    await waitForDatabase(database.url, { warn: progress.step, patienceMs: 0 });
    const { missing, unknown, isUnfinishedRestore } = await readSchemaState(database.url).catch((error: unknown) => {
      throw explainDatabaseError(error, database.url);
    });
    if (isUnfinishedRestore) throw new CliError(UNFINISHED_RESTORE);
    if (dryRun && unknown.length > 0)
      throw new CliError(`A newer version of Karvon migrated this database: it has ${unknown.join(', ')}.`);
    if (!dryRun) {
      if (missing.length > 0) progress.step(`Applying ${missing.length} migrations`);
      await migrate(database.url);
    }
    io.stdout.write(json ? `${JSON.stringify({ dryRun, migrations: missing })}\n` : textOf(missing, dryRun));
  } finally {
    progress.end();
    await database.stop();
    stopListening();
  }
}

function textOf(missing: readonly string[], dryRun: boolean): string {
  if (missing.length === 0) return line('The database has the schema of this version.');
  return missing.map((name) => line(`${dryRun ? 'would apply' : 'applied'} ${name}`)).join('');
}
