import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onStopRequest } from '../../src/stop.ts';

const START_TIMEOUT_MS = 60_000;
/** When started by root, the embedded PostgreSQL runs as another user, which can enter this folder. */
const TEMP_PREFIX = '/var/tmp/karvon-demo-';

export interface Service {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** The registry of release keys, writable for its operators. */
  readonly trustFile: string;
  /** The folder whose data stays; undefined: nothing of this service does. */
  readonly kept: string | undefined;
  stop(): Promise<void>;
}

/** What the demo does not do, because of its options or of what is there. */
export class DemoRefused extends Error {}

/**
 * The service at KARVON_URL, or a new one with temporary data that `stop` removes.
 * @param keep where the data of a new one stays instead; without a folder, where `npm start` has it
 * @throws DemoRefused if there is data already
 */
export async function ownService(keep?: { readonly folder: string | undefined }): Promise<Service> {
  const { KARVON_URL, DATA_DIR = '.data', RELEASE_TRUST_FILE = trustFileIn(DATA_DIR) } = process.env;
  const { ADMIN_EMAIL = 'demo@karvon.local', ADMIN_PASSWORD = 'Demo-Station-2026' } = process.env;
  const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  if (KARVON_URL) {
    if (keep) throw new DemoRefused('the service at KARVON_URL keeps its data anyway: leave --keep out.');
    const stop = async () => undefined;
    return { url: KARVON_URL, ...login, trustFile: RELEASE_TRUST_FILE, kept: undefined, stop };
  }

  const kept = keep && newFolder(keep.folder ?? DATA_DIR);
  const dataDir = kept ?? temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/src/main.js', `--stop-with-parent=${process.pid}`], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    await end(child);
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  };
  onStopRequest(() => stop().finally(() => process.exit(1)), process.ppid);
  try {
    await untilHealthy(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, ...login, trustFile: trustFileIn(dataDir), kept, stop };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(TEMP_PREFIX);
  chmodSync(folder, 0o711);
  return folder;
}

/** The demo makes its own first admin, which it can only do in a business that has none. */
function newFolder(path: string): string {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new DemoRefused(`${folder} has data already. Name another folder: npm run demo -- --keep demo-data`);
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The default path of the registry; the service reloads it when it changes. */
function trustFileIn(dataDir: string): string {
  return join(dataDir, 'keys', 'release-trust.jwks.json');
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const reply = await fetch(`${url}/health`).catch(() => undefined);
    if (reply?.ok) return;
    await sleep(50);
  }
  throw new Error('The service did not start; its output is above.');
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
