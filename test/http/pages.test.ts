import { hash } from 'node:crypto';
import { LOGO, PAGE_FRAME } from '../../src/page-style.ts';
import { HOME_LINKS } from '../../src/rest/pages/home-page.ts';
import { PAIR_TEXTS } from '../../src/rest/pages/pair-texts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

const FINGERPRINT = Array.from({ length: 32 }, (_, index) => (index + 0xa0).toString(16)).join(':');
const SERIAL = 'KRV-0123456789ABCDEF';
const CODE = 'ABCDEF-GHJKMN-PQRSTV-WXYZ01';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let app: TestApp;
let plain: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      APP_LINK_URL: 'https://app.shop.example/pair?from="label"',
      APP_LINK_ANDROID: `uz.example.app/${FINGERPRINT},uz.example.app/${FINGERPRINT.toUpperCase().replace('A0', '00')},uz.example.beta/${FINGERPRINT}`,
      APP_LINK_IOS: 'ABCDE12345.uz.example.app',
    },
  });
  plain = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await plain.stop();
  await app.stop();
});

const get = (path: string, headers: Record<string, string> = {}, from = app, method = 'GET') =>
  fetch(from.url + path, { headers, method });

/** The value of each directive of a page's policy. */
function policyOf(reply: Response): Record<string, string> {
  const policy = reply.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]));
}

const sha256 = (text = '') => `'sha256-${hash('sha256', text, 'base64')}'`;

describe('GET /pair: the page of a label', () => {
  it.each([
    ['uz', 'uz'],
    ['uz-Latn-UZ,ru;q=0.8', 'uz'],
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['en-GB', 'en'],
    ['de,ru;q=0.2,uz;q=0.6', 'uz'],
    ['de-DE', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['%%%;;q=x', 'en'],
  ])(
    'GET /pair: the page of a label for Accept-Language %j is in %s first, and contains every language',
    async (accepted, language) => {
      const reply = await get('/pair', { 'accept-language': accepted });
      const html = await reply.text();
      expect([reply.status, reply.headers.get('content-language'), reply.headers.get('vary')]).toEqual([
        200,
        language,
        expect.stringContaining('Accept-Language'),
      ]);
      expect(html).toContain(`<html lang="${language}">`);
      const shown = [...html.matchAll(/<main lang="(\w+)" data-title="[^"]+">/g)].map(([, lang]) => lang);
      expect([shown, html.match(/<main /g)?.length]).toEqual([[language], 3]);
      for (const { noScript, incomplete } of Object.values(PAIR_TEXTS)) {
        expect(html).toContain(`<noscript><p class="note">${noScript}</p></noscript>`);
        expect(html).toContain(incomplete);
      }
    },
  );

  it('the page of a label prefers the language of the followed link to that of the browser', async () => {
    const reply = await get('/pair?lang=ru', { 'accept-language': 'uz' });
    expect(reply.headers.get('content-language')).toBe('ru');
    expect((await get('/pair?lang=de&lang=', { 'accept-language': 'uz' })).headers.get('content-language')).toBe('uz');
  });

  it('the page of a label forbids caching, sends no Referer, and may use only its own scripts and styles', async () => {
    const reply = await get('/pair');
    const html = await reply.text();
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(policyOf(reply)).toEqual({
      'default-src': "'none'",
      'script-src': sha256(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1]),
      'style-src': sha256(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]),
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(html).not.toMatch(/\b(?:src|srcset|action)=|@import|url\(|\bfetch\(|\bon\w+=/);
  });

  it('the page of a label offers the app by APP_LINK_URL, and nothing where there is none', async () => {
    const links = (html: string) => [...html.matchAll(/class="open" href="([^"]*)"/g)].map(([, href]) => href);
    const address = 'https://app.shop.example/pair?from=%22label%22';
    expect(links(await (await get('/pair')).text())).toEqual([address, address, address]);
    expect(links(await (await get('/pair', {}, plain)).text())).toEqual([]);
  });

  it('the page of an older label is the same, and its code is in no answer and in no line of the log', async () => {
    const old = `/pair?serial=${SERIAL}&code=${CODE}`;
    const replies = [await get(old), await get(old, {}, app, 'HEAD'), await get(old, {}, app, 'POST')];
    replies.push(await get(`${old}&code=${CODE}&x=%FF&__proto__=1`), await get(`/pair/../pairs?code=${CODE}`));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 405, 200, 404]);
    const page = await (await get('/pair')).text();
    expect([await replies[0]?.text(), await replies[1]?.text()]).toEqual([page, '']);
    const ids = replies.map(({ headers }) => headers.get('x-request-id'));
    await until(() => ids.every((id) => app.logs.some(({ requestId }) => requestId === id)));
    const written = JSON.stringify(app.logs);
    for (const secret of [SERIAL, CODE]) expect(written).not.toContain(secret);
    for (const reply of replies) expect(JSON.stringify([...reply.headers])).not.toContain(CODE);
  });
});

describe('the files by which phones let the app open a label', () => {
  it('the files by which phones let the app open a label name the configured apps', async () => {
    const android = await get('/.well-known/assetlinks.json');
    const ios = await get('/.well-known/apple-app-site-association');
    for (const reply of [android, ios]) {
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    }
    const upper = FINGERPRINT.toUpperCase();
    const statement = (package_name: string, sha256_cert_fingerprints: string[]) => ({
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name, sha256_cert_fingerprints },
    });
    expect(await android.json()).toEqual([
      statement('uz.example.app', [upper, upper.replace('A0', '00')]),
      statement('uz.example.beta', [upper]),
    ]);
    expect(await ios.json()).toEqual({
      applinks: {
        details: [
          { appIDs: ['ABCDE12345.uz.example.app'], components: [{ '/': '/pair', comment: expect.any(String) }] },
        ],
      },
    });
  });

  it.each(['assetlinks.json', 'apple-app-site-association'])('%s does not exist without one', async (file) => {
    const reply = await get(`/.well-known/${file}`, {}, plain);
    expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'ROUTE_NOT_FOUND',
    ]);
  });
});

describe('GET /', () => {
  it('GET / shows a browser a page with the links', async () => {
    const reply = await get('/', { accept: BROWSER });
    const html = await reply.text();
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ]);
    expect([...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual(HOME_LINKS.map(({ path }) => path));
    expect(policyOf(reply)['default-src']).toBe("'none'");
    const head = await get('/', { accept: BROWSER }, app, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each(HOME_LINKS.map(({ path }) => path))('the page at / leads to %s, which exists', async (path) => {
    expect((await get(path, { accept: BROWSER })).status).toBe(200);
  });

  it.each([
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['GET', 'application/json, text/html;q=0.9'],
    ['GET', ''],
    ['POST', BROWSER],
    ['DELETE', BROWSER],
  ])('%s with Accept %j is the contract’s 404', async (method, accept) => {
    const reply = await get('/', { accept }, app, method);
    expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'ROUTE_NOT_FOUND',
    ]);
  });
});

describe('a path that there is not', () => {
  const paths = ['/nothing', '/v1/nothing', '/graphql/nothing', '/v1/docs/nothing', '/favicon.ico'];

  it.each(paths)('%s is a page with links on for a person with a browser', async (path) => {
    const reply = await get(path, { accept: BROWSER });
    const html = await reply.text();
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect([...html.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => link)).toEqual(HOME_LINKS.map(({ path }) => path));
    expect(policyOf(reply)).toMatchObject({
      'default-src': "'none'",
      'style-src': sha256(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]),
    });
    expect(reply.headers.get('x-request-id')).toMatch(/./);
    expect(html).not.toContain(path);
    const head = await get(path, { accept: BROWSER }, app, 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      404,
      'text/html; charset=utf-8',
      '',
    ]);
  });

  it.each([
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['GET', 'application/json, text/html;q=0.9'],
    ['GET', ''],
    ['POST', BROWSER],
    ['DELETE', BROWSER],
  ])('an unknown path is the contract’s 404 for %s with Accept %j', async (method, accept) => {
    for (const path of paths.filter((each) => method === 'GET' || !each.startsWith('/v1/docs'))) {
      const reply = await get(path, { accept }, app, method);
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
      expect(await reply.json()).toEqual({
        error: { code: 'ROUTE_NOT_FOUND', message: expect.any(String), requestId: reply.headers.get('x-request-id') },
      });
    }
  });

  it('other errors keep the contract’s shape for a browser', async () => {
    const reply = await get('/v1/admin/devices', { accept: BROWSER });
    expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      'ADMIN_AUTH_REQUIRED',
    ]);
  });
});

describe('all pages for people', () => {
  it.each(['/', '/pair', '/v1/docs', '/v1/docs/createSale', '/nothing', '/graphql'])(
    '%s has the colors of all, in light and dark, and fits a phone',
    async (path) => {
      const html = await (await get(path, { accept: BROWSER })).text();
      expect(html).toContain(PAGE_FRAME.trim());
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      expect(html).toContain(LOGO);
    },
  );
});
