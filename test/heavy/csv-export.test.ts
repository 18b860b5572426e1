import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EXPORT, fillWithCustomers } from '../csv/support.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { temporaryFolder } from '../support/run.ts';

const ROWS = 200_000;
/** All of the service: its code, its idle heap and what exports add to them. */
const MAX_RESIDENT_KB = 150 * 1024;
const EXPORTS = 3;
/** As long as people write them: some 100 MB in all. */
const NOTES_LENGTH = 200;
const MAIN = join(process.cwd(), 'dist/src/main.js');
const START_LIMIT_MS = 30_000;
const NEWLINE = 0x0a;

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: { readonly url: string; readonly process: ChildProcess };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  sql = async (text, values = []) => (await pool.query(text, [...values])).rows;
  service = await startService();
  await fillWithCustomers({ sql }, ROWS, NOTES_LENGTH);
});
afterAll(async () => {
  const gone = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  await gone;
  await pool.end();
  await database.drop();
});

it('exports 200,000 rows in constant memory, as often as it is asked', async () => {
  const admin = await insertAdmin(sql, new Date(), { role: 'SALES' });
  const { token } = await insertSession(sql, admin.id, new Date());
  const idle = residentKb('VmRSS');
  for (let count = 0; count < EXPORTS; count += 1) {
    expect(await read(token)).toEqual({ status: 200, lines: ROWS + 1 });
    const peak = residentKb('VmHWM');
    process.stdout.write(`${ROWS} rows: idle ${megabytes(idle)}, peak ${megabytes(peak)}\n`);
    expect(peak).toBeLessThan(MAX_RESIDENT_KB);
  }
  const entries = await sql(`select detail from audit_entry where action = 'exportCustomers'`);
  expect(entries).toHaveLength(EXPORTS);
  for (const { detail } of entries) expect(detail).toEqual({ filter: {}, rows: ROWS, complete: true });
});

const megabytes = (kb: number) => `${Math.round(kb / 1024)} MB`;

/** The resident memory of the service now, and its highest so far: proc(5), /proc/pid/status. */
function residentKb(name: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
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

async function startService() {
  const start = startCommand();
  const child = spawn(process.execPath, [...start.flags, MAIN], {
    env: {
      ...start.env,
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: temporaryFolder('export'),
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: 'Quiet-Harbour-71',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const url = /answers at (\S+)/.exec(output)?.[1];
    if (url) return { url, process: child };
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the service did not start: ${output}`);
    await sleep(20);
  }
}

/** What `npm start` gives to Node and to the C library's allocator: the memory depends on it. */
function startCommand(): { readonly flags: string[]; readonly env: Record<string, string> } {
  const words: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ');
  const settings = words.slice(0, words.indexOf('node')).map((word) => word.split('='));
  return {
    flags: words.filter((word) => word.startsWith('--') && !word.startsWith('--env-file')),
    env: Object.fromEntries(settings),
  };
}
