import { type Command, Option } from 'commander';
import { ADMIN_ROLES } from '../../model/enums.ts';
import type { CliIo } from '../io.ts';

const HELP = `
The commands use the service's database, whether the service is running or stopped: DATABASE_URL, or the embedded
PostgreSQL in DATA_DIR, from the environment or from .env. They require no password: anyone who can read these settings can
manage admins. MUTATIONS_AUTHORIZED and the rate limits do not apply. The audit log records the actor SYSTEM and the
transport CLI.

Exit codes: 0 success; 1 the command failed or the database is unavailable; 2 invalid options.`;

/** Declares `karvon admin ...`. Each command, and the database code with it, is loaded when it is called. */
export function addAdminCommands(admin: Command, io: CliIo): void {
  admin.addHelpText('after', HELP);
  admin
    .command('create')
    .description('create an admin; the one-time password is printed to stdout and shown nowhere else')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'role of the admin').choices(ADMIN_ROLES).makeOptionMandatory())
    .option('--json', 'print the record with the password as JSON', false)
    .action(async (options) => (await import('./create.ts')).create(options, io));

  admin
    .command('reset-password')
    .description('replace a password with a one-time password, printed to stdout, and end all sessions of the admin')
    .argument('<email>', 'e-mail address of the admin')
    .option('--json', 'print the record with the password as JSON', false)
    .action(async (email, options) => (await import('./reset-password.ts')).resetPassword(email, options, io));

  admin
    .command('list')
    .description('list all admins, newest first')
    .option('--json', 'print them as JSON', false)
    .action(async (options) => (await import('./list.ts')).list(options, io));
}
