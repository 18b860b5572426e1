import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchCase } from '../case.ts';
import { startKarvon } from '../karvon.ts';
import { median } from '../statistics.ts';

const STARTS = 3;
const LIMIT_MS = 5_000;

/** Time from process start to the first 200 of /health, on existing data. */
export const startUp: BenchCase = {
  name: 'start-up',
  title: `start until /health answers, on existing data, ${STARTS} starts`,
  run: async ({ directory, options, progress }) => {
    if (options.baselinesOnly) return { rows: [], targets: [] };
    const dataDir = join(directory, 'karvon-start-up');
    await mkdir(dataDir, { mode: 0o755 });
    const timesMs: number[] = [];
    for (let start = 0; start <= STARTS; start += 1) {
      const from = performance.now();
      const karvon = await startKarvon({ dataDir });
      const tookMs = performance.now() - from;
      await karvon.process.stop();
      progress(`${start === 0 ? 'first start, which creates the data' : `start ${start}`}: ${Math.round(tookMs)} ms`);
      if (start > 0) timesMs.push(tookMs);
    }
    const p50 = median(timesMs);
    return {
      rows: [{ what: 'Karvon with its embedded PostgreSQL', p50, timesMs }],
      targets: [{ promise: `under ${LIMIT_MS} ms`, measured: p50, held: p50 < LIMIT_MS }],
    };
  },
};
