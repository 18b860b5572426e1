import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seedTeam } from '../bench/seed-commerce.ts';
import { formOf } from '../test/support/form.ts';
import { type AbandonedRequest, abandonEach, randomOf } from './abandon.ts';
import { abandonedRequests } from './abandoned-requests.ts';
import { packageOf } from './release-package.ts';
import type { Session } from './run.ts';

interface AbandonServiceOptions {
  readonly seed: number;
  /** Of the service's own database: tells which of its pools are whole. */
  readonly databaseUrl: string;
  readonly progress: (text: string) => void;
}

/** Of few admins, the patience with those who leave again and again would keep most requests from the database. */
const TEAM = 200;
/** How many clients leave beside one another. */
const CROWDS = [1, 4, 10];
/** Statements of reports, lists and exports wait for these tables while another client has locked them. */
const TABLES = 'sale, customer';
const POLL_MS = 20;
/** Waits for a lock end after five seconds: a pool that is not filled by then is asked again. */
const TRIES = 4;

/** So many calls by different admins have a connection of a pool each, if it is whole. */
const POOLS: readonly { readonly pool: string; readonly paths: readonly string[] }[] = [
  { pool: 'main', paths: [...Array(5).fill('/v1/admin/sales'), ...Array(5).fill('/v1/admin/customers')] },
  { pool: 'analytics', paths: Array(5).fill('/v1/admin/analytics/sales') },
  { pool: 'export', paths: Array(6).fill('/v1/admin/customers/export.csv') },
];

/**
 * Closes the sockets of each kind of request to a service at 40 instants, warm and cold, alone and in crowds.
 * @returns what is left of them, which is nothing
 */
export async function abandonService(
  { target }: Session,
  { seed, databaseUrl, progress }: AbandonServiceOptions,
): Promise<readonly string[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  // The service's PostgreSQL ends with it: the next request says so.
  database.on('error', () => undefined);
  await database.connect();
  try {
    const team = await seedTeam(databaseUrl, TEAM, 'SUPER_ADMIN');
    const requests = await requestsBy(team, target.releaseKey);
    const random = randomOf(seed);
    const isReady = async () => (await fetch(`${target.url}/readyz`)).ok;
    for (const beside of CROWDS) {
      for (const cold of [false, true]) {
        progress(`${beside} beside one another, ${cold ? 'cold' : 'warm'}`);
        const before = cold ? () => endIdleConnections(database) : undefined;
        await abandonEach(target.url, requests, { random, beside, ...(before && { before }) });
      }
    }
    const left = [];
    for (const { pool, paths } of POOLS) {
      progress(`the ${pool} pool`);
      const given = await connectionsOf(target.url, database, team.toReversed(), paths);
      if (given < paths.length) left.push(`the ${pool} pool gives ${given} of ${paths.length} connections`);
    }
    if (!(await isReady())) left.push('/readyz fails');
    return left;
  } finally {
    await database.end();
  }
}

async function requestsBy(
  cookies: readonly string[],
  releaseKey: Session['target']['releaseKey'],
): Promise<readonly AbandonedRequest[]> {
  let turn = 0;
  const credential = () => ({ cookie: cookies[turn++ % cookies.length] ?? '' });
  if (!releaseKey) throw new Error('--abandon needs a service that trusts a release key');
  const file = await packageOf(releaseKey, { version: '1.0.0', buildNumber: 1, hardwareRevision: 'rev-a' });
  const upload = formOf([{ name: 'file', value: file, fileName: 'a.release' }]);
  return abandonedRequests({ credential, upload });
}

async function endIdleConnections(database: pg.Client): Promise<void> {
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and query !~* '^listen'`,
  );
}

/** How many of these calls have a connection at once while the tables that they read are locked. */
async function connectionsOf(
  url: string,
  database: pg.Client,
  cookies: readonly string[],
  paths: readonly string[],
): Promise<number> {
  let most = 0;
  for (let attempt = 0; attempt < TRIES && most < paths.length; attempt += 1) {
    await database.query(`begin; lock table ${TABLES} in access exclusive mode`);
    let answered = false;
    const calls = Promise.all(
      paths.map(async (path, index) => {
        const headers = { cookie: cookies[index] ?? '' };
        await fetch(`${url}${path}`, { headers }).then((answer) => answer.text());
      }),
    ).finally(() => {
      answered = true;
    });
    while (!answered && most < paths.length) {
      most = Math.max(most, await waitersIn(database));
      await sleep(POLL_MS);
    }
    await database.query('rollback');
    await calls;
  }
  return most;
}

async function waitersIn(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
