import { type Command, Option } from 'commander';
import { ADMIN_ROLES } from '../../model/enums.ts';
import type { CliIo } from '../io.ts';

const HELP = `
The commands use the database of the service, beside it or while it is stopped: DATABASE_URL, or the embedded PostgreSQL
in DATA_DIR, from the environment or the file .env, as the service reads them. Whoever may read these may manage admins:
no password is asked for, and MUTATIONS_AUTHORIZED and the rate limits do not apply. The audit log names the actor SYSTEM
and the transport CLI.

Exit codes: 0 done; 1 refused, or the database cannot be used; 2 wrong options.`;

/** `karvon admin ...`: what each command takes. The commands themselves, and the database with them, are loaded when they are called. */
export function addAdminCommands(admin: Command, io: CliIo): void {
  admin.addHelpText('after', HELP);
  admin
    .command('create')
    .description('make an admin; the one-time password goes to stdout, and is shown nowhere else')
    .requiredOption('--email <address>', 'signs in with it')
    .requiredOption('--name <name>', 'what the others see')
    .addOption(new Option('--role <role>', 'what the admin may do').choices(ADMIN_ROLES).makeOptionMandatory())
    .option('--json', 'print the record with the password as JSON', false)
    .action(async (options) => (await import('./create.ts')).create(options, io));

  admin
    .command('reset-password')
    .description('replace a password by a one-time one, which goes to stdout, and end all sessions')
    .argument('<email>', 'whose password')
    .option('--json', 'print the record with the password as JSON', false)
    .action(async (email, options) => (await import('./reset-password.ts')).resetPassword(email, options, io));

  admin
    .command('list')
    .description('show all admins, newest first')
    .option('--json', 'print them as JSON', false)
    .action(async (options) => (await import('./list.ts')).list(options, io));
}
