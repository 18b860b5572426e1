import { open } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.ts';

const FLUSHES = 50;
const PAGE_BYTES = 8_192;
const SAMPLE_MS = 1_000;

/** Median milliseconds of writing 8 KiB and fdatasync in `folder`. */
async function flushMs(folder: string): Promise<number> {
  const file = await open(join(folder, 'flush'), 'w');
  const page = Buffer.alloc(PAGE_BYTES);
  const times: number[] = [];
  try {
    for (let index = 0; index < FLUSHES; index += 1) {
      const from = performance.now();
      await file.write(page, 0, PAGE_BYTES, index * PAGE_BYTES);
      await file.datasync();
      times.push(performance.now() - from);
    }
  } finally {
    await file.close();
  }
  return median(times);
}

function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  const busy = times.reduce((sum, time) => sum + time.busy, 0);
  return { busy, all: times.reduce((sum, time) => sum + time.idle, busy) };
}

/** Share of all cores used by other processes, measured over one idle second. */
async function busyShare(): Promise<number> {
  const before = cpuTimes();
  await sleep(SAMPLE_MS);
  const after = cpuTimes();
  return (after.busy - before.busy) / (after.all - before.all);
}

/** Properties of the machine that affect the results. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly node: string;
  /** Milliseconds of one durable write where the databases are. */
  readonly flushMs: number;
  /** Share of all cores that others used before the run. */
  readonly busyBefore: number;
}

/** Measures the machine for a second; `folder` is the folder of the run's databases. */
export async function describeMachine(folder: string): Promise<Machine> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    busyBefore: Number((await busyShare()).toFixed(2)),
    flushMs: Number((await flushMs(folder)).toFixed(3)),
  };
}
