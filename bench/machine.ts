import { open } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

const FLUSHES = 50;
const PAGE_BYTES = 8_192;

/** What a durable write costs in `folder`: median milliseconds of writing 8 KiB and fdatasync. */
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

/** What the numbers of a run depend on. */
export async function describeMachine(folder: string): Promise<Record<string, string | number>> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    flushMs: Number((await flushMs(folder)).toFixed(3)),
  };
}
