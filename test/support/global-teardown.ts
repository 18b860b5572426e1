import { closeTestServer } from './database.ts';
import { stopSharedService } from './jest/shared-service.ts';
import { closeRun } from './run.ts';

/** Jest calls this once a run, in the process that called globalSetup. */
export default async function globalTeardown(): Promise<void> {
  // Where all files ran in this process.
  await stopSharedService();
  await closeTestServer();
  await closeRun();
}
