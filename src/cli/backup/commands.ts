import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const HELP = `
A file, or s3://bucket/name with the BACKUP_S3_* or S3_* settings. The service may run meanwhile. The file appears only when it is whole.
A passphrase is read from the terminal or the first line of stdin, unless --passphrase-file or --public-key is given.

Exit codes: 0 success; 1 the command failed; 2 invalid options.`;

const RESTORE_HELP = `
All of the file is checked before anything is written. The target is the installation of the settings: DATABASE_URL, or the embedded PostgreSQL in
DATA_DIR, which must be empty. An interrupted restore leaves a database that no service starts on: run the command again.

Exit codes: 0 success; 1 the command failed; 2 invalid options.`;

/** Declares `karvon backup ...`. Each command, and the database code with it, is loaded when it is called. */
export function addBackupCommands(backup: Command, io: CliIo): void {
  backup
    .addHelpText('after', HELP)
    .enablePositionalOptions()
    .argument('<file>', 'the file to write')
    .option('--passphrase-file <file>', 'the file whose first line is the passphrase')
    .option('--public-key <file>', 'encrypt for the public key in this file')
    .option('--no-verify', 'do not restore the backup into a temporary database to compare it')
    .option('--force', 'replace an existing file', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (file, options) => (await import('./backup.ts')).backup(file, options, io));

  backup
    .command('keygen')
    .description('make a key pair for backups: the public key is printed, the private key is kept under a passphrase')
    .requiredOption('--out <file>', 'file for the private key (mode 0600); must not exist')
    .option('--passphrase-file <file>', 'the file whose first line is the passphrase')
    .action(async (options) => (await import('./keygen.ts')).keygen(options, io));

  backup
    .command('verify')
    .description('check a backup, and restore it into a temporary database to compare it')
    .argument('<file>', 'a file, or s3://bucket/name')
    .option('--passphrase-file <file>', 'the file whose first line is the passphrase')
    .option('--key <file>', 'the private key that the backup is encrypted for')
    .option('--json', 'print the result as JSON', false)
    .action(async (file, options) => (await import('./verify.ts')).verify(file, options, io));

  backup
    .command('status')
    .description('show the last backup of the schedule; exit code 1 if it failed or there is none')
    .option('--json', 'print it as JSON', false)
    .action(async (options) => (await import('./status.ts')).status(options, io));

  backup
    .command('scheduled', { hidden: true })
    .description('make the backup of the schedule: the service calls it')
    .action(async () => (await import('./scheduled.ts')).scheduled(io));
}

/** Declares `karvon restore`. */
export function addRestoreCommand(restore: Command, io: CliIo): void {
  restore
    .addHelpText('after', RESTORE_HELP)
    .argument('<file>', 'a file, or s3://bucket/name')
    .option('--passphrase-file <file>', 'the file whose first line is the passphrase')
    .option('--key <file>', 'the private key that the backup is encrypted for')
    .option('--erased <file>', 'a list of erased customers that is newer than the backup')
    .option('--json', 'print the result as JSON', false)
    .action(async (file, options) => (await import('./restore.ts')).restore(file, options, io));
}
