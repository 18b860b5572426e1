import { type Command, InvalidArgumentError } from 'commander';
import type { CliIo } from '../io.ts';
import type { SimulateOptions } from './options.ts';

const MAX_DEVICES = 100_000;

const EXAMPLES = `
Devices come from a credentials file (one JSON object per line: serial, secret, model, hardwareRevision,
releaseTrustJwks), or an admin (SUPER_ADMIN or OPERATIONS) creates new ones through the public API. The service issues 3
envelopes per minute, so creating a large fleet takes time; --save keeps the credentials for the next run.

  karvon simulate --admin-email admin@karvon.local --admin-password - --devices 3 --save devices.jsonl
  karvon simulate --credentials devices.jsonl --loss 0.2 --power-cuts 0.01
  karvon simulate --credentials devices.jsonl --expect 1.5.0 --duration 120 --json

Exit codes: 0 success; 1 the service is unreachable or returned an error, or --expect was not met in time; 2 invalid options.`;

/** Declares `karvon simulate`: simulated devices that use a running service through its public APIs only. */
export function addSimulateOptions(command: Command, io: CliIo): void {
  command
    .option('--url <url>', 'URL of the service', 'http://localhost:3000')
    .option('--credentials <file>', 'credentials of existing devices, as JSON lines')
    .option('--admin-email <email>', 'sign in as this admin and create new devices')
    .option(
      '--admin-password <password>',
      'password; - prompts for it on a terminal, else reads the first line of stdin',
    )
    .option('--save <file>', 'save the credentials of new devices (readable only by you)')
    .option(
      '--devices <n>',
      'number of devices, from the file or new (default: all of the file, or 3 new ones)',
      whole(1, MAX_DEVICES),
    )
    .option('--model <model>', 'model of new devices', 'LAMP1')
    .option('--hardware-revision <revision>', 'hardware revision of new devices', 'rev-b')
    .option('--firmware <version>', 'initial firmware version', '1.0.0')
    .option('--build <n>', 'initial build number', whole(0, 2_147_483_647), 100)
    .option('--channel <channel>', 'firmware channel: INTERNAL, BETA or STABLE', 'STABLE')
    .option('--brand <word>', 'brand in the names of the proof headers', 'karvon')
    .option('--bad-rate <share>', 'share of devices on which a new image fails its first run, 0 to 1', share, 0)
    .option('--power-cuts <probability>', 'probability of a power cut before each flash write, 0 to 1', share, 0)
    .option('--loss <share>', 'share of requests lost, duplicated or late, and of downloads cut, 0 to 1', share, 0)
    .option('--skew <seconds>', 'maximum clock error in either direction', whole(0, 1_000_000_000), 0)
    .option('--nights <share>', 'share of devices that are switched off every night, 0 to 1', share, 0)
    .option('--unplugged <n>', 'how often a device is unplugged in 30 days, for minutes to weeks', whole(0, 1_000), 0)
    .option('--for-ever <share>', 'share of those times after which it never comes back, 0 to 1', share, 0)
    .option('--silent-reports <share>', 'share of progress reports that a device does not send, 0 to 1', share, 0)
    .option('--seed <text>', 'seed of the faults; the same seed gives the same faults', 'karvon')
    .option('--duration <seconds>', 'stop after this time (default: at Ctrl-C)', whole(1, 1_000_000))
    .option('--expect <version>', 'stop as soon as every device runs this version')
    .option(
      '--time-scale <n>',
      'factor by which devices poll, and nights pass, faster than in real life',
      whole(1, 1_000_000),
      720,
    )
    .option('--concurrency <n>', 'number of devices that run concurrently', whole(1, 1_000), 32)
    .option('--allow-unsigned', 'install releases that were uploaded without a signed package', false)
    .option('--json', 'print one JSON object at the end instead of the live view', false)
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
