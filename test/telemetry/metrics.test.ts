import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { currentWork, type Work } from '../../src/model/work.ts';
import { openPool } from '../../src/persistence/sql/pool.ts';
import { latestFigures } from '../../src/platform/telemetry/metric-sources.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { METRICS_PORT: '0', SLOW_STATEMENT_MS: '1' } });
  // Before the figures are read first, which is once in ten seconds.
  await app.sql(`insert into backup_run (started_at, ended_at, file, verified, error) values
    ('2026-11-01T00:00Z', '2026-11-01T00:10Z', '/backups/one', true, null),
    ('2026-11-02T00:00Z', '2026-11-02T00:10Z', '/backups/two', true, null),
    ('2026-11-03T00:00Z', '2026-11-03T00:10Z', '/backups/three', false, 'the disk is full')`);
});
afterAll(() => app.stop());

const address = () => `http://127.0.0.1:${app.metricsPort}/metrics`;

/** The metrics by name and labels. A text is given out for a second. */
async function metrics(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(address())).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Waits for a metric with this value. */
async function shows(name: string, value: number): Promise<void> {
  let last: number | undefined;
  await until(async () => {
    last = (await metrics())[name];
    return last === value;
  }).catch(() => expect({ [name]: last }).toEqual({ [name]: value }));
}

const operations = (operation: string, transport: string, status: string) =>
  `karvon_operations_total{operation="${operation}",transport="${transport}",status="${status}"}`;

describe('the metrics', () => {
  it('operations are counted by transport and class of status, and so are requests', async () => {
    const admin = await app.as('ADMIN');
    const support = await app.as('SUPPORT');
    await admin.rest('GET', '/v1/admin/inventory/batches');
    await admin.rest('GET', '/v1/admin/inventory/batches?take=canary');
    await support.gql('{ a: batches { totalCount } b: batches { totalCount } }');
    await app.sql('alter table inventory_batch rename to gone');
    await admin.rest('GET', '/v1/admin/inventory/batches');
    await app.sql('alter table gone rename to inventory_batch');
    await shows(operations('listBatches', 'REST', '2xx'), 1);
    await shows(operations('listBatches', 'REST', '4xx'), 1);
    await shows(operations('listBatches', 'REST', '5xx'), 1);
    await shows(operations('listBatches', 'GRAPHQL', '2xx'), 2);
    await shows('karvon_http_requests_total{transport="GRAPHQL",status="2xx"}', 1);
    await shows('karvon_graphql_cost_count', 1);
    await shows('karvon_operation_duration_seconds_count{operation="listBatches",transport="REST"}', 3);
  });

  it('heartbeats are counted on their own way past Koa', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    await beat(app, device);
    await beat(app, device, { proof: (proof) => proof.replace(/./, (digit) => (digit === '0' ? '1' : '0')) });
    await shows(operations('recordHeartbeat', 'REST', '2xx'), 1);
    await shows(operations('recordHeartbeat', 'REST', '4xx'), 1);
  });

  it('the last backup of the schedule that was made and the last that failed are shown', async () => {
    const at = (time: string) => Date.parse(time) / 1_000;
    await shows('karvon_backup_last_timestamp_seconds{result="success"}', at('2026-11-02T00:10Z'));
    await shows('karvon_backup_last_timestamp_seconds{result="failure"}', at('2026-11-03T00:10Z'));
  });

  it('nothing that a caller sends becomes a label', async () => {
    const admin = await app.as('ADMIN');
    const callers = [admin, app.client({ 'user-agent': 'canary', 'x-request-id': 'canary-canary' })];
    for (const caller of callers) {
      await caller.rest('GET', '/v1/admin/canary?canary');
      await caller.rest('GET', '/canary');
      await caller.rest('CANARY', '/v1/admin/devices');
      await caller.gql('query Canary { canary }');
      await caller.gql('query Canary { devices(search: "canary") { totalCount } }');
    }
    await shows(operations('listDevices', 'GRAPHQL', '2xx'), 1);
    expect(Object.keys(await metrics()).filter((name) => /canary/i.test(name))).toEqual([]);
  });

  it('waits for a turn in a pool are measured, and who waits is shown', async () => {
    const admin = await app.as('ADMIN');
    const waited = 'karvon_pool_wait_seconds_count{pool="main",for="turn"}';
    const before = (await metrics())[waited] ?? 0;
    const release = await lock('customer');
    const calls = Array.from({ length: 8 }, () => admin.rest('GET', '/v1/admin/customers'));
    await until(async () => ((await metrics())['karvon_pool_waiting{pool="main"}'] ?? 0) > 0);
    await release();
    await Promise.all(calls);
    await until(async () => ((await metrics())[waited] ?? 0) > before);
    await shows('karvon_pool_waiting{pool="main"}', 0);
  });

  it('waits for a connection are measured, those of a query that takes one for itself too', async () => {
    const waits: unknown[] = [];
    const work: Work = {
      statement: () => () => undefined,
      with: () => work,
      waited: (pool, wait, milliseconds) => void waits.push([pool, wait, milliseconds >= 0]),
    };
    const pool = openPool({ name: 'one', url: app.database.url, max: 1, warn: () => undefined });
    await currentWork.run(work, () => Promise.all([pool.query('select 1'), pool.query('select 2')]));
    const client = await currentWork.run(work, () => pool.connect());
    client.release();
    await pool.query('select 3');
    await pool.end();
    expect(waits).toEqual(Array.from({ length: 3 }, () => ['one', 'connection', true]));
  });

  it('a slow statement is in the log with its operation, its request and none of its values', async () => {
    const admin = await app.as('ADMIN');
    const release = await lock('customer');
    const call = admin.rest('GET', '/v1/admin/customers?search=canary', undefined, { 'x-request-id': 'slow-request' });
    await until(async () => (await waiters(app.sql)) > 0);
    await release();
    await call;
    const found = app.logs.filter(({ msg, requestId }) => msg === 'slow statement' && requestId === 'slow-request');
    expect(found.find(({ pool }) => pool === 'main')).toEqual({
      level: 'warn',
      time: expect.any(String),
      operation: 'listCustomers',
      requestId: 'slow-request',
      pool: 'main',
      ms: expect.any(Number),
      statement: expect.stringContaining('from customer'),
      msg: 'slow statement',
    });
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('a slow write is in the log without the values of its record', async () => {
    const admin = await app.as('ADMIN');
    const release = await lock('customer');
    const body = { fullName: "O'canary \\' canary", phone: '+998901234567' };
    const call = admin.rest('POST', '/v1/admin/customers', body, { 'x-request-id': 'slow-write' });
    await until(async () => (await waiters(app.sql)) > 0);
    await release();
    expect((await call).status).toBe(201);
    const found = app.logs.filter(({ msg, requestId }) => msg === 'slow statement' && requestId === 'slow-write');
    expect(found.map(({ statement }) => statement)).toContainEqual(expect.stringContaining('insert into "customer"'));
    expect(JSON.stringify(found)).not.toMatch(/canary|998901234567/);
  });

  it('the figures of the database are the same for every instance', async () => {
    await until(async () => (await metrics()).karvon_storage_ready === 1);
    await shows('karvon_jobs_failing{name="foldTallies"}', 0);
    await shows('karvon_ready', 1);
  });

  /** @returns a function that ends the lock */
  async function lock(table: string): Promise<() => Promise<void>> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return () => client.end();
  }
});

describe('the port of the metrics', () => {
  it('the port of the metrics answers one path, and the port of the service does not', async () => {
    const root = address().replace('/metrics', '');
    const statuses = await Promise.all([
      fetch(`${root}/`).then(({ status }) => status),
      fetch(`${root}/metrics/x`).then(({ status }) => status),
      fetch(address(), { method: 'POST', body: 'x'.repeat(100_000) }).then(({ status }) => status),
      fetch(`${address()}?x=1`).then(({ status }) => status),
      app.rest('GET', '/metrics').then(({ status }) => status),
    ]);
    expect(statuses).toEqual([404, 404, 405, 200, 404]);
  });

  it('without its setting there is no port, and nothing of what it needs is loaded', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
      await import('./dist/src/app.js');
      const { openTelemetry } = await import('./dist/src/platform/telemetry/telemetry.js');
      const off = { metrics: undefined, traces: undefined, slowStatementMs: 1000 };
      const { metricsPort } = await openTelemetry(off, () => undefined);
      const libraries = seen.filter((url) => /prom-client|opentelemetry/.test(url));
      console.log(JSON.stringify({ files: seen.length > 100, metricsPort, libraries }));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual({ files: true, libraries: [] });
  });

  it('a port that is taken ends the start with the name of its setting', async () => {
    const taken = startTestApp({ database: app.database, env: { METRICS_PORT: String(app.metricsPort) } });
    await expect(taken).rejects.toThrow(
      /METRICS_PORT: cannot listen on port \d+ of 127\.0\.0\.1\..* Set METRICS_PORT to a free port/,
    );
  });
});

describe('the figures of the metrics', () => {
  it('many who ask cost one reading, and nobody waits for it', async () => {
    let readings = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const figures = {
      readAt: new Date(),
      releases: [],
      jobs: [],
      backups: { madeAt: undefined, failedAt: undefined },
      storage: true,
      disk: { freeBytes: 1, sizeBytes: 2 },
    };
    const latest = latestFigures(
      async () => {
        readings += 1;
        await promise;
        return figures;
      },
      () => undefined,
    );
    expect(Array.from({ length: 50 }, latest).every((each) => each === undefined)).toBe(true);
    resolve();
    await until(() => latest() !== undefined);
    expect([latest(), readings]).toEqual([figures, 1]);
  });
});
