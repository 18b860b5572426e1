import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { built, callGraphql, callRest, onGraphql, readRootFields } from '../contract/calls.ts';
import { exampleOf, PASSWORD } from '../contract/examples.ts';
import { type Sql, startTestApp } from '../support/app.ts';
import { cookieOf, type Reply } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseState } from '../support/database-state.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { temporaryFolder } from '../support/run.ts';
import { failedStart, openDatabase, signedIn, startService } from '../support/service.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const BATCHES = '/v1/admin/inventory/batches';
const LOGIN = '/v1/admin/auth/login';

/**
 * Waits until a request waits for a lock. `sql` must not be the holder's: within a transaction PostgreSQL shows the
 * activity as it was at the first look.
 */
async function waitsForALock(sql: Sql, request: Promise<Reply>): Promise<void> {
  const early = request.then(({ status, text }) => {
    throw new Error(`The request did not wait: ${status} ${text}`);
  });
  const waits = until(async () => {
    const waiting = await sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  });
  await Promise.race([waits, early]);
}

describe('a running service', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('a running service finishes what is under way on SIGTERM, takes nothing new, and ends with 0', async () => {
    const service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('drain') });
    const { pool, sql } = openDatabase(database.url);
    const admin = await signedIn(service, sql);
    const holder = await pool.connect();
    await holder.query('begin; lock table inventory_batch in access exclusive mode');
    const underWay = admin.rest('GET', BATCHES);
    await waitsForALock(sql, underWay);
    expect((await service.client().rest('GET', '/health')).status).toBe(200);

    const ended = service.stop('SIGTERM');
    await until(() => isClosed(service.url));
    expect(service.exitCode).toBeNull();
    await holder.query('rollback');
    holder.release();
    expect((await underWay).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(service.client().rest('GET', '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await pool.end();
  });

  it('a running service ends at the deadline when something never finishes', async () => {
    const service = await startService({
      DATABASE_URL: database.url,
      DATA_DIR: temporaryFolder('drain'),
      DRAIN_TIMEOUT_MS: '300',
      DATABASE_STATEMENT_TIMEOUT_MS: '2000',
    });
    const { pool, sql } = openDatabase(database.url);
    const admin = await signedIn(service, sql);
    const holder = await pool.connect();
    await holder.query('begin; lock table inventory_batch in access exclusive mode');
    const underWay = admin.rest('GET', BATCHES);
    const cut = expect(underWay).rejects.toThrow();
    await waitsForALock(sql, underWay);
    // It ends although the lock is still held, and cuts what waits for it.
    expect(await service.stop()).toBe(0);
    await cut;
    await holder.query('rollback');
    holder.release();
    await pool.end();
  });

  const onLinux = existsSync('/dev/full') ? it : it.skip;
  onLinux('continues when its log cannot be written', () => {
    const script = `
      const { createLogger } = await import('./dist/src/log.js');
      const log = createLogger('info');
      log.info('the disk is full');
      log.fatal('it still is');
      process.exitCode = 7;`;
    const full = openSync('/dev/full', 'w');
    const args = ['--input-type=module', '--eval', script];
    const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', full, 'ignore'], timeout: PATIENCE_MS });
    closeSync(full);
    expect(status).toBe(7);
  });

  it('a running service prints the problem and exits with 1 when it cannot start', async () => {
    const wrong = await failedStart({ DATABASE_URL: database.url, PORT: 'canary', BUSINESS_TIME_ZONE: 'canary' });
    expect(wrong).toEqual({ exitCode: 1, output: expect.stringMatching(/- PORT must.*\n.*- BUSINESS_TIME_ZONE must/) });
    expect(wrong.output).not.toContain('canary');

    const production = await failedStart({ NODE_ENV: 'production' });
    expect(production).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/requires DATABASE_URL, PUBLIC_URL, KEY_ENC/),
    });
  });
});

describe('MUTATIONS_AUTHORIZED=false', () => {
  const SESSIONS = ['auth.login', 'auth.logout'];
  /** A code is asked after in a body, so that it is in no address; nothing is changed by it. */
  const READS = ['pairing.codeStatus'];
  const isWrite = ({ id, method }: ContractOperation) =>
    id === 'firmware.latest' || (method !== 'GET' && !READS.includes(id));
  const writes = built.filter((operation) => isWrite(operation) && !SESSIONS.includes(operation.id));

  it('MUTATIONS_AUTHORIZED=false rejects every write over REST and GraphQL without changes, while reads and sign-in work', async () => {
    const app = await startTestApp({ env: { MUTATIONS_AUTHORIZED: 'false' } });
    const roots = await readRootFields(app);
    for (const operation of writes) {
      const role = operation.roles?.[0];
      const by = role ? await app.as(role, { password: PASSWORD }) : undefined;
      const example = await exampleOf(operation.id, app, by);
      const before = await databaseState(app.sql);
      const rest = await callRest(by ?? app, operation, example);
      expect([operation.id, rest.status, rest.body.error?.code]).toEqual([
        operation.id,
        403,
        'OPERATION_NOT_AUTHORIZED',
      ]);
      if (onGraphql.includes(operation)) {
        const typed = await callGraphql(by ?? app, roots, operation, example);
        expect([operation.id, typed.body.errors?.[0]?.extensions.code]).toEqual([
          operation.id,
          'OPERATION_NOT_AUTHORIZED',
        ]);
      }
      expect(await databaseState(app.sql)).toEqual(before);
    }

    for (const operation of built.filter((one) => !isWrite(one))) {
      const by = operation.roles?.[0] ? await app.as(operation.roles[0]) : undefined;
      const reply = await callRest(by ?? app, operation, await exampleOf(operation.id, app, by));
      expect([operation.id, reply.status]).toEqual([operation.id, operation.success]);
    }
    const { email } = await insertAdmin(app.sql, app.clock.now(), { password: PASSWORD });
    const signed = await app.rest('POST', LOGIN, { email, password: PASSWORD });
    expect(signed.status).toBe(201);
    const cookie = cookieOf(signed);
    expect((await app.rest('POST', '/v1/admin/auth/logout', undefined, { cookie })).status).toBe(201);
    expect((await app.rest('GET', '/v1/admin/auth/me', undefined, { cookie })).status).toBe(401);
    await app.stop();
  });
});

async function isClosed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return once(socket, 'connect').then(
    () => socket.destroy() === undefined,
    () => true,
  );
}
