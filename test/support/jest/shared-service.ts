import { createRequire } from 'node:module';
import type { Pool } from 'pg';
import type { App } from '../../../src/app.ts';
import type { Clock } from '../../../src/model/ports.ts';
import { QUICK_PASSWORDS } from '../quick-passwords.ts';
import { unlimitedRateLimits } from '../unlimited-rate-limits.ts';

/** A running service of the worker. It never refers to a test file, whose globals end with it. */
export interface SharedService {
  readonly app: App;
  /** Stands still from its last `stand` on. */
  readonly clock: Clock & { stand(): void };
  readonly database: { readonly url: string };
  readonly pool: Pool;
  /** What was logged from `debug` up. */
  readonly lines: string[];
}

export interface SharedSettings {
  /** A database of its own, which the end of the run drops. */
  readonly databaseUrl: string;
  /** Settings as the environment would say them. */
  readonly env: Readonly<Record<string, string>>;
}

const built = createRequire(new URL('../../../dist/src/', import.meta.url));
// Jest's environment and its teardown have copies of this module; where all files run in one process, they share what is global.
const worker = globalThis as typeof globalThis & { sharedService?: Promise<SharedService> };

/** The service that the test files of this worker share. The first of them starts it. @param settings of the start */
export function sharedService(settings: () => Promise<SharedSettings>): Promise<SharedService> {
  worker.sharedService ??= settings().then(start);
  return worker.sharedService;
}

/** At the end of the worker: without it, what the service holds would keep the process alive. */
export async function stopSharedService(): Promise<void> {
  const started = await worker.sharedService?.catch(() => undefined);
  await started?.app.stop();
  await started?.pool.end();
}

async function start({ databaseUrl, env }: SharedSettings): Promise<SharedService> {
  const { startApp }: typeof import('../../../src/app.ts') = built('./app.js');
  const { readConfig }: typeof import('../../../src/config.ts') = built('./config.js');
  const { createLogger }: typeof import('../../../src/log.ts') = built('./log.js');
  const pg: typeof import('pg') = built('pg');
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const config = readConfig({ ...env, DATABASE_URL: databaseUrl });
  let now = new Date();
  const clock = {
    now: () => new Date(now),
    stand: () => {
      now = new Date();
    },
  };
  const app = await startApp({ ...config, databaseUrl }, log, {
    clock,
    limits: unlimitedRateLimits(),
    passwordCost: QUICK_PASSWORDS,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c TimeZone=UTC' });
  pool.on('error', () => undefined);
  return { app, clock, database: { url: databaseUrl }, pool, lines };
}
