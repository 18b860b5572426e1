import { startTestApp } from '../support/app.ts';
import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

let database: ConnectedDatabase;
beforeAll(async () => {
  database = await connectedDatabase();
});
afterAll(() => database.drop());

/** The last statements of connections to the database. */
async function connections(): Promise<string[]> {
  const { rows } = await database.client.query<{ query: string }>(
    'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.map(({ query }) => query);
}

it.each([
  ['nothing but its start', []],
  ['one admin', ['/v1/admin/auth/me']],
  [
    'lists, reports and exports',
    ['/v1/admin/sales', '/v1/admin/analytics/sales?range=7d', '/v1/admin/customers/export.csv'],
  ],
])('a service that has served %s leaves no connection to the database when it stops', async (_what, paths) => {
  const app = await startTestApp({ database });
  const admin = await app.as('SUPER_ADMIN');
  for (const path of paths) expect(await admin.rest('GET', path)).toMatchObject({ status: 200 });
  expect(await connections()).not.toEqual([]);
  await app.stop();
  // The server notices the end of a connection a moment later.
  await until(async () => (await connections()).length === 0);
});
