import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const HELP = `
A start of the service does the same, unless MIGRATE_AT_START is off. Make a backup before.

Exit codes: 0 success; 1 the command failed; 2 invalid options.`;

/** Declares `karvon migrate`. The database code is loaded when it is called. */
export function addMigrateCommand(migrate: Command, io: CliIo): void {
  migrate
    .addHelpText('after', HELP)
    .option('--dry-run', 'print what would be applied, and change nothing', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (options) => (await import('./migrate.ts')).migrateDatabase(options, io));
}
