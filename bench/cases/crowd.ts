import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchCase, BenchRow } from '../case.ts';
import { sender, withBusiness } from '../million/business.ts';
import { type Call, namedCalls } from '../million/calls.ts';
import { readFacts } from '../million/facts.ts';
import { seedTeam } from '../seed-commerce.ts';
import { median, percentile } from '../statistics.ts';

/** What one admin sends at once, again and again. */
const AT_ONCE = 12;
/** What the others ask for meanwhile, in turn. */
const SCREENS = [
  /^overview$/,
  /^sales report, 30d$/,
  /^GET \/v1\/admin\/(devices|customers|sales|preorders|audit)$/,
  /^look up a (device|sale|customer by e-mail)$/,
  /^search devices for a serial$/,
];
const ROUNDS = 20;
const PAUSE_MS = 50;
const AT_MOST_MS = 1_000;
const MINUTES = 120;
const TEAM = 10;

/** One admin asks the heaviest questions; what others wait for. */
export const crowd: BenchCase = {
  name: 'crowd',
  title: `what others wait for while one VIEWER sends ${AT_ONCE} analyses at a time`,
  minutes: MINUTES,
  run: async (context) => {
    const { sizes, place } = context.options;
    const folder = place === undefined ? context.directory : resolve(place);
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const rows: BenchRow[] = [];
    await withBusiness(context, join(folder, String(sizes[1])), sizes[1], async ({ databaseUrl, port }) => {
      const calls = namedCalls(await readFacts(databaseUrl));
      const screens = calls.filter(({ name }) => SCREENS.some((screen) => screen.test(name)));
      const heavy = calls.filter(({ name }) => /^question (0[1-8]|1[78])|^sales report, (year|three years)/.test(name));
      const others = sender(port, await seedTeam(databaseUrl, TEAM, 'SUPER_ADMIN'));
      const alone = await visit(screens, others.call);
      const viewer = sender(port, await seedTeam(databaseUrl, 1, 'VIEWER'));
      const end = new AbortController();
      const answers = new Map<string, number>();
      const crowding = Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          for (let turn = at; !end.signal.aborted; turn += AT_ONCE) {
            const call = heavy[turn % heavy.length];
            const problem = call ? await viewer.call(call) : undefined;
            answers.set(problem ?? 'answered', (answers.get(problem ?? 'answered') ?? 0) + 1);
            // Above the limit of its calls, it does not just burn the CPU.
            if (problem) await sleep(1_000);
          }
        }),
      );
      const crowded = await visit(screens, others.call);
      end.abort();
      await crowding;
      context.progress(`the VIEWER: ${[...answers].map(([what, count]) => `${count} ${what}`).join(', ')}`);
      for (const [name, visits] of alone) rows.push(rowOf(name, visits));
      for (const [name, visits] of crowded) rows.push(rowOf(`${name}, beside the VIEWER`, visits, AT_MOST_MS));
    });
    const held = rows.filter(({ verdict }) => verdict === 'passed').length;
    const promise = `each screen of another admin is answered, and within ${AT_MOST_MS} ms`;
    return { rows, targets: [{ promise, measured: held, held: held === rows.length }] };
  },
};

interface Visits {
  readonly timesMs: number[];
  readonly problems: string[];
}

/** Opens each screen again and again, one at a time, as a person does. */
async function visit(
  screens: readonly Call[],
  send: (call: Call) => Promise<string | undefined>,
): Promise<Map<string, Visits>> {
  const visits = new Map<string, Visits>(screens.map(({ name }) => [name, { timesMs: [], problems: [] }]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const call of screens) {
      const from = performance.now();
      const problem = await send(call);
      visits.get(call.name)?.timesMs.push(performance.now() - from);
      if (problem) visits.get(call.name)?.problems.push(problem);
      await sleep(PAUSE_MS);
    }
  }
  return visits;
}

function rowOf(what: string, { timesMs, problems }: Visits, atMostMs?: number): BenchRow {
  const times = timesMs.toSorted((one, other) => one - other);
  const slowest = times.at(-1) ?? Number.POSITIVE_INFINITY;
  const verdict = problems.length > 0 || (atMostMs !== undefined && slowest > atMostMs) ? 'FAILED' : 'passed';
  return {
    what,
    p50: median(times),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    verdict: [verdict, ...problems.slice(0, 1)].join(' '),
    timesMs: times,
  };
}
