import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import pg from 'pg';
import { startCommand } from '../../scripts/start-command.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { EXPORT, fillWithCustomers, LIST_EXPORT } from '../csv/support.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';

const ROWS = 200_000;
/** What exports may add to the idle service (125 MB, 146 MB at its start): garbage and batches on their way. */
const MAX_GROWTH_KB = 50 * 1024;
const EXPORTS = 3;
/** As long as people write them: some 100 MB in all. */
const NOTES_LENGTH = 200;
const NEWLINE = 0x0a;

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  sql = async (text, values = []) => (await pool.query(text, [...values])).rows;
  const { flags, env } = startCommand();
  service = await startService({ ...env, DATABASE_URL: database.url, DATA_DIR: temporaryFolder('export') }, flags);
  await fillWithCustomers({ sql }, ROWS, NOTES_LENGTH);
});
afterAll(async () => {
  await service.stop();
  await pool.end();
  await database.drop();
});

it('a CSV export of 200,000 rows uses constant memory, also if repeated', async () => {
  const token = await signIn();
  // The first call of a list compiles the validator of its filter, once for the life of the process.
  await read(token, `${LIST_EXPORT}?take=1`);
  const idle = residentKb('VmRSS');
  for (let count = 0; count < EXPORTS; count += 1) {
    expect(await read(token)).toEqual({ status: 200, lines: ROWS + 1 });
    expectFlat(idle);
  }
  const entries = await sql(
    `select detail from audit_entry where action = 'exportCustomers' and not detail ? 'format'`,
  );
  expect(entries).toHaveLength(EXPORTS);
  for (const { detail } of entries) expect(detail).toEqual({ filter: {}, rows: ROWS, complete: true });
});

it.each([
  ['csv', ROWS + 1],
  ['ndjson', ROWS],
  ['spreadsheet', ROWS + 1],
])('an export of a list of 200,000 rows as %s uses constant memory', async (format, lines) => {
  const token = await signIn();
  // The first call of a list compiles the validator of its filter, once for the life of the process.
  await read(token, `${LIST_EXPORT}?take=1`);
  const idle = residentKb('VmHWM');
  const before = process.hrtime.bigint();
  expect(await read(token, `${LIST_EXPORT}?format=${format}`)).toEqual({ status: 200, lines });
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  process.stdout.write(`as ${format} in ${seconds.toFixed(1)} s, `);
  expectFlat(idle);
});

it('an export of 100,000 audit entries, each of which goes through its view, uses constant memory', async () => {
  await sql(
    `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, detail, request_id, ip, transport)
     select gen_random_uuid(), now() - n * interval '1 second', 'ADMIN', 'a', 'anna@example.uz', 'updateCustomer', 'Customer', 'c',
            '{"fullName": {"from": "Anna Karimova", "to": "Olga Karimova"}, "city": {"from": null, "to": "Toshkent"}}', '{"rows": 1}',
            'request-' || n, '203.0.113.9', 'REST' from generate_series(1, 100000) n`,
  );
  const token = await signIn('VIEWER');
  await read(token, '/v1/admin/exports/audit?take=1');
  const idle = residentKb('VmHWM');
  expect(await read(token, '/v1/admin/exports/audit?filter={"action":{"eq":"updateCustomer"}}')).toEqual({
    status: 200,
    lines: 100_001,
  });
  expectFlat(idle);
});

async function signIn(role: AdminRole = 'SALES'): Promise<string> {
  const admin = await insertAdmin(sql, new Date(), { role });
  return (await insertSession(sql, admin.id, new Date())).token;
}

function expectFlat(idle: number): void {
  const peak = residentKb('VmHWM');
  process.stdout.write(`${ROWS} rows: idle ${megabytes(idle)}, peak ${megabytes(peak)}\n`);
  expect(peak - idle).toBeLessThan(MAX_GROWTH_KB);
}

const megabytes = (kb: number) => `${Math.round(kb / 1024)} MB`;

/** The resident memory of the service now, and its highest so far: proc(5), /proc/pid/status. */
function residentKb(name: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
}

async function read(token: string, path = EXPORT): Promise<{ status: number | undefined; lines: number }> {
  const call = request(`${service.url}${encodeURI(path)}`, {
    headers: { cookie: `karvon_admin_session=${token}` },
    agent: false,
  });
  call.end();
  const [answer] = await once(call, 'response');
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  return { status: answer.statusCode, lines };
}
