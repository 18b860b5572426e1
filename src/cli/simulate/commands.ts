import { type Command, InvalidArgumentError } from 'commander';
import type { CliIo } from '../io.ts';
import type { SimulateOptions } from './options.ts';

const MAX_DEVICES = 100_000;

const EXAMPLES = `
Devices come from a file of credentials (one JSON object a line: serial, secret, model, hardwareRevision,
releaseTrustJwks), or are made anew through the public API by an admin (SUPER_ADMIN or OPERATIONS; the service hands out
3 envelopes a minute, so that a fleet takes its time; --save keeps them for the next run).

  karvon simulate --admin-email admin@karvon.local --admin-password - --devices 3 --save devices.jsonl
  karvon simulate --credentials devices.jsonl --loss 0.2 --power-cuts 0.01
  karvon simulate --credentials devices.jsonl --expect 1.5.0 --duration 120 --json

Exit codes: 0 done; 1 the service cannot be reached or refuses, or --expect was not met in time; 2 wrong options.`;

/** `karvon simulate`: a fleet of simulated devices against a running service, through its public APIs alone. */
export function addSimulateOptions(command: Command, io: CliIo): void {
  command
    .option('--url <url>', 'the service', 'http://localhost:3000')
    .option('--credentials <file>', 'devices that exist: JSON lines')
    .option('--admin-email <email>', 'sign in and make new devices')
    .option('--admin-password <password>', '- asks for it on a terminal, else reads the first line of stdin')
    .option('--save <file>', 'keep the credentials of new devices (readable by you alone)')
    .option('--devices <n>', 'how many: the first of the file, or as many new ones (3)', whole(1, MAX_DEVICES))
    .option('--model <model>', 'of new devices', 'LAMP1')
    .option('--hardware-revision <revision>', 'of new devices', 'rev-b')
    .option('--firmware <version>', 'what they run at first', '1.0.0')
    .option('--build <n>', 'its build', whole(0, 2_147_483_647), 100)
    .option('--channel <channel>', 'what they ask for: INTERNAL, BETA or STABLE', 'STABLE')
    .option('--brand <word>', 'the word in the names of the proof headers', 'karvon')
    .option('--bad-rate <share>', 'devices on which a new image fails its first run, 0 to 1', share, 0)
    .option('--power-cuts <probability>', 'of a power cut before each write to flash, 0 to 1', share, 0)
    .option('--loss <share>', 'requests that are lost, doubled or late, and downloads that are cut, 0 to 1', share, 0)
    .option('--skew <seconds>', 'how far clocks are off, either way', whole(0, 1_000_000_000), 0)
    .option('--seed <text>', 'the same seed gives the same faults', 'karvon')
    .option('--duration <seconds>', 'then stop (default: at Ctrl-C)', whole(1, 1_000_000))
    .option('--expect <version>', 'stop as soon as every device runs this version')
    .option('--time-scale <n>', 'how many times faster than told devices ask again', whole(1, 1_000_000), 720)
    .option('--concurrency <n>', 'devices that talk at the same time', whole(1, 1_000), 32)
    .option('--allow-unsigned', 'take releases that came without a package', false)
    .option('--json', 'no live view; one JSON object at the end', false)
    .addHelpText('after', EXAMPLES)
    .action(async (options: SimulateOptions) => (await import('./simulate.ts')).simulate(options, io));
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('must be a number from 0 to 1.');
}

function whole(minimum: number, maximum: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`must be a whole number from ${minimum} to ${maximum}.`);
  };
}
