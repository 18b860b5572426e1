import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { type CredentialsLine, identityOf, readCredentials } from '../simulator/credentials.ts';
import type { Identity } from '../simulator/device.ts';
import { runFleet } from '../simulator/fleet.ts';
import { type FleetSummary, fleetTally } from '../simulator/fleet-summary.ts';
import { liveView } from '../simulator/live-view.ts';
import { makeFleet } from '../simulator/make-fleet.ts';
import { makeOwnDevices } from '../simulator/own-devices.ts';
import { CliError, type CliIo, line } from './io.ts';

const MAX_DEVICES = 100_000;
const MAX_OWN_DEVICES = 500;

interface Options {
  readonly url: string;
  readonly credentials?: string;
  readonly adminEmail?: string;
  readonly adminPassword?: string;
  readonly save?: string;
  readonly devices?: number;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly firmware: string;
  readonly build: number;
  readonly channel: string;
  readonly brand: string;
  readonly badRate: number;
  readonly powerCuts: number;
  readonly loss: number;
  readonly skew: number;
  readonly seed: string;
  readonly duration?: number;
  readonly expect?: string;
  readonly timeScale: number;
  readonly concurrency: number;
  readonly allowUnsigned: boolean;
  readonly json: boolean;
}

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
    .option('--admin-password <password>', '- reads it from standard input')
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
    .action((options: Options) => simulate(options, io));
}

async function simulate(options: Options, io: CliIo): Promise<void> {
  const url = options.url.replace(/\/+$/, '');
  await requireService(url);
  const identities = await identitiesOf(options, url, io);
  const tally = fleetTally();
  const clock = { now: io.now };
  const fleet = makeFleet({
    url,
    identities,
    clock,
    fetch,
    seed: options.seed,
    badRate: options.badRate,
    powerCuts: options.powerCuts,
    loss: options.loss,
    maxSkewMs: options.skew * 1000,
    onEvent: (_serial, event) => tally.event(event),
    device: {
      brand: options.brand,
      channel: options.channel,
      acceptsUnsigned: options.allowUnsigned,
      firmware: { version: options.firmware, buildNumber: options.build, securityVersion: 0 },
    },
  });
  const { devices } = fleet;
  const look = () => {
    const views = devices.map((device) => device.view());
    return { views, summary: tally.summary(views) };
  };
  const isMet = () =>
    options.expect !== undefined && devices.every((device) => device.view().app?.version === options.expect);

  const end = new AbortController();
  const stop = () => end.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const timer = options.duration ? setTimeout(stop, options.duration * 1000) : undefined;
  const view = options.json ? undefined : liveView(io.stdout, clock, look);
  try {
    await runFleet({
      devices,
      concurrency: options.concurrency,
      timeScale: options.timeScale,
      signal: end.signal,
      onTurn: (device, turn) => {
        tally.turn(device, turn);
        if (isMet()) stop();
      },
    });
    await fleet.settled();
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', stop).off('SIGTERM', stop);
    view?.stop();
  }
  const { summary } = look();
  if (options.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
  if (isNobodyKnown(summary)) throw new CliError('the service refused the proof of every device.');
  if (options.expect !== undefined && !isMet()) throw new CliError(`not every device runs ${options.expect}.`);
}

async function requireService(url: string): Promise<void> {
  const reply = await fetch(`${url}/health`).catch(() => undefined);
  if (!reply?.ok) throw new CliError(`no service answers at ${url}`);
}

async function identitiesOf(options: Options, url: string, io: CliIo): Promise<readonly Identity[]> {
  const { credentials, adminEmail, adminPassword, devices } = options;
  if (credentials !== undefined) {
    const identities = readCredentialsFile(credentials).slice(0, devices);
    if (identities.length === 0) throw new CliError(`${credentials} holds no device.`);
    return identities;
  }
  if (adminEmail === undefined || adminPassword === undefined) {
    throw new CliError('name a file with --credentials, or an admin with --admin-email and --admin-password.');
  }
  const quantity = devices ?? 3;
  if (quantity > MAX_OWN_DEVICES) throw new CliError(`a batch has at most ${MAX_OWN_DEVICES} devices.`);
  const made = await makeOwnDevices({
    url,
    fetch,
    email: adminEmail,
    password: adminPassword === '-' ? await readPassword(io) : adminPassword,
    batchCode: `SIM-${randomBytes(4).toString('hex').toUpperCase()}`,
    quantity,
    model: options.model,
    hardwareRevision: options.hardwareRevision,
    onWait: (seconds, done) =>
      io.stderr.write(line(`${done} of ${quantity} devices have their secrets; the next one in ${seconds} s`)),
  });
  if (options.save !== undefined) saveCredentials(options.save, made);
  return made.map(identityOf);
}

/** The first line of standard input. */
async function readPassword({ stdin }: CliIo): Promise<string> {
  let text = '';
  for await (const piece of stdin) {
    text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}

function readCredentialsFile(file: string): Identity[] {
  try {
    return readCredentials(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CliError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function saveCredentials(file: string, lines: readonly CredentialsLine[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
}

/** No device ever had an answer, and not for want of a network. */
function isNobodyKnown({ reasons, refusals }: FleetSummary): boolean {
  return Object.keys(reasons).length === 0 && refusals.DEVICE_PROOF_INVALID !== undefined;
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
