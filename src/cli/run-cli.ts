import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/commands.ts';
import { addBackupCommands, addRestoreCommand } from './backup/commands.ts';
import { addDoctorCommand } from './doctor/commands.ts';
import { addErasedCommands } from './erased/commands.ts';
import { type CliIo, Interrupted, line } from './io.ts';
import { addKeyCommands, withKids } from './keys/commands.ts';
import { addMigrateCommand } from './migrate/commands.ts';
import { addReleaseCommands } from './release/commands.ts';
import { addSimulateOptions } from './simulate/commands.ts';

const OK = 0;
/** The command failed, or the package is invalid. */
const FAILED = 1;
/** The command line is invalid. */
const USAGE = 2;
/** The shells' exit code for SIGINT. */
const INTERRUPTED = 130;

/**
 * Runs one command. Results go to stdout, everything else to stderr.
 * @param args without the program's name
 * @returns the exit code: 0 success, 1 failure, 2 invalid command line, 130 interrupted at a prompt
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  const program = new Command('karvon')
    .description('Command line tools of Karvon.')
    .exitOverride()
    // An option belongs to the command that it stands behind: `backup verify --json`, although `backup <file>` has --json too.
    .enablePositionalOptions()
    .showHelpAfterError('(use --help for usage)')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    });
  addAdminCommands(program.command('admin').description('manage the admins of the service in its database'), io);
  addBackupCommands(
    program.command('backup').description('write everything of the installation to one encrypted file'),
    io,
  );
  addRestoreCommand(program.command('restore').description('make an empty installation what a backup is of'), io);
  addErasedCommands(
    program.command('erased').description('keep and apply the list of erased customers in the database'),
    io,
  );
  addDoctorCommand(program.command('doctor').description('check an installation, and say what to do'), io);
  addKeyCommands(program.command('keys').description('rotate the keys of the service'), io);
  addMigrateCommand(program.command('migrate').description('bring the database to the schema of this version'), io);
  addReleaseCommands(program.command('release').description('create, sign and check release packages'), io);
  addSimulateOptions(program.command('simulate').description('run simulated devices against a service'), io);
  try {
    await program.parseAsync(withKids(args), { from: 'user' });
    return OK;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
    if (error instanceof Interrupted) return INTERRUPTED;
    io.stderr.write(line(`karvon: ${error instanceof Error ? error.message : String(error)}`));
    return FAILED;
  }
}
