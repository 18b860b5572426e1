import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const HELP = `
The list has the ids of the customers whom anonymizeCustomer erased, and when: nothing that says who they were. A backup that was made
before brings them back. Keep the list beside the backups, and import it after a restore. The start of the service erases those
again who are on the list of its own database.

Exit codes: 0 success; 1 the command failed or the database is unavailable; 2 invalid options.`;

/** Declares `karvon erased ...`. The database code is loaded when a command is called. */
export function addErasedCommands(erased: Command, io: CliIo): void {
  erased.addHelpText('after', HELP);
  erased
    .command('export')
    .description('print the list as JSON lines, the oldest first')
    .action(async () => (await import('./lists.ts')).exportList(io));

  erased
    .command('import')
    .description('add an exported list, and erase those of it who are in the database')
    .argument('<file>', 'JSON lines, or - for stdin')
    .action(async (file) => (await import('./lists.ts')).importList(file, io));

  erased
    .command('apply')
    .description('erase everybody on the list again, whatever came back of them')
    .action(async () => (await import('./lists.ts')).applyList(io));
}
