import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../support/callers.ts';

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was sent, as it came. */
  readonly texts: readonly string[];
  /** The headers of the last request. */
  readonly headers: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A collector of traces: OTLP over HTTP in JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const texts: string[] = [];
  let headers = {};
  const server = createServer(async (req, res) => {
    headers = { ...req.headers, path: req.url };
    texts.push(Buffer.concat(await req.toArray()).toString());
    res.setHeader('Content-Type', 'application/json');
    res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    get headers() {
      return headers;
    },
    get spans() {
      return texts.flatMap((text) => spansOf(JSON.parse(text)));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: Json): ReceivedSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }: Json) => [key, Object.values(value)[0]])),
        failed: span.status.code === 2,
      })),
    ),
  );
}
