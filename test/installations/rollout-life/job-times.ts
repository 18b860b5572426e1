import type { MemoryService } from './memory-service.ts';
import type { StoredRow } from './memory-store.ts';
import { MINUTE_MS } from './world.ts';

const JOBS_MS = 5 * MINUTE_MS;

/**
 * The first of the five-minute jobs that would change an installation as it is now: those before it need not be played.
 * Asks the rules, and relies on nothing but that what is due stays due.
 * @param startMs Unix milliseconds of the world's beginning; all other times count from it
 * @returns undefined if none would until `endMs`
 */
export function nextJobFor(
  service: MemoryService,
  row: StoredRow,
  { startMs, nowMs, endMs }: { readonly startMs: number; readonly nowMs: number; readonly endMs: number },
): number | undefined {
  const isDue = (ms: number) => service.stallOf(row, new Date(startMs + ms)) !== undefined;
  const first = Math.ceil((nowMs + 1) / JOBS_MS) * JOBS_MS;
  let step = JOBS_MS;
  while (!isDue(first + step)) {
    step *= 2;
    if (step > endMs) return undefined;
  }
  let [early, late] = [first - JOBS_MS, first + step];
  while (late - early > JOBS_MS) {
    const middle = early + Math.floor((late - early) / JOBS_MS / 2) * JOBS_MS;
    if (isDue(middle)) late = middle;
    else early = middle;
  }
  return late;
}
