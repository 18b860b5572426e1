import type { Figures, PoolUse } from '../../model/ports.ts';

/** What the metrics show that other parts count. */
export interface MetricSources {
  readonly pools: () => readonly PoolUse[];
  /** Open streams of subscriptions. */
  readonly streams: () => number;
  readonly isReady: () => Promise<boolean>;
  /** The latest; undefined while they cannot be read. */
  readonly figures: () => Figures | undefined;
}

/** The least time between two readings. */
const READ_EVERY_MS = 10_000;
/** Older figures would hide that they can no longer be read. */
const STALE_MS = 5 * 60_000;

/**
 * The latest figures, which are read again when somebody asks for them and they are old. Nobody waits for the reading, and there is one at a
 * time: many who ask cost the database as much as one.
 */
export function latestFigures<T = Figures>(
  read: () => Promise<T>,
  warn: (message: string, detail: object) => void,
): () => T | undefined {
  let latest: T | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let startedAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let hasFailed = false;

  async function readAgain(): Promise<void> {
    isReading = true;
    startedAt = performance.now();
    try {
      latest = await read();
      readAt = performance.now();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) warn('could not read the figures for the metrics', { err: error });
      hasFailed = true;
    } finally {
      isReading = false;
    }
  }

  return () => {
    if (!isReading && performance.now() - startedAt >= READ_EVERY_MS) void readAgain();
    return performance.now() - readAt < STALE_MS ? latest : undefined;
  };
}
