import { closeTestServer, openTestServer } from './database.ts';
import { checkMigrations } from './migration-check.ts';
import { closeRun, openRun, sweepKilledRuns } from './run.ts';

const EXIT_CODE_INTERRUPTED = 130;

/** Jest calls this once a run, in its main process. Node itself loads it (not Jest's transform): types only, no decorators. */
export default async function globalSetup(): Promise<void> {
  await sweepKilledRuns();
  openRun();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  try {
    await openTestServer(checkMigrations);
  } catch (error) {
    // Jest calls no teardown after a failed setup. A server that did not start cannot be closed.
    await closeTestServer().catch(() => undefined);
    await closeRun();
    throw error;
  }
}

/** Ctrl-C: Jest calls no teardown then. */
async function leave(): Promise<void> {
  await closeTestServer();
  await closeRun();
  process.exit(EXIT_CODE_INTERRUPTED);
}
