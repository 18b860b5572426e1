import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import pg from 'pg';
import { startCommand } from '../../scripts/start-command.ts';
import { EXPORT, fillWithCustomers } from '../csv/support.ts';
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
  const admin = await insertAdmin(sql, new Date(), { role: 'SALES' });
  const { token } = await insertSession(sql, admin.id, new Date());
  const idle = residentKb('VmRSS');
  for (let count = 0; count < EXPORTS; count += 1) {
    expect(await read(token)).toEqual({ status: 200, lines: ROWS + 1 });
    const peak = residentKb('VmHWM');
    process.stdout.write(`${ROWS} rows: idle ${megabytes(idle)}, peak ${megabytes(peak)}\n`);
    expect(peak - idle).toBeLessThan(MAX_GROWTH_KB);
  }
  const entries = await sql(`select detail from audit_entry where action = 'exportCustomers'`);
  expect(entries).toHaveLength(EXPORTS);
  for (const { detail } of entries) expect(detail).toEqual({ filter: {}, rows: ROWS, complete: true });
});

const megabytes = (kb: number) => `${Math.round(kb / 1024)} MB`;

/** The resident memory of the service now, and its highest so far: proc(5), /proc/pid/status. */
function residentKb(name: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
}

async function read(token: string): Promise<{ status: number | undefined; lines: number }> {
  const call = request(`${service.url}${EXPORT}`, {
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
