import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reachEmbeddedPostgres } from '../../src/platform/embedded-postgres/reach.ts';
import type { BenchCase, BenchContext, BenchRow, BenchTarget } from '../case.ts';
import { withDatabase } from '../database.ts';
import { startKarvon } from '../karvon.ts';
import { type Call, namedCalls } from '../million/calls.ts';
import { derivedCalls, listsOf, readSchema } from '../million/derived-calls.ts';
import { readFacts } from '../million/facts.ts';
import { startProcess } from '../processes.ts';
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
const POLL_MS = 1_000;

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

/** Starts the service with its default settings on a business of that size, which is made unless it is there. */
async function measureSize(
  { progress }: BenchContext,
  dataDir: string,
  devices: number,
  only: RegExp,
  take: (call: Call, measured: Measured) => void,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const karvon = await startKarvon({ dataDir });
  const { url: databaseUrl, stop } = await reachEmbeddedPostgres(join(dataDir, 'postgres'), progress);
  try {
    await seeded(databaseUrl, dataDir, devices, progress);
    await withDatabase(databaseUrl, async (client) => {
      await client.query(`delete from admin where name like 'Bench %' and email like '%@example.com'`);
      // As when heartbeats come in: otherwise nobody is online any more.
      await client.query(
        `update device_presence set last_seen_at = now() - interval '2 minutes' where last_seen_at > (select max(last_seen_at) - interval '10 minutes' from device_presence)`,
      );
      await client.query('vacuum analyze device_presence');
      await client.query('checkpoint').catch(() => undefined);
    });
    const facts = await readFacts(databaseUrl);
    const cookies = await seedTeam(databaseUrl, TEAM, 'SUPER_ADMIN');
    const send = sender(karvon.port, cookies);
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
  } finally {
    await karvon.process.stop();
    await stop();
  }
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

function sender(port: number, cookies: readonly string[]) {
  let sent = 0;
  const fetched = async ({ query, path }: Pick<Call, 'query' | 'path'>) => {
    sent += 1;
    const headers = { cookie: cookies[sent % cookies.length] ?? '', 'content-type': 'application/json' };
    const response = await fetch(
      `http://127.0.0.1:${port}${path ?? '/graphql'}`,
      path ? { headers } : { method: 'POST', headers, body: JSON.stringify({ query }) },
    );
    return { status: response.status, text: await response.text() };
  };
  return {
    /** @returns what was wrong with the answer */
    call: async (call: Call): Promise<string | undefined> => {
      const { status, text } = await fetched(call);
      if (status === 200 && (call.path || !text.includes('"errors":'))) return undefined;
      return `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`;
    },
    data: async (query: string) => {
      const { text } = await fetched({ query });
      const { data, errors } = JSON.parse(text) as { data?: Record<string, unknown>; errors?: unknown };
      if (!data || errors) throw new Error(`${query}: ${text.slice(0, 300)}`);
      return data;
    },
  };
}

/** Makes the business as anybody does, by `npm run seed`; continues what was stopped. */
async function seeded(
  databaseUrl: string,
  dataDir: string,
  devices: number,
  progress: BenchContext['progress'],
): Promise<void> {
  const found = await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from (select from device limit 1) d) as devices, to_regclass('karvon_seed.plan') is not null as begun`,
    );
    return rows[0];
  });
  if (found.devices > 0 && !found.begun) return;
  progress(`seeding ${devices.toLocaleString('en-US')} devices`);
  const seed = await startProcess({
    name: 'seed',
    command: process.execPath,
    args: ['scripts/seed.ts', `--devices=${devices}`],
    env: { DATA_DIR: dataDir },
  });
  while (!seed.ended()) await new Promise((done) => setTimeout(done, POLL_MS));
  const lines = seed.output().trim().split('\n');
  if (!lines.at(-1)?.startsWith('done in')) throw new Error(seed.output());
  for (const line of lines) progress(line);
}
