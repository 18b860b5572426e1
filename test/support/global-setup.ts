import { closeTestServer, openTestServer } from './database.ts';
import { closeRun, openRun, sweepKilledRuns } from './run.ts';

const EXIT_CODE_INTERRUPTED = 130;

/** Jest calls this once a run, in its main process. Node itself loads it (not Jest's transform): types only, no decorators. */
export default async function globalSetup(): Promise<void> {
  await sweepKilledRuns();
  openRun();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  await openTestServer();
}

/** Ctrl-C: Jest calls no teardown then. */
async function leave(): Promise<void> {
  await closeTestServer();
  await closeRun();
  process.exit(EXIT_CODE_INTERRUPTED);
}
