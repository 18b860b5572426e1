import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reachEmbeddedPostgres } from '../../src/platform/embedded-postgres/reach.ts';
import type { BenchContext } from '../case.ts';
import { withDatabase } from '../database.ts';
import { startKarvon } from '../karvon.ts';
import { startProcess } from '../processes.ts';
import type { Call } from './calls.ts';

const POLL_MS = 1_000;

/** A running service with a seeded business. */
export interface Business {
  readonly databaseUrl: string;
  readonly port: number;
}

/** Starts the service with its default settings on a business of that size, which is made unless it is there. */
export async function withBusiness<T>(
  { progress }: Pick<BenchContext, 'progress'>,
  dataDir: string,
  devices: number,
  work: (business: Business) => Promise<T>,
): Promise<T> {
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
    return await work({ databaseUrl, port: karvon.port });
  } finally {
    await karvon.process.stop();
    await stop();
  }
}

/** Sends calls, each with the next of the sessions: calls are counted per admin and minute. */
export function sender(port: number, cookies: readonly string[]) {
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
