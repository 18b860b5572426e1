import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/persistence/migrate.ts';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { waiters } from '../support/lock-waiters.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  firesOnlyWhenIll,
  hasPrometheus,
  type Observed,
  promtool,
  RULES,
  type Scrape,
  scrapeOf,
  startPrometheus,
} from '../telemetry/prometheus.ts';

if (!hasPrometheus && process.env.CI === 'true') throw new Error('CI needs prometheus: .ci/run installs it.');
if (!hasPrometheus) console.warn('no /usr/bin/prometheus (Debian: prometheus): metrics and alerts are not proved');
const withPrometheus = hasPrometheus ? describe : describe.skip;

const CUSTOMERS = '/v1/admin/customers';
const BATCHES = '/v1/admin/inventory/batches';
const CALLS = 8;
/** Longer than an operation or an event loop may stand still before an alert. */
const STANDSTILL_MS = 1_300;

withPrometheus('each alert fires when the service is ill, and not while it is well', () => {
  const dataDir = temporaryFolder('metrics');
  const ill = new Map<string, Observed>();
  const starts: number[] = [];
  let isMounted = false;
  let postgres: OwnPostgres;
  let database: ReturnType<typeof openDatabase>;
  let house: Parameters<typeof makeDevice>[0];
  let service: Service;
  let port: number;
  let well: Observed;
  /** As the real Prometheus has it. */
  let dashboards: Readonly<Record<string, number>>;
  let loadedRules: readonly string[];
  let text = '';

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    await migrate(postgres.url);
    database = openDatabase(postgres.url);
    port = await freePort(0);
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]).status === 0;
    const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
    house = { sql: database.sql, clock: { now: () => new Date() }, runtime: { keys } } as never;
    await start();
    await beWell();
    await standStill();
    await failInternally();
    await stopTheLoop();
    await fillTheDisk();
    await service.kill9();
    await breakAJob();
    await hideTheFigures();
    await endTheDatabase();
    await endTheProcess();
  });
  afterAll(async () => {
    await service?.kill9();
    await database?.pool.end();
    await postgres?.stop();
    if (isMounted) spawnSync('umount', [dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    service = await startService({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      METRICS_PORT: String(port),
      SLOW_STATEMENT_MS: '1000',
    });
    const { values } = await scrape();
    starts.push(values.get('process_start_time_seconds{job="karvon",instance="one"}') ?? 0);
  }

  async function scrape(): Promise<Scrape> {
    text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return scrapeOf(text);
  }

  /** A scrape in which a metric is as it should be. A text is given out for a second. */
  async function scrapeWith(pattern: RegExp): Promise<Scrape> {
    await until(async () => {
      await scrape();
      return pattern.test(text);
    });
    return scrapeOf(text);
  }

  /** A scrape that is not the one before. */
  async function nextScrape(): Promise<Scrape> {
    const before = text;
    await until(async () => {
      await scrape();
      return text !== before;
    });
    return scrapeOf(text);
  }

  async function callAll(path: string, calls = CALLS): Promise<void> {
    const admin = await signedIn(service, database.sql);
    await Promise.all(Array.from({ length: calls }, () => admin.rest('GET', path)));
  }

  /** A device has a limit, so each beat is of another one. */
  async function beat(): Promise<void> {
    const device = await makeDevice(house, { status: 'ACTIVE' });
    const { body, headers } = signedHeartbeat(new Date(), device);
    expect((await service.client().rest('POST', HEARTBEAT, body, headers)).status).toBe(201);
  }

  async function beWell(): Promise<void> {
    await beat();
    await callAll(CUSTOMERS, 2);
    const first = await scrapeWith(/^karvon_figures_timestamp_seconds [^0]/m);
    await beat();
    await callAll(CUSTOMERS, 2);
    well = [first, await nextScrape()];
    // Nothing comes any more.
    ill.set('KarvonHeartbeatsStopped', [await nextScrape(), await nextScrape()]);
  }

  async function standStill(): Promise<void> {
    const before = await nextScrape();
    const lock = new pg.Client({ connectionString: postgres.url });
    await lock.connect();
    await lock.query('begin; lock table customer in access exclusive mode');
    const calls = callAll(CUSTOMERS);
    await until(async () => (await waiters(database.sql)) > 0);
    const waiting = await scrapeWith(/^karvon_pool_waiting\{pool="main"\} [1-9]/m);
    ill.set('KarvonPoolTaken', [before, waiting]);
    const from = performance.now();
    await until(() => performance.now() - from > STANDSTILL_MS);
    await lock.end();
    await calls;
    const after = await nextScrape();
    ill.set('KarvonSlowOperations', [before, after]).set('KarvonSlowStatements', [before, after]);
  }

  async function failInternally(): Promise<void> {
    await database.sql('alter table inventory_batch rename to gone');
    const before = await nextScrape();
    await callAll(BATCHES);
    ill.set('KarvonInternalErrors', [before, await nextScrape()]);
    await database.sql('alter table gone rename to inventory_batch');
  }

  async function stopTheLoop(): Promise<void> {
    const before = await nextScrape();
    // A scrape that is answered before the loop's own timer has run forgets how long it stood still: then it stands still again.
    await until(async () => {
      process.kill(service.pid, 'SIGSTOP');
      const from = performance.now();
      await until(() => performance.now() - from > STANDSTILL_MS);
      process.kill(service.pid, 'SIGCONT');
      await nextScrape();
      return /^nodejs_eventloop_lag_max_seconds [1-9]/m.test(text);
    });
    const after = scrapeOf(text);
    ill.set('KarvonEventLoopBlocked', [before, after]);
  }

  async function fillTheDisk(): Promise<void> {
    const before = await nextScrape();
    if (isMounted) {
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(join(dataDir, 'full'), Buffer.alloc(bavail * bsize));
    }
    await makeRelease(house, { lifecycle: 'PAUSED' });
    await scrapeWith(/^karvon_releases\{state="PAUSED"\} 1/m);
    // The next reading, of which all is of the full disk.
    const after = isMounted ? await scrapeWith(/^karvon_storage_ready 0/m) : await nextScrape();
    ill.set('KarvonRolloutPaused', [before, after]);
    if (isMounted) ill.set('KarvonStorageFailing', [before, after]).set('KarvonDiskFull', [before, after]);
    rmSync(join(dataDir, 'full'), { force: true });
  }

  async function breakAJob(): Promise<void> {
    const [table = ''] = (await tablesLike('sale_buyer%')).toSorted();
    await database.sql(`alter table ${table} rename to gone`);
    await start();
    const failing = await scrapeWith(/^karvon_jobs_failing\{name="foldSaleBuyers"\} [1-9]/m);
    ill.set('KarvonJobFailing', [failing, failing]);
    // As a kill leaves a run that had begun.
    await database.sql(
      `update graphile_worker._private_jobs set run_at = now() - interval '20 minutes', locked_at = now(), locked_by = 'killed'
        where attempts > 0`,
    );
    const late = await scrapeWith(/^karvon_jobs_late_seconds\{name="foldSaleBuyers"\} 1\d\d\d/m);
    ill.set('KarvonJobsLate', [late, late]);
    await service.kill9();
    await database.sql(`alter table gone rename to ${table}`);
  }

  async function tablesLike(pattern: string): Promise<string[]> {
    const rows = await database.sql(`select tablename from pg_tables where tablename like $1`, [pattern]);
    return rows.map(({ tablename }) => tablename);
  }

  async function hideTheFigures(): Promise<void> {
    await database.sql('alter table release rename to gone');
    await start();
    const first = await scrape();
    await until(() => service.output().includes('could not read the figures'));
    ill.set('KarvonFiguresMissing', [first, await nextScrape()]);
    await database.sql('alter table gone rename to release');
  }

  async function endTheDatabase(): Promise<void> {
    await postgres.kill9();
    const first = await scrapeWith(/^karvon_ready 0/m);
    ill.set('KarvonNotReady', [first, await nextScrape()]);
    await postgres.restart();
    await scrapeWith(/^karvon_ready 1/m);
  }

  async function endTheProcess(): Promise<void> {
    const prometheus = await startPrometheus(port, await freePort(0));
    try {
      const up = async (value: string) => (await prometheus.query('up{job="karvon"}'))[0]?.value[1] === value;
      await until(() => up('1'));
      // A rate is known of what was called before a scrape and after it.
      await until(async () => {
        await callAll(CUSTOMERS, 1);
        await beat();
        return (await prometheus.query('karvon:operations:rate5m{status="2xx"} > 0')).length > 1;
      });
      await until(async () => (await prometheus.query('karvon_storage_ready')).length > 0);
      const { data } = await prometheus.get('rules');
      loadedRules = data.groups[0].rules.map(({ name, health }: Json) => `${name} ${health}`);
      const found = expressions().map(async (expr) => [expr, (await prometheus.query(expr)).length] as const);
      dashboards = Object.fromEntries(await Promise.all(found));
      await service.kill9();
      await until(() => up('0'));
    } finally {
      await prometheus.stop();
    }
    const upIs = (value: number): Scrape => ({
      values: new Map([['up{job="karvon",instance="one"}', value]]),
      counters: new Set(),
    });
    well = [well[0], { ...well[1], values: new Map([...well[1].values, ...upIs(1).values]) }];
    ill.set('KarvonDown', [upIs(0), upIs(0)]);
  }

  const alerts = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const onFullDisk = ['KarvonStorageFailing', 'KarvonDiskFull'];

  it('KarvonRestarts fires for the three times at which the service started, within half an hour', () => {
    const [first, second, third] = starts;
    expect(new Set(starts).size).toBe(3);
    const name = 'process_start_time_seconds{job="karvon",instance="one"}';
    expect(firesOnlyWhenIll('KarvonRestarts', well, well, { [name]: `${first}x74 ${second}x9 ${third}x14` })).toBe('');
  });

  it.each(alerts.filter((name) => name !== 'KarvonRestarts'))('%s', (alert) => {
    if (!isMounted && onFullDisk.includes(alert)) return console.warn(`${alert}: this user cannot mount a tmpfs`);
    const observed = ill.get(alert);
    if (!observed) throw new Error(`${alert}: let the service be ill with it in test/heavy/metrics.test.ts`);
    expect(firesOnlyWhenIll(alert, well, observed)).toBe('');
    return undefined;
  });

  it('promtool finds nothing to say about rules, configuration and metrics', () => {
    expect(promtool(['check', 'rules', RULES])).toBe('');
    expect(promtool(['check', 'config', 'deploy/prometheus/prometheus.yml'])).toBe('');
    expect(promtool(['check', 'metrics'], text)).toBe('');
  });

  it('amtool finds nothing to say about the configuration of Alertmanager', () => {
    const isInstalled = spawnSync('amtool', ['--version']).error === undefined;
    if (!isInstalled && process.env.CI === 'true') throw new Error('CI needs amtool: .ci/run installs it.');
    if (!isInstalled)
      return console.warn('no amtool (Debian: prometheus-alertmanager): its configuration is not proved');
    const { status, stdout, stderr } = spawnSync('amtool', ['check-config', 'deploy/prometheus/alertmanager.yml'], {
      encoding: 'utf8',
    });
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringContaining('SUCCESS')]);
    return undefined;
  });

  it('Prometheus evaluates every rule, and each query of the dashboard finds something', () => {
    expect(loadedRules.filter((rule) => !rule.endsWith(' ok'))).toEqual([]);
    const empty = Object.entries(dashboards).flatMap(([expr, found]) => (found === 0 ? expr : []));
    expect(empty).toEqual([]);
  });
});

/** The queries of the dashboard. */
function expressions(): string[] {
  const { panels } = JSON.parse(readFileSync('deploy/grafana/karvon.json', 'utf8')) as Json;
  return panels.flatMap(({ targets = [] }: Json) => targets.map(({ expr }: Json) => expr));
}
