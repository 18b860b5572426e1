import assert from 'node:assert/strict';
import { it } from 'node:test';
import { browserName } from './browser-name.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it('a session is named by its browser and its system, and a script by its own name', () => {
  const named: readonly (readonly [string, string, string | undefined])[] = [
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
    [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/140.0 YaBrowser/25.8 Safari/537.36`, 'Yandex', 'Windows'],
    [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux'],
    [`${MOZILLA} (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1`,
      'Safari',
      'iOS',
    ],
    ['curl/8.5.0', 'curl', undefined],
  ];
  for (const [userAgent, browser, system] of named)
    assert.deepEqual(browserName(userAgent), { browser, ...(system && { system }) });
  assert.deepEqual(browserName(null), {});
});
