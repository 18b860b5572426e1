import { createLogger } from '../../src/log.ts';
import { requestIdOf } from '../../src/rest/middleware/request-id.ts';
import { securityHeaderPairs } from '../../src/rest/middleware/security-headers.ts';
import { until } from '../support/until.ts';
import { startWireApp, type WireApp } from './wire-app.ts';

let app: WireApp;
beforeAll(async () => {
  app = await startWireApp({ proxies: 1 });
});
afterAll(() => app.close());

describe('the request id', () => {
  it.each(['abcd1234', 'A.b_c-d.', 'x'.repeat(64)])('%s is kept', async (id) => {
    const reply = await fetch(`${app.url}/v1/echo`, { headers: { 'x-request-id': id } });
    expect(reply.headers.get('x-request-id')).toBe(id);
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'abcd1234;', 'ünïcödé8', ''])('%s is replaced', async (id) => {
    const reply = await fetch(`${app.url}/v1/echo`, { headers: { 'x-request-id': id } });
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the request id is replaced if it is repeated, and differs between requests', () => {
    expect(requestIdOf({ 'x-request-id': 'abcd1234, abcd1234' })).toMatch(/^[0-9a-f]{32}$/);
    expect(requestIdOf()).not.toBe(requestIdOf());
  });
});

describe('the access log', () => {
  it('the access log is one line of known fields', async () => {
    const headers = {
      'x-request-id': 'access-log-1',
      'x-forwarded-for': '10.9.9.9, 203.0.113.7',
      authorization: 'Bearer canary',
      cookie: 'c=canary',
    };
    await fetch(`${app.url}/v1/echo?code=canary`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"p":"canary"}',
    });
    await until(() => app.lines.length > 0);
    const mine = app.lines.filter(({ requestId }) => requestId === 'access-log-1');
    expect(mine).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: 'access-log-1',
        ip: '203.0.113.7',
        method: 'POST',
        route: '/v1/echo',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('the access log writes a routine success at level debug and its failure at info', async () => {
    await fetch(`${app.url}/v1/heartbeat`, { method: 'POST', headers: { 'x-request-id': 'heartbeat-ok' } });
    await fetch(`${app.url}/v1/heartbeat`, { method: 'PUT', headers: { 'x-request-id': 'heartbeat-no' } });
    await fetch(`${app.url}/nowhere?canary`, { headers: { 'x-request-id': 'no-route-1' } });
    await until(() => app.lines.some(({ requestId }) => requestId === 'no-route-1'));
    const levels = app.lines.map(({ requestId, level, route }) => [requestId, level, route]);
    expect(levels).toContainEqual(['heartbeat-ok', 'debug', '/v1/heartbeat']);
    expect(levels).toContainEqual(['heartbeat-no', 'info', '/v1/heartbeat']);
    expect(levels).toContainEqual(['no-route-1', 'info', '(none)']);
    expect(JSON.stringify(app.lines)).not.toContain('canary');
  });
});

describe('the logger', () => {
  function written(act: (log: ReturnType<typeof createLogger>) => void): string[] {
    const lines: string[] = [];
    act(createLogger('info', { write: (line) => void lines.push(line) }));
    return lines;
  }

  it('the logger hides secrets by their name at any depth', () => {
    const names = [
      'cookie',
      'set-cookie',
      'Authorization',
      'password',
      'currentPassword',
      'newPassword',
      'temporaryPassword',
      'claimCode',
      'claim_code',
      'credential',
      'hardwareProof',
      'nonce',
      'provisionerPublicKey',
      'secret',
      'deviceSecret',
      'sessionToken',
      'x-karvon-proof',
      'claimCodes',
      'envelope',
      'Idempotency-Key',
    ];
    const secrets = Object.fromEntries(names.map((name) => [name, 'canary']));
    const deep = { a: { b: [{ c: { d: secrets } }] } };
    const [line = ''] = written((log) =>
      log.child({ ...secrets }).info({ ...secrets, deep, list: [['canary-free']] }, 'x'),
    );
    expect(line.replace('canary-free', '')).not.toContain('canary');
    expect(line).toContain('[redacted]');
  });

  it('the logger logs the useful parts of an error without the properties that drivers add', () => {
    const driver = Object.assign(new Error('duplicate key\n - detail: Key (email)=(canary)'), {
      code: '23505',
      constraint: 'admin_email_key',
      detail: 'canary',
      parameters: ['canary'],
    });
    const input = Object.assign(new Error('invalid input syntax for type uuid: "canary"'), { code: '22P02' });
    const lines = written((log) => {
      log.error({ err: new TypeError('outer', { cause: driver }) }, 'failed');
      log.error({ nested: { error: input } }, 'failed');
    });
    expect(lines.join('')).not.toContain('canary');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'outer',
        stack: expect.stringContaining('at '),
        cause: { code: '23505', constraint: 'admin_email_key', message: 'duplicate key' },
      },
    });
  });

  it('the logger writes one line for any content', () => {
    const evil = 'a\r\n{"level":"fatal"}\u001b[31m\u0000';
    const loop: Record<string, unknown> = { evil };
    loop.self = loop;
    const lines = written((log) => log.info({ evil, [evil]: loop, bytes: Buffer.from('x'), at: new Date(0) }, evil));
    expect(lines).toHaveLength(1);
    for (const raw of ['\r', '\n', '\u001b', '\u0000']) expect(lines[0]?.trimEnd()).not.toContain(raw);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ evil, bytes: '[bytes]', at: '1970-01-01T00:00:00.000Z' });
  });
});

describe('the security headers', () => {
  it('the security headers are on every answer', async () => {
    for (const path of ['/v1/echo', '/v1/nowhere', '/', '/v1/throw/none']) {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('the security headers are few on answers to devices', async () => {
    for (const path of ['/v1/devices/heartbeat', '/v1/firmware/latest']) {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBeNull();
    }
  });

  it('the security headers contain Strict-Transport-Security only over https', async () => {
    const names = (await securityHeaderPairs(true)).map(([name]) => name);
    expect(names).toContain('strict-transport-security');
  });
});
