import { closeTestServer } from './database.ts';
import { closeRun } from './run.ts';

/** Jest calls this once a run, in the process that called globalSetup. */
export default async function globalTeardown(): Promise<void> {
  await closeTestServer();
  await closeRun();
}
