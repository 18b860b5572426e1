import { createRequire } from 'node:module';
import type { Pool } from 'pg';
import type { App } from '../../../src/app.ts';
import type { Clock } from '../../../src/model/ports.ts';
import { QUICK_PASSWORDS } from '../quick-passwords.ts';
import { unlimitedRateLimits } from '../unlimited-rate-limits.ts';
import { keepState } from './kept-state.ts';

/** A running service of the worker. It never refers to a test file, whose globals end with it. */
export interface SharedService {
  readonly app: App;
  /** Stands still until it is moved. */
  readonly clock: Clock & { set(moment: Date): void };
  readonly database: { readonly url: string };
  /** The folder of its keys and files. */
  readonly dataDir: string;
  readonly pool: Pool;
  /** What was logged from `debug` up. */
  readonly lines: string[];
  /** Makes everything as it was after the start: rows, caches and the log. @returns false if it cannot */
  reset(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface SharedSettings {
  /** A database of its own, which the end of the run drops. */
  readonly databaseUrl: string;
  /** The same database as a superuser. */
  readonly adminUrl: string;
  /** Settings as the environment would say them. */
  readonly env: Readonly<Record<string, string>>;
}

const built = createRequire(new URL('../../../dist/src/', import.meta.url));
// Jest's environment and its teardown have copies of this module; where all files run in one process, they share what is global.
const worker = globalThis as typeof globalThis & { sharedService?: Promise<SharedService>; wasAlone?: boolean };

/**
 * The service that the test files of this worker share. The first of them starts it.
 * @param settings of the start
 * @param alone whether the file has it as after a start, and may leave anything in the database and any time on the clock
 */
export async function sharedService(settings: () => Promise<SharedSettings>, alone: boolean): Promise<SharedService> {
  const isUsed = worker.sharedService !== undefined && (alone || worker.wasAlone);
  worker.wasAlone = alone;
  worker.sharedService ??= settings().then(start);
  const service = await worker.sharedService;
  if (!isUsed || (await service.reset())) return service;
  await service.stop();
  worker.sharedService = settings().then(start);
  return worker.sharedService;
}

/** At the end of the worker: without it, what the service holds would keep the process alive. */
export async function stopSharedService(): Promise<void> {
  const started = await worker.sharedService?.catch(() => undefined);
  await started?.stop();
}

async function start({ databaseUrl, adminUrl, env }: SharedSettings): Promise<SharedService> {
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
    set: (moment: Date) => {
      now = new Date(moment);
    },
  };
  const app = await startApp({ ...config, databaseUrl }, log, {
    clock,
    limits: unlimitedRateLimits(),
    passwordCost: QUICK_PASSWORDS,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c TimeZone=UTC' });
  pool.on('error', () => undefined);
  const kept = await keepState(new pg.Client({ connectionString: adminUrl, options: '-c TimeZone=UTC' }));
  const { RuntimeState }: typeof import('../../../src/domain/kernel/runtime-state.ts') = built(
    './domain/kernel/runtime-state.js',
  );
  return {
    app,
    clock,
    database: { url: databaseUrl },
    dataDir: config.dataDir,
    pool,
    lines,
    async reset() {
      Object.assign(app.runtime, { state: new RuntimeState() });
      lines.length = 0;
      return kept.restore();
    },
    async stop() {
      await app.stop();
      await pool.end();
      await kept.end();
    },
  };
}
