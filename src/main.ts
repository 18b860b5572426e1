import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { commandFor, inDataDir } from './data-dir.ts';
import { createLogger } from './log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { linksFor } from './rest/pages/home-page.ts';
import { openableHost, reservePort } from './rest/port.ts';
import { stopOnRequest } from './stop.ts';

/** Of the first column of what a start prints: that of "Karvon answers at ". */
const NAME_WIDTH = 18;

const NO_CONSOLE = {
  off: 'off, as KARVON_CONSOLE says',
  missing: 'not built: "npm run build" tries it again',
} as const;

/** Time that a stop waits for a running start, which checks for it between its steps. */
const GIVE_UP_MS = 2_000;

/** Starts the service; src/stop.ts stops it. */
async function main(): Promise<void> {
  releaseStartMemory();
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const giveUp = new AbortController();
  let postgres: Promise<EmbeddedPostgres> | undefined;
  let embedded: EmbeddedPostgres | undefined;
  let starting: Promise<App> | undefined;
  const isStopping = stopOnRequest(log, {
    async drain() {
      giveUp.abort();
      const app = await Promise.race([starting?.catch(() => undefined), sleep(GIVE_UP_MS)]);
      await app?.stop();
      await (await postgres?.catch(() => undefined))?.stop();
    },
    cut: async () => embedded?.stop(),
  });

  /** The port comes first: if it is in use, the start must not create a database, keys and an admin. */
  async function start(): Promise<App> {
    const port = await reservePort(config);
    try {
      postgres = config.databaseUrl ? undefined : inDataDir(config.dataDir, () => startDatabase(config));
      embedded = await postgres;
      const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
      return await startApp({ ...config, databaseUrl }, log, {
        jobs: true,
        // Never in production, where it would send heartbeats for real devices.
        isSample: process.argv.includes('--sample') && !config.production,
        port,
        signal: giveUp.signal,
      });
    } catch (error) {
      await port.close(0);
      throw error;
    }
  }

  starting = start();
  try {
    greet(await starting, config);
  } catch (error) {
    if (isStopping()) return;
    await embedded?.stop();
    throw error;
  }
  releaseStartMemory();
}

/**
 * Loading and compiling leaves garbage of half the heap, which an idle V8 would keep for a long time. Only this kind of
 * collection also shrinks the young generation to its initial size.
 */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}

function startDatabase(config: Config): Promise<EmbeddedPostgres> {
  mkdirSync(config.dataDir, { recursive: true });
  return startEmbeddedPostgres({ dataDir: `${config.dataDir}/postgres`, log: (message) => console.log(message) });
}

function greet(app: App, config: Config): void {
  const { publicUrl } = app.runtime.settings;
  const lines = [
    `Karvon answers at ${app.url}`,
    row('Open', publicUrl),
    ...linksFor(app.console === 'built').map(({ name, path }) => row(name, publicUrl + path)),
  ];
  if (app.console !== 'built') lines.push(row('Console', NO_CONSOLE[app.console]));
  if (app.firstAdmin) {
    const { email, password } = app.firstAdmin;
    lines.push(row('First admin', email));
    lines.push(
      row(
        'Password',
        `${password ?? 'the value of ADMIN_PASSWORD'}${password ? '  (shown at every start until the first sign-in)' : ''}`,
      ),
    );
    if (!config.production) lines.push(row('To look at', seedHint(config)));
  }
  if (app.metricsPort !== undefined) lines.push(row('Metrics', metricsUrl(config, app.metricsPort)));
  if (!config.databaseUrl) lines.push(row('Data', config.dataDir));
  console.log(lines.join('\n'));
}

/** The seed finds the data of this service by the same settings; a URL can have a password, so only its name is printed. */
function seedHint({ dataDir, databaseUrl }: Config): string {
  const seed = 'npm run seed -- --devices 10000';
  return databaseUrl
    ? `${seed}, in another terminal with the same DATABASE_URL, makes a business`
    : `${commandFor(dataDir, seed)}, in another terminal, makes a business`;
}

function metricsUrl({ telemetry: { metrics } }: Config, port: number): string {
  return `http://${openableHost(metrics?.host ?? '')}:${port}/metrics`;
}

function row(name: string, value: string): string {
  return name.padEnd(NAME_WIDTH) + value;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
