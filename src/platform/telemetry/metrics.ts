import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest, OperationCall, StatusClass } from '../../model/work.ts';
import type { MetricSources } from './metric-sources.ts';

/** From a look-up by key to the timeout of a statement, in seconds. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];
/** The highest is above what a document may cost. */
const COSTS = [10, 100, 500, 1_000, 2_000, 5_000, 10_000];

const UNUSED = ['resources', 'handles', 'requests'].flatMap((each) => [
  `nodejs_active_${each}`,
  `nodejs_active_${each}_total`,
]);

/**
 * The numbers of this instance in Prometheus' text format. The values of labels are names of the source code (operations, transports, pools,
 * jobs, states): nothing that a caller sends becomes one, so that their number is bounded.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: () => MetricSources | undefined;
  readonly #requests = this.#counter('karvon_http_requests_total', 'Answered requests.', ['transport', 'status']);
  readonly #requestSeconds = this.#histogram(
    'karvon_http_request_duration_seconds',
    'Time until the answer begins.',
    ['transport'],
    SECONDS,
  );
  readonly #cost = this.#histogram('karvon_graphql_cost', 'Cost of GraphQL documents.', [], COSTS);
  readonly #operations = this.#counter('karvon_operations_total', 'Calls of operations.', [
    'operation',
    'transport',
    'status',
  ]);
  readonly #operationSeconds = this.#histogram(
    'karvon_operation_duration_seconds',
    'Duration of operations.',
    ['operation', 'transport'],
    SECONDS,
  );
  readonly #waits = this.#histogram(
    'karvon_pool_wait_seconds',
    'Waits for a turn among the callers of a pool, and for its connections.',
    ['pool', 'for'],
    SECONDS,
  );
  readonly #statements = this.#counter('karvon_statements_total', 'Statements of operations and jobs.', [
    'pool',
    'result',
  ]);
  readonly #slow = this.#counter(
    'karvon_slow_statements_total',
    'Statements that took longer than SLOW_STATEMENT_MS.',
    ['pool'],
  );
  readonly #jobs = this.#counter('karvon_job_runs_total', 'Runs of background jobs on this instance.', [
    'name',
    'result',
  ]);
  readonly #jobSeconds = this.#gauge('karvon_job_duration_seconds', 'Duration of the last run on this instance.', [
    'name',
  ]);
  readonly #jobSuccess = this.#gauge(
    'karvon_job_last_success_timestamp_seconds',
    'When the job last succeeded on this instance.',
    ['name'],
  );

  /** @param sources what is counted elsewhere; undefined during the start */
  constructor(sources: () => MetricSources | undefined) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    // Their names break the rules of Prometheus, and counting the resources takes as long as there are connections.
    for (const name of UNUSED) this.#registry.removeSingleMetric(name);
    this.#collected('karvon_pool_connections', 'Calls that have their turn in a pool.', ['pool'], (gauge) => {
      for (const { name, taken } of this.#sources()?.pools() ?? []) gauge.set({ pool: name }, taken);
    });
    this.#collected('karvon_pool_waiting', 'Calls that wait for their turn in a pool.', ['pool'], (gauge) => {
      for (const { name, waiting } of this.#sources()?.pools() ?? []) gauge.set({ pool: name }, waiting);
    });
    this.#collected('karvon_live_streams', 'Open streams of subscriptions.', [], (gauge) => {
      gauge.set(this.#sources()?.streams() ?? 0);
    });
    this.#collected('karvon_ready', '1 while /readyz answers 200.', [], async (gauge) => {
      gauge.set((await this.#sources()?.isReady()) ? 1 : 0);
    });
    this.#figures();
  }

  /** What PostgreSQL and the storage say: read by one reader, however many ask, and absent while it cannot be read. */
  #figures(): void {
    const figures = () => this.#sources()?.figures();
    this.#collected('karvon_figures_timestamp_seconds', 'When the figures of the database were read.', [], (gauge) => {
      const at = figures()?.readAt;
      if (at) gauge.set(at.getTime() / 1_000);
    });
    this.#collected('karvon_storage_ready', '1 while the object storage takes and gives objects.', [], (gauge) => {
      const storage = figures()?.storage;
      if (storage !== undefined) gauge.set(storage ? 1 : 0);
    });
    this.#collected('karvon_disk_free_bytes', 'Free bytes of the disk of DATA_DIR.', [], (gauge) => {
      const disk = figures()?.disk;
      if (disk) gauge.set(disk.freeBytes);
    });
    this.#collected('karvon_disk_size_bytes', 'Size of the disk of DATA_DIR.', [], (gauge) => {
      const disk = figures()?.disk;
      if (disk) gauge.set(disk.sizeBytes);
    });
    this.#collected('karvon_releases', 'Firmware releases by their state.', ['state'], (gauge) => {
      for (const { state, count } of figures()?.releases ?? []) gauge.set({ state }, count);
    });
    this.#collected(
      'karvon_jobs_failing',
      'Runs of a job that failed and are repeated or given up.',
      ['name'],
      (gauge) => {
        for (const { job, failing } of figures()?.jobs ?? []) gauge.set({ name: job }, failing);
      },
    );
    this.#collected(
      'karvon_jobs_late_seconds',
      'Age of the oldest run that is due and has not ended.',
      ['name'],
      (gauge) => {
        for (const { job, lateSeconds } of figures()?.jobs ?? []) gauge.set({ name: job }, lateSeconds);
      },
    );
    this.#collected(
      'karvon_backup_last_timestamp_seconds',
      'When a backup of the schedule ended last.',
      ['result'],
      (gauge) => {
        const { madeAt, failedAt } = figures()?.backups ?? {};
        if (madeAt) gauge.set({ result: 'success' }, madeAt.getTime() / 1_000);
        if (failedAt) gauge.set({ result: 'failure' }, failedAt.getTime() / 1_000);
      },
    );
  }

  answered({ route, status, milliseconds, cost }: AnsweredRequest): void {
    const transport = transportOf(route);
    this.#requests.inc({ transport, status: `${Math.floor(status / 100)}xx` });
    this.#requestSeconds.observe({ transport }, milliseconds / 1_000);
    if (cost !== undefined) this.#cost.observe(cost);
  }

  operationEnded({ name, transport }: OperationCall, status: StatusClass, milliseconds: number): void {
    this.#operations.inc({ operation: name, transport, status });
    this.#operationSeconds.observe({ operation: name, transport }, milliseconds / 1_000);
  }

  jobEnded(name: string, succeeded: boolean, milliseconds: number): void {
    this.#jobs.inc({ name, result: succeeded ? 'success' : 'failure' });
    this.#jobSeconds.set({ name }, milliseconds / 1_000);
    if (succeeded) this.#jobSuccess.setToCurrentTime({ name });
  }

  waited(pool: string, wait: string, milliseconds: number): void {
    this.#waits.observe({ pool, for: wait }, milliseconds / 1_000);
  }

  statementEnded(pool: string, failed: boolean, slow: boolean): void {
    this.#statements.inc({ pool, result: failed ? 'failure' : 'success' });
    if (slow) this.#slow.inc({ pool });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<L extends string>(name: string, help: string, labelNames: L[]): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<L extends string>(name: string, help: string, labelNames: L[], buckets: number[]): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }

  /** A gauge that is set when somebody asks; a value that is not set then is absent. */
  #collected<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ): void {
    const gauge: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect(): void | Promise<void> {
        gauge.reset();
        if (labelNames.length === 0) gauge.remove();
        return collect(gauge);
      },
    });
  }
}

function transportOf(route = ''): string {
  if (route.startsWith('/v1/')) return 'REST';
  if (route === '/graphql') return 'GRAPHQL';
  return route === '/graphql/stream' ? 'LIVE' : 'PAGE';
}
