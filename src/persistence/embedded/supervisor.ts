import { setTimeout as delay } from 'node:timers/promises';
import { type Postmaster, signal, stopPostmaster } from './postmaster.ts';

const RETRY_MS = 200;

export type Supervised = { readonly pid: number; stop(): Promise<void> };

/**
 * Keeps `first` running: calls `start` again whenever PostgreSQL ends without `stop()`, until it succeeds.
 * When our process ends without `stop()`, PostgreSQL is told to end as well.
 */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: (message: string) => void,
): Supervised {
  let postmaster = first;
  let stopping = false;

  const startAgain = async () => {
    log('PostgreSQL ended unexpectedly and is started again.');
    while (!stopping) {
      try {
        postmaster = await start();
        return;
      } catch (error) {
        log(`PostgreSQL cannot be started again yet. ${error instanceof Error ? error.message : String(error)}`);
        await delay(RETRY_MS);
      }
    }
  };
  const watch = async () => {
    while (!stopping) {
      await postmaster.exited;
      if (!stopping) await startAgain();
    }
  };

  const watching = watch();
  const stopOnExit = () => signal(postmaster.pid, 'SIGINT');
  process.on('exit', stopOnExit);
  return {
    get pid() {
      return postmaster.pid;
    },
    async stop() {
      stopping = true;
      process.off('exit', stopOnExit);
      const seen = postmaster;
      seen.hold();
      await stopPostmaster(seen.pid);
      await watching;
      if (postmaster !== seen) await stopPostmaster(postmaster.pid);
    },
  };
}
