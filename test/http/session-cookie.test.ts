import { csrf } from '../../src/rest/middleware/csrf.ts';
import {
  hasSessionCookie,
  readSessionCookie,
  sessionCookie,
  setSessionCookie,
} from '../../src/rest/middleware/session-cookie.ts';
import { codeOf, cookie, ORIGIN, startWireApp, type WireApp } from './wire-app.ts';

const TOKEN = 'A'.repeat(43);
let app: WireApp;

beforeAll(async () => {
  app = await startWireApp();
});
afterAll(() => app.close());

describe('the session cookie', () => {
  it('the session cookie is set and cleared with exactly these attributes over http', async () => {
    const login = await fetch(`${app.url}/v1/login`, { method: 'POST' });
    expect(login.headers.getSetCookie()).toEqual([
      `karvon_admin_session=${TOKEN}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict`,
    ]);
    const logout = await fetch(`${app.url}/v1/logout`, { method: 'POST' });
    expect(logout.headers.getSetCookie()).toEqual([
      'karvon_admin_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
  });

  it('the session cookie has the __Host- prefix and Secure over https', () => {
    const secure = sessionCookie('karvon_admin_session', new URL('https://karvon.test/admin'));
    const written: string[] = [];
    setSessionCookie(
      { append: (_name: string, value: string | string[]) => void written.push(String(value)) },
      secure,
      TOKEN,
    );
    expect(written).toEqual([
      `__Host-karvon_admin_session=${TOKEN}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure`,
    ]);
    expect(readSessionCookie({ cookie: `karvon_admin_session=${TOKEN}` }, secure)).toBeUndefined();
    expect(readSessionCookie({ cookie: `__Host-karvon_admin_session=${TOKEN}` }, secure)).toBe(TOKEN);
  });

  it('the session cookie rejects a token that would change the header', () => {
    expect(() => setSessionCookie({ append: () => {} }, cookie, 'a; Domain=evil.test')).toThrow(TypeError);
  });

  it.each([
    [`karvon_admin_session=${TOKEN}`, TOKEN],
    [`a=b; karvon_admin_session=${TOKEN};c=d`, TOKEN],
    [`karvon_admin_session=${TOKEN}; karvon_admin_session=B`, undefined],
    [`karvon_admin_session=${TOKEN}; karvon_admin_session=${TOKEN}`, undefined],
    [`xkarvon_admin_session=${TOKEN}`, undefined],
    [`KARVON_ADMIN_SESSION=${TOKEN}`, undefined],
    [`karvon_admin_session="${TOKEN}"`, undefined],
    ['karvon_admin_session=', undefined],
    ['karvon_admin_session', undefined],
    [`karvon_admin_session=${'A'.repeat(129)}`, undefined],
    ['karvon_admin_session=%41', undefined],
    ['', undefined],
  ])('%s is read as %s', (header, token) => {
    expect(readSessionCookie({ cookie: header }, cookie)).toBe(token);
  });

  it('the session cookie counts as present if it is repeated or empty', () => {
    expect(hasSessionCookie({ cookie: 'karvon_admin_session=a; karvon_admin_session=b' }, cookie)).toBe(true);
    expect(hasSessionCookie({ cookie: 'karvon_admin_session=' }, cookie)).toBe(true);
    expect(hasSessionCookie({ cookie: 'other=1' }, cookie)).toBe(false);
    expect(hasSessionCookie({}, cookie)).toBe(false);
  });
});

describe('an unsafe request with the session cookie', () => {
  const cases: [name: string, headers: Record<string, string>, allowed: boolean][] = [
    ['without Origin and Sec-Fetch-Site (a script)', {}, true],
    ['from the own origin', { origin: ORIGIN }, true],
    ['from a configured origin', { origin: 'https://admin.karvon.test', 'sec-fetch-site': 'cross-site' }, true],
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['typed by the user', { 'sec-fetch-site': 'none' }, true],
    [
      'same-origin under another name of this service',
      { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    ['from a foreign origin', { origin: 'https://evil.test' }, false],
    ['from a foreign origin, cross-site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, false],
    ['from origin null', { origin: 'null' }, false],
    ['from the own host on another port', { origin: `${ORIGIN}:8080` }, false],
    ['from the own host by another scheme', { origin: 'https://karvon.test' }, false],
    ['from a subdomain', { origin: 'http://x.karvon.test', 'sec-fetch-site': 'same-site' }, false],
    ['from a name that starts alike', { origin: `${ORIGIN}.evil.test` }, false],
    ['cross-site without Origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['same-site without Origin', { 'sec-fetch-site': 'same-site' }, false],
    ['with an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }, false],
  ];

  it.each(cases)('%s', async (_name, headers, allowed) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await call(method, { cookie: 'karvon_admin_session=a', ...headers });
      expect(reply).toEqual(allowed ? [200, ''] : [403, 'CSRF_ORIGIN_REJECTED']);
    }
  });

  it('an unsafe request with the session cookie is rejected before its body is read, whatever its type', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { cookie: 'karvon_admin_session=a', origin: 'https://evil.test', 'content-type': type };
      expect(await call('POST', headers, 'x')).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
    }
  });

  it('an unsafe request with the session cookie is not checked if it is safe or has no session', async () => {
    expect(await call('GET', { cookie: 'karvon_admin_session=a', origin: 'https://evil.test' })).toEqual([200, '']);
    expect(await call('POST', { cookie: 'other=a', origin: 'https://evil.test' })).toEqual([200, '']);
  });

  it('an unsafe request with the session cookie needs origins that are URLs', () => {
    expect(() => csrf(cookie, ['karvon'])).toThrow('Invalid URL');
  });

  /** node:http, since fetch does not let us set these headers. */
  async function call(method: string, headers: Record<string, string>, body?: string): Promise<[number, string]> {
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      const req = request(`${app.url}/v1/echo`, { method, headers, agent: false }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        res.on('end', () => {
          const id = res.headers['x-request-id'];
          const status = res.statusCode ?? 0;
          resolve([status, status < 400 ? '' : codeOf(text, String(id))]);
        });
      });
      req.on('error', reject).end(body);
    });
  }
});
