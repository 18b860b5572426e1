import { request } from 'node:http';
import pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { createTestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';
import { parseCsv } from './parse.ts';
import { EXPORT, fillWithCustomers, LIST_EXPORT, openExports, readSlowly } from './support.ts';

/** More than the sockets and the streams between the two ends hold: some 20 MB. */
const ROWS = 10_000;
const NOTES = 1_000;

let app: TestApp;
let sales: Caller;
beforeAll(async () => {
  app = await startTestApp();
  sales = await app.as('SALES');
  await fillWithCustomers(app, ROWS, NOTES);
});
afterAll(() => app.stop());

/** A client that goes away is no fault of anybody's. */
const faults = () => app.logs.filter(({ msg }) => msg === 'request failed');

const entryOf = async (requestId: string) =>
  (await app.sql('select detail from audit_entry where request_id = $1', [requestId]))[0];

it('an export closes its cursor when the client disconnects, and records the row count', async () => {
  const reader = await readSlowly(app.url, sales);
  await until(async () => (await openExports(app)) === 1);
  reader.hangUp();
  await until(async () => (await openExports(app)) === 0);
  await until(async () => (await entryOf(reader.requestId)) !== undefined);
  const { detail } = await entryOf(reader.requestId);
  expect(detail).toEqual({ filter: {}, rows: expect.any(Number), complete: false });
  expect(detail.rows).toBeGreaterThan(0);
  expect(detail.rows).toBeLessThan(ROWS);
  expect(faults()).toEqual([]);
});

it.each(['csv', 'ndjson', 'spreadsheet'])(
  'an export of a list as %s reads no faster than the client, and ends when the client disconnects',
  async (format) => {
    const reader = await readSlowly(app.url, sales, `${LIST_EXPORT}?format=${format}`);
    await until(async () => (await openExports(app)) === 1);
    expect(await entryOf(reader.requestId)).toBeUndefined();
    reader.hangUp();
    await until(async () => (await openExports(app)) === 0);
    await until(async () => (await entryOf(reader.requestId)) !== undefined);
    const { detail } = await entryOf(reader.requestId);
    expect(detail).toEqual({ format, filter: {}, rows: expect.any(Number), complete: false });
    expect(detail.rows).toBeLessThan(ROWS);
    expect(faults()).toEqual([]);
  },
);

it('exports succeed after many clients have disconnected', async () => {
  for (let round = 0; round < 10; round += 1) {
    const reader = await readSlowly(app.url, sales);
    reader.hangUp();
  }
  expect((await sales.rest('GET', `${EXPORT}?take=1`)).status).toBe(200);
  await until(async () => (await openExports(app)) === 0);
});

describe('an export during a running fetch', () => {
  /** The table under another name, with a column that misbehaves in the row of that name. */
  async function replaceByView(notes: string): Promise<void> {
    const [{ others }] = await app.sql(
      `select string_agg(quote_ident(column_name), ', ') as others from information_schema.columns
        where table_name = 'customer' and column_name <> 'notes'`,
    );
    await app.sql('alter table customer rename to customer_table');
    await app.sql(
      `create view customer as
       select ${others}, case when full_name = 'Person 5000' then ${notes} else notes end as notes from customer_table`,
    );
  }
  afterEach(async () => {
    await app.sql('drop view customer');
    await app.sql('alter table customer_table rename to customer');
  });

  it('an export during a running fetch cancels the fetch when the client disconnects', async () => {
    await replaceByView(`(select 'x' from pg_sleep(600))`);
    const call = request(`${app.url}${EXPORT}?search=Person 5000`.replace(' ', '%20'), {
      headers: { cookie: sales.cookie },
      agent: false,
    });
    call.on('error', () => undefined);
    call.end();
    await until(async () => (await openExports(app)) === 1);
    call.destroy();
    await until(async () => (await openExports(app)) === 0);
    await until(() => app.logs.some(({ msg, route, aborted }) => msg === 'request' && aborted && route === EXPORT));
    expect(faults()).toEqual([]);
  });

  it('an export during a running fetch closes the connection if it fails after the first byte, so that a partial file is not mistaken for a complete one', async () => {
    await replaceByView(`(1 / (length(full_name) - 11))::text`);
    const reader = await readSlowly(app.url, sales);
    await expect(reader.rest()).rejects.toThrow('aborted');
    await until(async () => (await entryOf(reader.requestId)) !== undefined);
    const { detail } = await entryOf(reader.requestId);
    expect(detail).toEqual({ filter: {}, rows: 4800, complete: false });
    expect(await openExports(app)).toBe(0);
    expect(
      app.logs.filter(({ msg, requestId }) => msg === 'request failed' && requestId === reader.requestId),
    ).not.toHaveLength(0);
  });
});

it('the process survives if the database closes the connection between two fetches of an export', async () => {
  const reader = await readSlowly(app.url, sales);
  await until(async () => (await openExports(app)) === 1);
  await app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'fetch%'`,
  );
  await expect(reader.rest()).rejects.toThrow('aborted');
  expect((await sales.rest('GET', `${EXPORT}?take=1`)).status).toBe(200);
});

it('an export whose audit entry cannot be written does not complete', async () => {
  await app.sql(`create function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'no entry today'; end $$`);
  await app.sql(
    'create trigger refuse_audit before insert on audit_entry for each row execute function refuse_audit()',
  );
  try {
    const reader = await readSlowly(app.url, sales);
    await expect(reader.rest()).rejects.toThrow('aborted');
  } finally {
    await app.sql('drop trigger refuse_audit on audit_entry');
  }
});

it('an entry that is lost after the last row, when the client has left as well, is logged once and ends nothing else', async () => {
  const holder = new pg.Client({ connectionString: app.database.url });
  await holder.connect();
  await holder.query('begin; lock table audit_entry in exclusive mode');
  const reader = await readSlowly(app.url, sales, `${EXPORT}?take=1`);
  const lines = (text: string) =>
    app.logs.filter(({ msg, requestId }) => msg === text && requestId === reader.requestId);
  await until(async () => (await waiters(app.sql)) === 1);
  reader.hangUp();
  await until(() => lines('request').length === 1);
  await app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'audit_entry'`,
  );
  await until(() => lines('request failed').length > 0);
  await holder.query('rollback');
  await holder.end();
  expect((await sales.rest('GET', `${EXPORT}?take=1`)).status).toBe(200);
  expect(lines('request failed')).toHaveLength(1);
});

it('an export whose client leaves before its file begins, and whose entry cannot be written, ends nothing else', async () => {
  const database = await createTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const distant = await startTestApp({ database: { url: proxy.url, drop: async () => undefined } });
  const failures = () => distant.logs.filter(({ msg }) => msg === 'request failed');
  const { cookie, rest } = await distant.as('SALES');
  const end = proxy.hold(/export_rows[\s\S]*commit\0$/);
  const call = request(`${distant.url}${EXPORT}`, { headers: { cookie }, agent: false });
  call.on('error', () => undefined);
  call.end();
  await until(end.isHeld);
  await distant.sql('alter table audit_entry rename to audit_entry_away');
  call.destroy();
  const isLeft = `select from pg_stat_activity where datname = current_database() and query ~ '^select pg_cancel_backend'`;
  await until(async () => (await distant.sql(isLeft)).length > 0);
  end.release();
  await until(() => failures().length > 0);
  await distant.sql('alter table audit_entry_away rename to audit_entry');
  expect(failures().map(({ err }) => err.message)).toEqual([expect.stringContaining('audit_entry')]);
  expect((await rest('GET', EXPORT)).status).toBe(200);
  await distant.stop();
  await proxy.close();
  await database.drop();
});

it('an export whose client has left, and whose entry cannot be written, ends nothing else', async () => {
  const written = async () =>
    (
      await app.sql(
        `select max(query_start)::text as at from pg_stat_activity where datname = current_database() and query ~ '^insert into "?audit_entry'`,
      )
    )[0].at;
  const reader = await readSlowly(app.url, sales);
  await until(async () => (await openExports(app)) === 1);
  await app.sql('alter table audit_entry rename to audit_entry_away');
  const before = await written();
  reader.hangUp();
  await until(async () => (await written()) !== before);
  await app.sql('alter table audit_entry_away rename to audit_entry');
  await until(() => faults().length > 0);
  expect(faults().at(-1)?.err).toMatchObject({ message: expect.stringContaining('audit_entry') });
  expect((await sales.rest('GET', `${EXPORT}?take=1`)).status).toBe(200);
});

// The last test: it deletes the customers.
it('an export reads no faster than the client, from one snapshot', async () => {
  const reader = await readSlowly(app.url, sales);
  await until(async () => (await openExports(app)) === 1);
  // The file is not there yet: what is changed now is not seen by it, or it was read to the end already.
  await app.sql('delete from customer');
  expect(await entryOf(reader.requestId)).toBeUndefined();
  const records = parseCsv((await reader.rest()).replace('\uFEFF', ''));
  expect(records).toHaveLength(ROWS + 1);
  expect((await entryOf(reader.requestId)).detail).toEqual({ filter: {}, rows: ROWS, complete: true });
  expect(await openExports(app)).toBe(0);
});
