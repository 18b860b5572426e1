import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/commands.ts';
import { type CliIo, Interrupted, line } from './io.ts';
import { addReleaseCommands } from './release/commands.ts';
import { addSimulateOptions } from './simulate/commands.ts';

/** Done. */
const OK = 0;
/** The command could not do it, or the package is refused. */
const FAILED = 1;
/** The command line is not understood. */
const USAGE = 2;
/** As shells count a SIGINT. */
const INTERRUPTED = 130;

/**
 * Runs one command. What it is asked for goes to stdout, everything else to stderr.
 * @param args without the program's name
 * @returns the exit code: 0 done, 1 failed or refused, 2 not understood, 130 interrupted at a prompt
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  const program = new Command('karvon')
    .description('Tools of Karvon beside the service.')
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    });
  addAdminCommands(program.command('admin').description('manage the admins of the service in its database'), io);
  addReleaseCommands(program.command('release').description('make, sign and check release packages'), io);
  addSimulateOptions(program.command('simulate').description('run simulated devices against a service'), io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return OK;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
    if (error instanceof Interrupted) return INTERRUPTED;
    io.stderr.write(line(`karvon: ${error instanceof Error ? error.message : String(error)}`));
    return FAILED;
  }
}
