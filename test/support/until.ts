import { setTimeout as pause } from 'node:timers/promises';

/** Nothing that comes about at all takes as long, on a slow machine beside other work. Less than Jest's limit for a test. */
export const PATIENCE_MS = 180_000;
const POLL_MS = 10;

/** Waits for what must come about. @throws Error when it never does */
export async function until(condition: () => boolean | Promise<boolean>, pauseMs = POLL_MS): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${PATIENCE_MS / 1000} seconds: ${condition}`);
    await pause(pauseMs);
  }
}
