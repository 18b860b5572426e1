import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type CredentialsLine, identityOf, readCredentials } from '../../simulator/credentials.ts';
import type { Identity } from '../../simulator/device.ts';
import { runFleet } from '../../simulator/fleet.ts';
import { type FleetSummary, fleetTally } from '../../simulator/fleet-summary.ts';
import { liveView } from '../../simulator/live-view.ts';
import { makeFleet } from '../../simulator/make-fleet.ts';
import { makeOwnDevices } from '../../simulator/own-devices.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { readSecretLine } from '../secret.ts';
import type { SimulateOptions } from './options.ts';

const MAX_OWN_DEVICES = 500;

/** Runs the fleet until it is stopped. @throws CliError when the fleet cannot run, or `--expect` was not met */
export async function simulate(options: SimulateOptions, io: CliIo): Promise<void> {
  const url = options.url.replace(/\/+$/, '');
  await requireService(url);
  const identities = await readOrCreateIdentities(options, url, io);
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
    nights: options.nights,
    unplugged: options.unplugged,
    forEver: options.forEver,
    silentReports: options.silentReports,
    timeScale: options.timeScale,
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
  const isExpectationMet = () =>
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
        if (isExpectationMet()) stop();
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
  if (isEveryProofRejected(summary))
    throw new CliError(
      'The service rejected the proof of every device: the credentials do not belong to this service.',
    );
  if (options.expect !== undefined && !isExpectationMet())
    throw new CliError(`Not every device runs ${options.expect}.`);
}

async function requireService(url: string): Promise<void> {
  const reply = await fetch(`${url}/health`).catch(() => undefined);
  if (!reply?.ok) throw new CliError(`The service at ${url} is unreachable or not healthy. Check --url.`);
}

async function readOrCreateIdentities(options: SimulateOptions, url: string, io: CliIo): Promise<readonly Identity[]> {
  const { credentials, adminEmail, adminPassword, devices } = options;
  if (credentials !== undefined) {
    const identities = readCredentialsFile(credentials).slice(0, devices);
    if (identities.length === 0) throw new CliError(`${credentials} contains no devices.`);
    return identities;
  }
  if (adminEmail === undefined || adminPassword === undefined) {
    throw new CliError('Specify --credentials, or --admin-email and --admin-password.');
  }
  const quantity = devices ?? 3;
  if (quantity > MAX_OWN_DEVICES)
    throw new CliError(`--devices must be at most ${MAX_OWN_DEVICES} for new devices: a batch cannot be larger.`);
  const provisioned = await makeOwnDevices({
    url,
    fetch,
    email: adminEmail,
    password: adminPassword === '-' ? await readSecretLine(`Password of ${adminEmail}`, io) : adminPassword,
    batchCode: `SIM-${randomBytes(4).toString('hex').toUpperCase()}`,
    quantity,
    model: options.model,
    hardwareRevision: options.hardwareRevision,
    onWait: (seconds, done) =>
      io.stderr.write(line(`${done} of ${quantity} devices are provisioned; the next one in ${seconds} s`)),
  });
  if (options.save !== undefined) saveCredentials(options.save, provisioned);
  return provisioned.map(identityOf);
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

/** No device had a successful turn, and the service rejected proofs. */
function isEveryProofRejected({ reasons, refusals }: FleetSummary): boolean {
  return Object.keys(reasons).length === 0 && refusals.DEVICE_PROOF_INVALID !== undefined;
}
