import { mkdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './persistence/embedded-postgres.ts';
import { stopOnRequest } from './stop.ts';

/** Starts the service; src/stop.ts says when it stops. Nothing else lives here. */
async function main(): Promise<void> {
  releaseStartMemory();
  const config = readConfig();
  const log = createLogger(config.logLevel);
  let starting: Promise<EmbeddedPostgres> | undefined;
  let embedded: EmbeddedPostgres | undefined;
  let app: App | undefined;
  const isStopping = stopOnRequest(log, {
    async drain() {
      await app?.stop();
      const postgres = await starting?.catch(() => undefined);
      await postgres?.stop();
    },
    cut: async () => embedded?.stop(),
  });
  try {
    starting = config.databaseUrl ? undefined : startDatabase(config);
    embedded = await starting;
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    app = await startApp({ ...config, databaseUrl }, log, { jobs: true });
  } catch (error) {
    if (isStopping()) return;
    await embedded?.stop();
    throw error;
  }
  greet(app, config);
  releaseStartMemory();
}

/**
 * Loading and compiling leaves half of the heap behind, which V8 would keep for a long time when little happens. Of its
 * collections only this one also takes the young generation back to its first size.
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
  const lines = [`Karvon answers at ${app.url}`, `GraphiQL          ${app.url}/graphql`];
  if (app.firstAdmin) {
    lines.push(`First admin       ${app.firstAdmin.email}`);
    lines.push(
      `Password          ${app.firstAdmin.password ?? 'as ADMIN_PASSWORD says'}${app.firstAdmin.password ? '  (shown once)' : ''}`,
    );
  }
  if (!config.databaseUrl) lines.push(`Data              ${config.dataDir}`);
  console.log(lines.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
