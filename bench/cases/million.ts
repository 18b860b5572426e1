import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BenchCase, BenchContext, BenchRow, BenchTarget } from '../case.ts';
import { sender, withBusiness } from '../million/business.ts';
import { type Call, namedCalls } from '../million/calls.ts';
import { derivedCalls, listsOf, readSchema } from '../million/derived-calls.ts';
import { readFacts } from '../million/facts.ts';
import { seedTeam } from '../seed-commerce.ts';
import { median } from '../statistics.ts';

/** How often each call is measured, after one that is not, unless that takes too long. */
const RUNS = 5;
const ENOUGH_MS = 1_500;
/** Calls are counted per admin and minute. */
const TEAM = 60;
/** What is slower at the larger size must still be within this factor, or take less than that. */
const FACTOR = 3;
const QUICK_MS = 100;
const MINUTES = 120;

interface Measured {
  readonly timesMs: readonly number[];
  /** The status and the error of an answer that was none. */
  readonly problem?: string;
}

/** All calls over businesses of two sizes: what grows with the data shows. */
export const million: BenchCase = {
  name: 'million',
  title: 'every list, filter, sort, search, count, look-up and report over two sizes of the same business',
  minutes: MINUTES,
  run: async (context) => {
    const { sizes, place, only } = context.options;
    const folder = place === undefined ? context.directory : resolve(place);
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const [smaller, larger] = [new Map<string, Measured>(), new Map<string, Measured>()];
    const limits = new Map<string, number>();
    for (const [devices, results] of [
      [sizes[0], smaller],
      [sizes[1], larger],
    ] as const) {
      await measureSize(context, join(folder, String(devices)), devices, only, (call, measured) => {
        results.set(call.name, measured);
        if (call.atMostMs) limits.set(call.name, call.atMostMs);
      });
    }
    const rows = [...larger].map(([name, measured]) => rowOf(name, smaller.get(name), measured, limits.get(name)));
    const held = (row: BenchRow) => !row.verdict?.startsWith('FAILED');
    const unavailable = [...smaller.values(), ...larger.values()].filter(({ problem }) => problem).length;
    const targets: BenchTarget[] = [
      {
        promise: `each of ${rows.length} calls over ${sizes[1].toLocaleString('en-US')} devices takes at most ${FACTOR} times what it takes over ${sizes[0].toLocaleString('en-US')}, or ${QUICK_MS} ms, and overview and reports their bound`,
        measured: rows.filter(held).length,
        held: rows.every(held),
      },
      { promise: 'no call fails', measured: unavailable, held: unavailable === 0 },
    ];
    return { rows, targets };
  },
};

function rowOf(what: string, smaller: Measured | undefined, larger: Measured, atMostMs: number | undefined): BenchRow {
  const [before, after] = [median(smaller?.timesMs ?? []), median(larger.timesMs)];
  const problem = larger.problem ?? smaller?.problem;
  const passes = after <= (atMostMs ?? Math.max(QUICK_MS, FACTOR * before));
  const verdict = problem
    ? `FAILED ${problem}`
    : `${passes ? 'passed' : 'FAILED'}${atMostMs ? ` (${atMostMs} ms)` : ''}`;
  return { what, smallerP50: before, p50: after, ratio: after / before, verdict, timesMs: larger.timesMs };
}

async function measureSize(
  context: BenchContext,
  dataDir: string,
  devices: number,
  only: RegExp,
  take: (call: Call, measured: Measured) => void,
): Promise<void> {
  const { progress } = context;
  await withBusiness(context, dataDir, devices, async ({ databaseUrl, port }) => {
    const facts = await readFacts(databaseUrl);
    const cookies = await seedTeam(databaseUrl, TEAM, 'SUPER_ADMIN');
    const send = sender(port, cookies);
    const lists = listsOf(readSchema(), facts);
    const { calls: derived, unmeasured } = await derivedCalls(lists, (query) => send.data(query));
    if (unmeasured.length > 0) progress(`without a value: ${unmeasured.join(', ')}`);
    const calls = [...namedCalls(facts), ...derived].filter(({ name }) => only.test(name));
    progress(`${devices.toLocaleString('en-US')} devices: ${calls.length} calls`);
    for (const call of calls) {
      const measured = await measure(call, send.call);
      take(call, measured);
      const took = median(measured.timesMs);
      if (measured.problem || took > QUICK_MS)
        progress(`${call.name}: ${Math.round(took)} ms ${measured.problem ?? ''}`);
    }
  });
}

async function measure(call: Call, send: (call: Call) => Promise<string | undefined>): Promise<Measured> {
  const timesMs: number[] = [];
  let problem: string | undefined;
  let spent = 0;
  for (let run = 0; run <= RUNS && spent < ENOUGH_MS && !problem; run += 1) {
    const from = performance.now();
    problem = await send(call);
    const took = performance.now() - from;
    spent += took;
    // The first one warms up; where there is no other, it counts.
    if (run > 0 || spent >= ENOUGH_MS || problem) timesMs.push(took);
  }
  return { timesMs, problem };
}
