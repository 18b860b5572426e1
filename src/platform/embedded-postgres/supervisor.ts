import { setTimeout as delay } from 'node:timers/promises';
import { type Postmaster, signal, stopPostmaster } from './postmaster.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

export type Supervised = { readonly pid: number; stop(): Promise<void> };

/**
 * Keeps `first` running: calls `start` whenever PostgreSQL ends without `stop()`, until it succeeds.
 * If this process ends without `stop()`, it also stops PostgreSQL.
 */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: (message: string) => void,
): Supervised {
  const stopping = new AbortController();
  let postmaster = first;

  const startAgain = async () => {
    log('PostgreSQL ended unexpectedly. Restarting it.');
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        postmaster = await start();
        return;
      } catch (error) {
        log(`PostgreSQL could not be restarted; retrying. ${String(error)}`);
        await delay(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await postmaster.exited;
      if (!stopping.signal.aborted) await startAgain();
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
      stopping.abort();
      process.off('exit', stopOnExit);
      const seen = postmaster;
      seen.hold();
      await stopPostmaster(seen.pid);
      await watching;
      // It may have been restarted in the meantime.
      if (postmaster !== seen) await stopPostmaster(postmaster.pid);
    },
  };
}
