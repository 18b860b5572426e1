import { beat } from '../heartbeats/signed-heartbeats.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: OtlpReceiver;
beforeEach(async () => {
  collector = await startOtlpReceiver();
});
afterEach(() => collector.close());

/** What a service sends of this work. Its stop sends the last spans. */
async function tracesOf(
  work: (app: TestApp) => Promise<unknown>,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly ReceivedSpan[]> {
  const app = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env } });
  try {
    await work(app);
  } finally {
    await app.stop();
  }
  return collector.spans;
}

/** The names of the spans from the first one down to this one. */
function pathTo(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  if (!span) return [];
  return [
    ...pathTo(
      spans.find(({ spanId }) => spanId === span.parentSpanId),
      spans,
    ),
    span.name,
  ];
}

describe('the traces', () => {
  it('one trace leads from the request that names it through the operation to the statement', async () => {
    const spans = await tracesOf(async (app) => {
      const admin = await app.as('ADMIN');
      await admin.rest('GET', '/v1/admin/customers?search=canary', undefined, {
        traceparent: `00-${TRACE}-${PARENT}-01`,
      });
    });
    const own = spans.filter(({ traceId }) => traceId === TRACE);
    const request = own.find(({ parentSpanId }) => parentSpanId === PARENT);
    expect(request?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/admin/customers',
      'http.response.status_code': 200,
    });
    const select = own.find(({ attributes }) => String(attributes['db.query.text']).includes('customer'));
    expect(pathTo(select, own).slice(0, 2)).toEqual(['GET /v1/admin/customers', 'listCustomers']);
    expect(select?.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'karvon.pool': 'main' });
  });

  it('heartbeats that share a statement each have it in their own trace', async () => {
    const count = 12;
    const spans = await tracesOf(async (app) => {
      const devices = await Promise.all(Array.from({ length: count }, () => makeDevice(app, { status: 'ACTIVE' })));
      const replies = await Promise.all(devices.map((device) => beat(app, device)));
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 201));
    });
    const operations = spans.filter(({ name }) => name === 'recordHeartbeat');
    expect(new Set(operations.map(({ traceId }) => traceId)).size).toBe(count);
    const pools = operations.map(({ spanId }) =>
      spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ attributes }) => attributes['karvon.pool']),
    );
    const shared = pools.map((names) => names.filter((name) => name === 'device').length);
    expect(shared.filter((statements) => statements < 2)).toEqual([]);
    expect(operations.map((span) => pathTo(span, spans)[0])).toEqual(
      operations.map(() => 'POST /v1/devices/heartbeat'),
    );
  });

  it('no value of a caller is in a trace, also not when a statement fails', async () => {
    const spans = await tracesOf(async (app) => {
      const admin = await app.as('SUPER_ADMIN', { email: 'canary@karvon.test' });
      await app
        .client({})
        .rest('POST', '/v1/admin/auth/login', { email: 'canary@karvon.test', password: 'canary-canary' });
      await admin.gql('query Canary { customers(search: "canary") { nodes { fullName } } }');
      await admin.rest('GET', '/v1/admin/canary?code=canary', undefined, { 'x-request-id': 'canary-request' });
      await app.sql('alter table customer rename column full_name to gone');
      await admin.rest('POST', '/v1/admin/customers', { fullName: 'canary', phone: '+998901234567' });
      await app.sql('alter table customer rename column gone to full_name');
    });
    expect(spans.filter(({ failed }) => failed).map(({ attributes }) => attributes['error.type'])).toContain('42703');
    const shown = spans.filter((span) => /canary|998901234567/i.test(JSON.stringify(span)));
    expect(shown.map(({ name, attributes }) => [name, attributes])).toEqual([]);
  });

  it('a traceparent that breaks the grammar begins a trace of its own', async () => {
    const spans = await tracesOf(async (app) => {
      for (const traceparent of ['canary', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`]) {
        await app.rest('GET', '/livez', undefined, { traceparent });
      }
    });
    const requests = spans.filter(({ name }) => name === 'GET /livez');
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined, undefined]);
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(3);
  });

  it('the settings say how much is traced and what the collector gets with it, whatever callers want', async () => {
    const env = { OTEL_TRACES_SAMPLER_ARG: '0', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%2Cb' };
    const traced = (app: TestApp) => app.rest('GET', '/livez', undefined, { traceparent: `00-${TRACE}-${PARENT}-01` });
    expect(await tracesOf(traced, env)).toEqual([]);
    expect(await tracesOf(traced, { ...env, OTEL_TRACES_SAMPLER_ARG: '1' })).toHaveLength(1);
    expect(collector.headers).toMatchObject({ 'x-key': 'a,b', path: '/v1/traces' });
  });

  it('a collector that is not there costs no answer', async () => {
    await collector.close();
    await tracesOf(async (app) => {
      expect((await app.rest('GET', '/health')).status).toBe(200);
    });
    collector = await startOtlpReceiver();
  });
});
