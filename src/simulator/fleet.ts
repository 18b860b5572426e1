import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedDevice, Turn } from './device.ts';

/** Seconds between two turns of a device that the service told nothing, or that did not reach it. */
const RETRY_S = 30;
const MIN_PAUSE_MS = 2_000;
/** Between the first turns of two devices. */
const MAX_START_GAP_MS = 20;

export interface FleetOptions {
  readonly devices: readonly SimulatedDevice[];
  /** How many devices have a turn at the same time. */
  readonly concurrency: number;
  /** How many times faster than told the devices ask again; the service's own clock is real. */
  readonly timeScale: number;
  /** No device asks more often than this, in milliseconds (2,000: a serial has 120 calls a minute). */
  readonly minPauseMs?: number;
  /** Ends the run; turns under way are finished. */
  readonly signal: AbortSignal;
  readonly onTurn?: (device: SimulatedDevice, turn: Turn) => void;
}

/** Lets every device live, each by its own poll times, until the signal. The first turns are spread over one pause. */
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
        await wait(Math.max(minPauseMs, ((turn.pollAfterSeconds ?? RETRY_S) * 1000) / timeScale));
      }
    }),
  );
}

/** One turn of each device, a few at a time, in their order. @returns the turns in the order of the devices */
export async function passOver(devices: readonly SimulatedDevice[], concurrency: number): Promise<Turn[]> {
  const slots = semaphore(concurrency);
  return Promise.all(devices.map((device) => slots.run(() => device.turn())));
}

/** Lets so many run at once; the others wait in their order. */
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
