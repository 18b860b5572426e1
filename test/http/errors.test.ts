import { once } from 'node:events';
import Koa from 'koa';
import {
  conflict,
  type DomainError,
  ERROR_CODES,
  forbidden,
  invalid,
  notFound,
  rateLimited,
  unauthenticated,
  unavailable,
} from '../../src/domain/kernel/errors.ts';
import { errorBody, statusOf, toDomainError } from '../../src/rest/errors.ts';
import { until } from '../support/until.ts';
import { codeOf, openSocket, startWireApp, type WireApp } from './wire-app.ts';

const CANARY = 'canary-7f3a';
let app: WireApp;

beforeAll(async () => {
  app = await startWireApp();
});
afterAll(() => app.close());

async function throwing(thrown: unknown, init: RequestInit = {}): Promise<Response> {
  app.throwers.set('it', thrown);
  return fetch(`${app.url}/v1/throw/it?secret=${CANARY}`, init);
}

function withCode(code: string, message = `refused: ${CANARY}`): Error {
  return Object.assign(new Error(message), { code, detail: CANARY, parameters: [CANARY] });
}

describe('the error shape', () => {
  it('the error shape has exactly three members', () => {
    expect(JSON.stringify(errorBody('A', 'b', 'c'))).toBe('{"error":{"code":"A","message":"b","requestId":"c"}}');
  });

  it('the error shape has a status for every kind', () => {
    const kinds: Record<string, number> = {
      invalid: 400,
      unauthenticated: 401,
      forbidden: 403,
      notFound: 404,
      methodNotAllowed: 405,
      timeout: 408,
      conflict: 409,
      tooLarge: 413,
      unsupportedMedia: 415,
      rateLimited: 429,
      headersTooLarge: 431,
      internal: 500,
      unavailable: 503,
    };
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(ERROR_CODES).sort());
    for (const [kind, status] of Object.entries(kinds)) {
      const error = toDomainError(Object.assign(invalid('BAD_REQUEST', 'MALFORMED'), { kind }));
      expect(statusOf(error.kind)).toBe(status);
    }
  });

  const refusals: [DomainError, number, Record<string, string | null>][] = [
    [invalid('VALIDATION_FAILED', 'NO_OBJECT'), 400, { 'retry-after': null, 'www-authenticate': null }],
    [unauthenticated('ADMIN_AUTH_REQUIRED', 'SIGN_IN'), 401, { 'www-authenticate': 'Cookie realm="admin"' }],
    [unauthenticated('INVALID_CREDENTIALS', 'SIGN_IN'), 401, { 'www-authenticate': 'Cookie realm="admin"' }],
    [unauthenticated('DEVICE_PROOF_INVALID'), 401, { 'www-authenticate': 'karvon-proof realm="device"' }],
    [forbidden('ROLE_FORBIDDEN', 'REQUEST'), 403, {}],
    [notFound('DEVICE_NOT_FOUND'), 404, {}],
    [conflict('REVISION_CONFLICT', 'MEANWHILE'), 409, {}],
    [rateLimited(17), 429, { 'retry-after': '17' }],
    [unavailable('OVERLOADED', 'BUSY').with({ retryAfterSeconds: 3 }), 503, { 'retry-after': '3' }],
  ];

  it.each(refusals)('%s is answered unchanged', async (error, status, headers) => {
    const reply = await throwing(error);
    expect(reply.status).toBe(status);
    expect(codeOf(await reply.text(), reply.headers.get('x-request-id'))).toBe(error.code);
    for (const [name, value] of Object.entries(headers)) expect(reply.headers.get(name)).toBe(value);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    // What the handler had set for the answer it did not give.
    for (const name of ['content-disposition', 'content-encoding', 'etag', 'last-modified']) {
      expect([name, reply.headers.get(name)]).toEqual([name, null]);
    }
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  it('the error shape is used for unknown paths, inside and outside of /v1', async () => {
    for (const path of ['/v1/nowhere', '/', '/favicon.ico', '//']) {
      const reply = await fetch(app.url + path);
      expect([reply.status, codeOf(await reply.text(), reply.headers.get('x-request-id'))]).toEqual([
        404,
        'ROUTE_NOT_FOUND',
      ]);
    }
  });

  it.each(['DELETE', 'PUT', 'PROPFIND'])(
    'the error shape is used for %s on a route of other methods, with Allow',
    async (method) => {
      const reply = await fetch(`${app.url}/v1/slow`, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('HEAD, GET');
      expect(codeOf(await reply.text(), reply.headers.get('x-request-id'))).toBe('METHOD_NOT_ALLOWED');
    },
  );

  it('the error shape has no body for HEAD', async () => {
    for (const path of ['/v1/nowhere', '/v1/throw/it']) {
      app.throwers.set('it', notFound('SALE_NOT_FOUND'));
      const got = await fetch(app.url + path, { headers: { 'x-request-id': 'same-for-both' } });
      const head = await fetch(app.url + path, { method: 'HEAD', headers: { 'x-request-id': 'same-for-both' } });
      expect(head.status).toBe(404);
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
    }
  });

  it('the error shape does not replace an answer with its own body', async () => {
    const reply = await fetch(`${app.url}/v1/echo`, { method: 'OPTIONS' });
    expect(reply.status).toBe(200);
  });
});

describe('an internal error', () => {
  const faults: [name: string, thrown: unknown, status: number, code: string][] = [
    ['a bug', new TypeError(`cannot read ${CANARY}`), 500, 'INTERNAL_ERROR'],
    ['a text', CANARY, 500, 'INTERNAL_ERROR'],
    ['undefined', undefined, 500, 'INTERNAL_ERROR'],
    ['null', null, 500, 'INTERNAL_ERROR'],
    ['an object', { status: 400, expose: true, message: CANARY }, 500, 'INTERNAL_ERROR'],
    ['a status of another library', Object.assign(new Error(CANARY), { status: 404 }), 500, 'INTERNAL_ERROR'],
    [
      'a status not meant for us',
      Object.assign(new Error(CANARY), { status: 404, expose: false }),
      500,
      'INTERNAL_ERROR',
    ],
    ['an unknown constraint', withCode('23505'), 500, 'INTERNAL_ERROR'],
    ['a database that stops', withCode('57P01'), 503, 'SERVICE_UNAVAILABLE'],
    ['a database that starts', withCode('57P03'), 503, 'SERVICE_UNAVAILABLE'],
    ['a lost connection', withCode('08006'), 503, 'SERVICE_UNAVAILABLE'],
    ['a refused connection', withCode('ECONNREFUSED'), 503, 'SERVICE_UNAVAILABLE'],
    ['a full disk', withCode('53100'), 503, 'SERVICE_UNAVAILABLE'],
    ['a pool that is used up', new Error('timeout exceeded when trying to connect'), 503, 'OVERLOADED'],
    ['a deadlock after the retries', withCode('40P01'), 503, 'OVERLOADED'],
  ];

  it.each(faults)('%s shows no detail and is logged with its request id', async (_name, thrown, status, code) => {
    const reply = await throwing(thrown, { headers: { 'x-request-id': 'fault-test-1', cookie: `a=${CANARY}` } });
    const text = await reply.text();
    expect([reply.status, codeOf(text, 'fault-test-1')]).toEqual([status, code]);
    expect(text).not.toContain(CANARY);
    expect(reply.headers.has('retry-after')).toBe(status === 503);
    const logged = app.lines.filter(({ level }) => level === 'error').at(-1);
    expect(logged).toMatchObject({ requestId: 'fault-test-1', code });
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`secret=${CANARY}|a=${CANARY}|"detail"|"parameters"`));
  });

  it.each(['22021', '22P05', '22003', '22P02', '22025'])(
    'SQLSTATE %s of a value is a 400, never a 500',
    async (state) => {
      const reply = await throwing(withCode(state));
      const text = await reply.text();
      expect([reply.status, codeOf(text, reply.headers.get('x-request-id'))]).toEqual([400, 'BAD_REQUEST']);
      expect(text).not.toContain(CANARY);
    },
  );

  it('a refusal by a limit that works as intended is none, and is in the access log alone', async () => {
    const from = app.lines.length;
    const reply = await throwing(unavailable('OVERLOADED', 'BUSY'));
    await reply.text();
    await until(() => app.lines.length > from);
    expect([reply.status, app.lines.slice(from).map(({ level }) => level)]).toEqual([503, ['info']]);
  });

  it('an internal error of a disconnected client is not answered, but a bug is still logged', async () => {
    const before = app.lines.length;
    const socket = await openSocket(app.port);
    const arrived = once(app.server, 'request');
    const begun = app.begun.length;
    socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n');
    const [, answer] = await arrived;
    await until(() => app.begun.length > begun);
    socket.destroy();
    await until(() => answer.closed);
    app.release();
    await until(() => app.lines.length > before);
    expect(app.lines.slice(before).map(({ level, aborted }) => [level, aborted])).toEqual([['info', true]]);
  });

  it('an internal error while writing the reply has the error shape too', async () => {
    const reply = await fetch(`${app.url}/v1/unserialisable`);
    expect([reply.status, codeOf(await reply.text(), reply.headers.get('x-request-id'))]).toEqual([
      500,
      'INTERNAL_ERROR',
    ]);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('an internal error of a streamed reply ends the connection and is logged', async () => {
    await expect(
      fetch(`${app.url}/v1/broken-stream`, { headers: { 'x-request-id': 'broken-stream' } }),
    ).rejects.toThrow();
    expect(app.lines).toContainEqual(expect.objectContaining({ level: 'error', requestId: 'broken-stream' }));
  });
});

it.each([
  [400, 'BAD_REQUEST'],
  [401, 'ADMIN_AUTH_REQUIRED'],
  [404, 'ROUTE_NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'RATE_LIMITED'],
  [418, 'INTERNAL_ERROR'],
  [500, 'INTERNAL_ERROR'],
])("Koa's own error %i is %s", (status, code) => {
  const error = toDomainError(koaError(status));
  expect(error.code).toBe(code);
  expect(error.message).not.toContain(CANARY);
});

/** What `ctx.throw(status)` throws. */
function koaError(status: number): unknown {
  const context = Object.create(new Koa().context);
  try {
    return context.throw(status, CANARY);
  } catch (error) {
    return error;
  }
}

it('toDomainError returns a DomainError unchanged', () => {
  const error = conflict('DEVICE_ALREADY_SOLD');
  expect(toDomainError(error)).toBe(error);
});
