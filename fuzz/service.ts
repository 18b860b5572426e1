import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess, waitForHealth } from '../bench/processes.ts';
import { startCommand } from '../scripts/start-command.ts';
import type { Login } from './callers.ts';
import { type ReleaseKey, trustNewKey } from './release-package.ts';

const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
/** When started by root, the embedded PostgreSQL runs as another user, who can enter this folder. */
const PREFIX = '/var/tmp/karvon-fuzz-';

/** A service that the fuzzer may fill and break. */
export interface Target {
  readonly url: string;
  /** A SUPER_ADMIN. */
  readonly first: Login;
  /** Undefined: the service trusts no key of ours, so that no signed package can be uploaded. */
  readonly releaseKey?: ReleaseKey;
  /** Its database, if it is a service of our own. */
  readonly databaseUrl?: string;
  stop(): Promise<void>;
}

/**
 * Starts the built service with its documented settings on data of its own, which `stop` removes.
 * @param databaseUrl an empty database; an embedded one unless told
 */
export async function startOwnService(databaseUrl?: string): Promise<Target> {
  const dataDir = await mkdtemp(PREFIX);
  await chmod(dataDir, 0o711);
  const first = { email: 'fuzz@karvon.local', password: 'Quiet-Harbour-71' };
  const releaseKey = await trustNewKey(join(dataDir, 'keys', 'release-trust.jwks.json'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = startCommand();
  const owned = await startProcess({
    name: 'Karvon',
    command: process.execPath,
    args: [...start.flags, MAIN, `--stop-with-parent=${process.pid}`],
    env: {
      ...start.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: first.email,
      ADMIN_PASSWORD: first.password,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  async function stop(): Promise<void> {
    await owned.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    await waitForHealth(owned, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, first, releaseKey, databaseUrl: databaseUrl ?? (await embeddedUrl(dataDir)), stop };
}

/** The database of a service that started its own (CONTRIBUTING.md, "Look inside"). */
async function embeddedUrl(dataDir: string): Promise<string> {
  const [port, password] = await Promise.all(
    ['port', 'admin-password'].map((name) => readFile(join(dataDir, 'postgres', name), 'utf8')),
  );
  return `postgres://postgres:${encodeURIComponent(password?.trim() ?? '')}@127.0.0.1:${port?.trim()}/karvon`;
}
