import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedDevice, Turn } from './device.ts';

/** Seconds between two turns of a device without a poll time from the service. */
const RETRY_S = 30;
const MIN_PAUSE_MS = 2_000;
/** The longest that a timer of Node.js waits; a device that never comes back outlasts each run. */
const LONGEST_PAUSE_MS = 2 ** 31 - 1;
/** Maximum delay between the first turns of two devices. */
const MAX_START_GAP_MS = 20;

export interface FleetOptions {
  readonly devices: readonly SimulatedDevice[];
  /** Maximum number of concurrent turns. */
  readonly concurrency: number;
  /** Factor by which devices poll faster than instructed; the service's clock runs normally. */
  readonly timeScale: number;
  /** Minimum pause between two turns of a device, in milliseconds (2,000: the limit is 120 calls a minute per serial). */
  readonly minPauseMs?: number;
  /** Ends the run after the current turns. */
  readonly signal: AbortSignal;
  readonly onTurn?: (device: SimulatedDevice, turn: Turn) => void;
}

/** Runs every device at its own poll times until the signal. The first turns are spread over one pause. */
export async function runFleet(options: FleetOptions): Promise<void> {
  const { devices, concurrency, timeScale, minPauseMs = MIN_PAUSE_MS, signal, onTurn } = options;
  const slots = semaphore(concurrency);
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  await Promise.all(
    devices.map(async (device, index) => {
      await wait(index * Math.min(MAX_START_GAP_MS, minPauseMs / devices.length));
      while (!signal.aborted) {
        const turn = await slots.run(() => (signal.aborted ? undefined : device.turn()));
        if (!turn) return;
        onTurn?.(device, turn);
        const pauseMs = ((turn.pollAfterSeconds ?? RETRY_S) * 1000) / timeScale;
        await wait(Math.min(LONGEST_PAUSE_MS, Math.max(minPauseMs, pauseMs)));
      }
    }),
  );
}

/** Runs one turn of each device, `concurrency` at a time. @returns the turns in the order of the devices */
export async function runRound(devices: readonly SimulatedDevice[], concurrency: number): Promise<Turn[]> {
  const slots = semaphore(concurrency);
  return Promise.all(devices.map((device) => slots.run(() => device.turn())));
}

/** A FIFO semaphore. */
function semaphore(free: number) {
  const waiting: (() => void)[] = [];
  let left = free;
  return {
    async run<T>(work: () => Promise<T> | T): Promise<T> {
      if (left > 0) left -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else left += 1;
      }
    },
  };
}
