import { setTimeout as sleep } from 'node:timers/promises';

const PING_TIMEOUT_MS = 1_500;

/**
 * Whether a probe succeeds in time; never throws. A hanging probe (a network file system) runs only once at a time.
 */
export function pingOf(probe: () => Promise<void>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return () => {
    underWay ??= probe()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined;
      });
    return Promise.race([underWay, sleep(PING_TIMEOUT_MS, false, { ref: false })]);
  };
}
