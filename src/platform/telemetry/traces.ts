import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../model/ports.ts';
import { withoutValues } from './statement-text.ts';

export type { Span } from '@opentelemetry/api';

/** W3C Trace Context, 3.2; later versions may append fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
/** A stop waits for the collector no longer than this. */
const FLUSH_MS = 2_000;

/** Spans of requests, operations, jobs and statements, which are sent to a collector by OTLP over HTTP. */
export interface Traces {
  request(traceparent: string | string[] | undefined): Span;
  operation(parent: Span | undefined, name: string, transport: string): Span;
  job(name: string): Span;
  statement(parent: Span, pool: string, text: string, startedAt: number): Span;
  close(): Promise<void>;
}

/** Starts to send. A collector that does not answer costs a bounded buffer: spans that it cannot take are dropped. */
export function openTraces({ url, headers, serviceName, ratio }: TraceSettings): Traces {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // A caller joins its own trace to ours, and does not decide how much is traced.
    sampler: new ParentBasedSampler({ root: byRatio, remoteParentSampled: byRatio, remoteParentNotSampled: byRatio }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) })],
  });
  const tracer = provider.getTracer('karvon');
  const within = (parent: Span | undefined) => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

  return {
    request: (traceparent) => tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, remoteContext(traceparent)),
    operation: (parent, name, transport) =>
      tracer.startSpan(
        name,
        { attributes: { 'karvon.operation': name, 'karvon.transport': transport } },
        within(parent),
      ),
    job: (name) => tracer.startSpan(`job ${name}`, { attributes: { 'karvon.job': name } }),
    statement: (parent, pool, text, startTime) =>
      tracer.startSpan(
        text.trimStart().split(/\s/, 1)[0]?.toUpperCase() || 'SQL',
        { kind: SpanKind.CLIENT, startTime, attributes: statementAttributes(pool, text) },
        within(parent),
      ),
    close: async () => {
      await provider.forceFlush({ timeoutMillis: FLUSH_MS }).catch(() => undefined);
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function statementAttributes(pool: string, text: string): Attributes {
  return { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text), 'karvon.pool': pool };
}

function remoteContext(traceparent: string | string[] | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(String(traceparent)) ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
