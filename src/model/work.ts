import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request, an operation or a job does, so that its statements can be attributed to it. */
export interface Work {
  /**
   * A statement starts.
   * @param pool of its connection
   * @param text may contain values of records
   * @returns is called once it has ended, with the error if it failed
   */
  statement(pool: string, text: string): (error?: unknown) => void;
  /** The same work together with others, which share statements with it. */
  with(others: readonly Work[]): Work;
  /** It has waited, in milliseconds, for a connection of a pool, or before that for its turn among callers who share the pool. */
  waited(pool: string, wait: 'turn' | 'connection', milliseconds: number): void;
}

/** The work that the running code belongs to; undefined at the start, for probes, and where nothing is watched. */
export const currentWork = new AsyncLocalStorage<Work | undefined>();

/** The class of an HTTP status; of an operation, that which it would have over REST. */
export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

/** What is known of a request once its answer begins. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, never the path. */
  readonly route: string | undefined;
  readonly status: number;
  /** Since it came. */
  readonly milliseconds: number;
  /** Of a GraphQL document. */
  readonly cost: number | undefined;
}

/** One call of an operation. */
export interface OperationCall {
  readonly name: string;
  readonly transport: string;
  readonly requestId: string;
}

/** Watches what the service does: metrics, traces, and the log of slow statements (docs/operate/monitoring.md). */
export interface Telemetry {
  /** Handles a request of HTTP. @param traceparent its header of W3C Trace Context */
  request(traceparent: string | string[] | undefined, handle: () => void): void;
  /** The answer of the request begins in which this is called. */
  answered(answer: AnsweredRequest): void;
  /** @param statusOf the class of the answer to an error */
  operation<T>(call: OperationCall, work: () => Promise<T>, statusOf: (error: unknown) => StatusClass): Promise<T>;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Of a service that nobody watches. */
export const NO_TELEMETRY: Telemetry = {
  request: (_traceparent, handle) => handle(),
  answered() {
    // Nobody asks.
  },
  operation: (_call, work) => work(),
  job: (_name, work) => work(),
};
