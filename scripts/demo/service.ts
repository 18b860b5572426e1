import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
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
  stop(): Promise<void>;
}

/** The service at KARVON_URL, or a new one with temporary data that `stop` removes. */
export async function ownService(): Promise<Service> {
  const { KARVON_URL, DATA_DIR = '.data', RELEASE_TRUST_FILE = trustFileIn(DATA_DIR) } = process.env;
  const { ADMIN_EMAIL = 'demo@karvon.local', ADMIN_PASSWORD = 'Demo-Station-2026' } = process.env;
  const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  if (KARVON_URL) return { url: KARVON_URL, ...login, trustFile: RELEASE_TRUST_FILE, stop: async () => undefined };

  const dataDir = mkdtempSync(TEMP_PREFIX);
  chmodSync(dataDir, 0o711);
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
    rmSync(dataDir, { recursive: true, force: true });
  };
  onStopRequest(() => stop().finally(() => process.exit(1)), process.ppid);
  try {
    await untilHealthy(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, ...login, trustFile: trustFileIn(dataDir), stop };
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
