import type { TelemetrySettings } from '../../model/ports.ts';
import { currentWork, NO_TELEMETRY, type Telemetry, type Work } from '../../model/work.ts';
import type { MetricSources } from './metric-sources.ts';
import type { Metrics } from './metrics.ts';
import { withoutValues } from './statement-text.ts';
import type { Span, Traces } from './traces.ts';

type Warn = (message: string, detail: object) => void;

export interface OpenTelemetry extends Telemetry {
  /** The port of the metrics; undefined: they are off. */
  readonly metricsPort: number | undefined;
  /** Adds to the metrics what other parts count. Called once the parts are there. */
  show(sources: MetricSources): void;
  /** Sends the last spans, and closes the port. */
  close(): Promise<void>;
}

/** What watches, of which each may be off. */
interface Watchers {
  readonly metrics: Metrics | undefined;
  readonly traces: Traces | undefined;
  /** Infinity: off. */
  readonly slowMs: number;
  readonly warn: Warn;
}

/**
 * Starts what the settings ask for. What is off is not loaded: the libraries would take 20 MB and a tenth of a second of a start.
 * @throws Error with the setting if the port of the metrics cannot be opened
 */
export async function openTelemetry(settings: TelemetrySettings, warn: Warn): Promise<OpenTelemetry> {
  let sources: MetricSources | undefined;
  const show = (more: MetricSources) => {
    sources = more;
  };
  const slowMs = settings.slowStatementMs || Number.POSITIVE_INFINITY;
  const traces = settings.traces && (await import('./traces.ts')).openTraces(settings.traces);
  const metrics = settings.metrics && new (await import('./metrics.ts')).Metrics(() => sources);
  const listener =
    settings.metrics &&
    metrics &&
    (await (await import('./metrics-listener.ts')).listenForMetrics(metrics, settings.metrics));
  const telemetry = watching({ metrics, traces, slowMs, warn });
  return {
    ...telemetry,
    metricsPort: listener?.port,
    show,
    close: async () => {
      await Promise.all([listener?.close(), traces?.close()]);
    },
  };
}

function watching(watchers: Watchers): Telemetry {
  const { metrics, traces, slowMs } = watchers;
  if (!metrics && !traces && slowMs === Number.POSITIVE_INFINITY) return NO_TELEMETRY;

  function within<T>(name: string, span: Span | undefined, requestId: string | undefined, work: () => T): T {
    return currentWork.run(new WatchedWork(watchers, name, span, requestId), work);
  }

  /** @param ended gets the error, if there was one, and the milliseconds that it took */
  function timed<T>(
    work: () => Promise<T>,
    ended: (failure: { readonly error: unknown } | undefined, milliseconds: number) => void,
  ): Promise<T> {
    const from = performance.now();
    const result = work();
    result.then(
      () => ended(undefined, performance.now() - from),
      (error: unknown) => ended({ error }, performance.now() - from),
    );
    return result;
  }

  return {
    request(traceparent, handle) {
      within('request', traces?.request(traceparent), undefined, handle);
    },

    answered(answer) {
      metrics?.answered(answer);
      const span = spanOf(currentWork.getStore());
      if (!span) return;
      const { method, route = '(none)', status, cost } = answer;
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(cost === undefined ? {} : { 'karvon.graphql.cost': cost }),
      });
      endSpan(span, status >= 500 ? String(status) : undefined);
    },

    operation(call, work, statusOf) {
      const { name, transport, requestId } = call;
      const span = traces?.operation(spanOf(currentWork.getStore()), name, transport);
      const watched = () => within(name, span, requestId, work);
      if (!metrics && !span) return watched();
      return timed(watched, (failure, milliseconds) => {
        const status = failure ? statusOf(failure.error) : '2xx';
        metrics?.operationEnded(call, status, milliseconds);
        if (span) endSpan(span, status === '5xx' ? classOf(failure?.error) : undefined);
      });
    },

    job(name, work) {
      const span = traces?.job(name);
      const watched = () => within(`job ${name}`, span, undefined, work);
      return timed(watched, (failure, milliseconds) => {
        metrics?.jobEnded(name, !failure, milliseconds);
        if (span) endSpan(span, failure && classOf(failure.error));
      });
    },
  };
}

/** @param failure a code or a class, never a message, which may quote what a caller sent */
function endSpan(span: Span, failure: string | undefined, at?: number): void {
  if (failure !== undefined) span.setStatus({ code: STATUS_ERROR }).setAttribute('error.type', failure);
  span.end(at);
}

/** `SpanStatusCode.ERROR` of the OpenTelemetry API, which is only loaded with the traces. */
const STATUS_ERROR = 2;

class WatchedWork implements Work {
  readonly name: string;
  readonly span: Span | undefined;
  readonly requestId: string | undefined;
  readonly #watchers: Watchers;
  readonly #others: readonly Work[];

  constructor(
    watchers: Watchers,
    name: string,
    span: Span | undefined,
    requestId: string | undefined,
    others: readonly Work[] = [],
  ) {
    this.#watchers = watchers;
    this.name = name;
    this.span = span;
    this.requestId = requestId;
    this.#others = others;
  }

  with(others: readonly Work[]): Work {
    return new WatchedWork(this.#watchers, this.name, this.span, this.requestId, others);
  }

  waited(pool: string, wait: string, milliseconds: number): void {
    this.#watchers.metrics?.waited(pool, wait, milliseconds);
  }

  statement(pool: string, text: string): (error?: unknown) => void {
    const { metrics, traces, slowMs, warn } = this.#watchers;
    const from = performance.now();
    return (error) => {
      const ms = performance.now() - from;
      const isSlow = ms > slowMs;
      metrics?.statementEnded(pool, error !== undefined, isSlow);
      if (isSlow) {
        const { name: operation, requestId } = this;
        const statement = withoutValues(text);
        warn('slow statement', { operation, requestId, pool, ms: Math.round(ms), statement });
      }
      if (!traces) return;
      for (const span of this.#spans()) {
        const own = traces.statement(span, pool, text, performance.timeOrigin + from);
        endSpan(own, error === undefined ? undefined : classOf(error), performance.timeOrigin + from + ms);
      }
    };
  }

  /** Every trace has the statement that its work shares with others. */
  #spans(): Span[] {
    return [this, ...this.#others].flatMap((work) => {
      const span = spanOf(work);
      return span?.isRecording() ? [span] : [];
    });
  }
}

function spanOf(work: Work | undefined): Span | undefined {
  return work instanceof WatchedWork ? work.span : undefined;
}

function classOf(error: unknown): string {
  if (typeof error === 'object' && error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
