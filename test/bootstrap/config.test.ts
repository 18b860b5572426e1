import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { atPort, readConfig, readDatabaseLocation } from '../../src/config.ts';
import { commandFor } from '../../src/data-dir.ts';
import { temporaryFolder } from '../support/run.ts';

const FILES = ['src/config.ts', ...readdirSync('src/settings').map((name) => `src/settings/${name}`)];
const SOURCE = FILES.map((path) => readFileSync(path, 'utf8')).join('\n');
/** What the source reads, by the names it says. */
const settings = namesIn(SOURCE, /\.(?:text|integer|choice|pattern|url|host|list|origins)\(\s*'([A-Z][A-Z0-9_]*)'/g);

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
}

function problemsOf(environment: Readonly<Record<string, string>>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

describe('the documented settings', () => {
  it('the documented settings in docs/operate/settings.md are exactly those that are read', () => {
    const page = readFileSync('docs/operate/settings.md', 'utf8');
    const cells = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell ?? '').join(' ');
    expect(namesIn(cells, /`([A-Z][A-Z0-9_]*)`/g)).toEqual(settings);
  });

  it('the documented settings in .env.example are exactly those that are read, all of them commented out', () => {
    const example = readFileSync('.env.example', 'utf8');
    expect(namesIn(example, /^#([A-Z][A-Z0-9_]*)=/gm)).toEqual(settings);
    expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('the documented settings in .env.example have the actual defaults', () => {
    const shown = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z][A-Z0-9_]*)=(.+)$/gm)]
      .map(([, name, value]) => [name ?? '', value ?? ''] as const)
      .filter(([name]) => name !== 'NODE_ENV');
    expect(shown.length).toBeGreaterThan(10);
    expect(readConfig(Object.fromEntries(shown))).toEqual(readConfig({}));
  });

  it('the documented settings come from the environment in one place', () => {
    expect(SOURCE.match(/process\.env/g)).toHaveLength(1);
  });
});

const BAD_ORIGINS = [
  'canary',
  'https://shop.example,canary',
  'https://shop.example https://canary.example',
  'https://canary.example/admin',
  'https://canary.example?a',
  'https://canary.example/#a',
  'https://user:canary@shop.example',
  'https://*.canary.example',
  '*',
  'null',
  'file:///canary',
  'wss://canary.example',
  '//canary.example',
];

/** One bad value after the other; `canary` stands for what must not be shown again. */
const BAD: Readonly<Record<string, readonly string[]>> = {
  HOST: ['canary canary', 'http://canary', 'canary:80', '[canary]/'],
  METRICS_HOST: ['canary canary', 'http://canary', '[canary]/'],
  METRICS_PORT: ['canary', '-1', '65536'],
  SLOW_STATEMENT_MS: ['canary', '-1', '600001'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['canary', 'ftp://canary', 'canary:4318'],
  PORT: ['canary', '-1', '65536', '3000.5', '1e3', '0x10'],
  PUBLIC_URL: ['canary', 'ftp://canary', '//canary', 'javascript:canary'],
  APP_LINK_URL: ['canary', 'http://canary', 'https://canary@shop.example', 'https://shop.example/#canary'],
  APP_LINK_ANDROID: ['canary', 'uz.canary.app', 'uz.canary.app/AB:CD', `canary/${'AB:'.repeat(31)}CD`],
  APP_LINK_IOS: ['canary', 'uz.canary.app', 'ABCDE12345.canary app', 'canary.uz.example'],
  DATABASE_URL: ['canary', 'mysql://user:canary@db/x', 'http://user:canary@db'],
  REDIS_URL: ['canary', 'http://:canary@redis'],
  RATE_LIMIT_STORE: ['canary', 'Memory', 'redis'],
  ALLOWED_ORIGINS: BAD_ORIGINS,
  PUBLIC_SITE_ORIGINS: BAD_ORIGINS,
  TRUSTED_PROXIES: ['canary', '-1', '11'],
  BRAND: ['Canary', 'canary-1', 'c', 'c'.repeat(33)],
  ADMIN_SESSION_COOKIE: ['canary canary', 'canary;', 'c'.repeat(65)],
  LOG_LEVEL: ['canary', 'INFO'],
  DATABASE_POOL_SIZE: ['canary', '1', '201'],
  DATABASE_STATEMENT_TIMEOUT_MS: ['canary', '99', '600001'],
  BUSINESS_TIME_ZONE: ['canary', 'Asia/Canary', '+05:00'],
  MUTATIONS_AUTHORIZED: ['canary', 'TRUE', '1', 'yes'],
  HEARTBEAT_RETENTION_DAYS: ['canary', '0', '3651'],
  DEVICE_DAY_RETENTION_DAYS: ['canary', '30', '3651'],
  MAX_CONCURRENT_DOWNLOADS: ['canary', '0', '1000001'],
  ROLLOUT_PAUSE_MIN_SAMPLE: ['canary', '4', '1000001'],
  ROLLOUT_PAUSE_FAILURE_PERCENT: ['canary', '0', '101'],
  ROLLOUT_PAUSE_ROLLBACKS: ['canary', '0', '1000001'],
  JSON_BODY_LIMIT_BYTES: ['canary', '1023', '10485761'],
  KARVON_CONSOLE: ['canary', 'true', 'OFF'],
  TRUSTED_DOCUMENTS: ['canary', 'on', 'ENFORCE', 'log', 'enforce'],
  TRUSTED_DOCUMENTS_MANIFEST: ['canary.json', '/canary', '.'],
  RELEASE_SIGNATURE_THRESHOLD: ['canary', '0', '11'],
  RELEASE_SIGNATURE_THRESHOLD_STABLE: ['canary', '0', '11'],
  FIRMWARE_MAX_BYTES: ['canary', '65535', '1073741825'],
  DRAIN_NOTICE_MS: ['canary', '-1', '60001'],
  DRAIN_TIMEOUT_MS: ['canary', '-1', '600001'],
  ADMIN_EMAIL: ['canary', 'canary@', '@canary.uz'],
  ADMIN_PASSWORD: ['canary', '12-letters-'],
};

describe('BUSINESS_TIME_ZONE', () => {
  it.each([
    ['EET', 'Europe/Athens'],
    ['CET', 'Europe/Brussels'],
    ['MST', 'America/Phoenix'],
    ['Singapore', 'Asia/Singapore'],
  ])(
    'BUSINESS_TIME_ZONE is %s in settings of earlier versions, for which the service uses %s',
    (name, businessTimeZone) => {
      expect(readConfig({ BUSINESS_TIME_ZONE: name })).toMatchObject({ businessTimeZone, replacedTimeZone: name });
    },
  );

  it('BUSINESS_TIME_ZONE is used as it is where it is the time zone of a place', () => {
    const given = { BUSINESS_TIME_ZONE: 'Europe/Athens' };
    expect(readConfig(given)).toMatchObject({ businessTimeZone: 'Europe/Athens', replacedTimeZone: undefined });
  });
});

describe('a bad value', () => {
  const cases = Object.entries(BAD).flatMap(([name, values]) => values.map((value) => [name, value] as const));

  it.each(cases)('%s=%s is rejected by name and not shown', (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`- ${name}`);
    expect(message).not.toMatch(/canary/i);
  });

  it('a bad value is reported together with all others', () => {
    const message = problemsOf(Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value ?? ''])));
    for (const name of Object.keys(BAD)) expect(message).toContain(`- ${name}`);
  });

  it('consisting of blanks is treated as unset', () => {
    expect(readConfig({ PORT: '  ', BRAND: '\t' })).toEqual(readConfig({}));
  });
});

describe('origins', () => {
  it('origins are normalized to the form that browsers send', () => {
    const text = 'HTTPS://Shop.Example:443/, http://localhost:5173 ,https://кафе.example,,http://[::1]:8080/';
    const origins = [
      'https://shop.example',
      'http://localhost:5173',
      'https://xn--80akn5b.example',
      'http://[::1]:8080',
    ];
    const config = readConfig({
      PUBLIC_URL: 'https://API.Shop.Example/karvon',
      ALLOWED_ORIGINS: text,
      PUBLIC_SITE_ORIGINS: text,
    });
    expect(config.allowedOrigins).toEqual(['https://api.shop.example', ...origins]);
    expect(config.publicSiteOrigins).toEqual(origins);
  });

  it('origins of the public site default to any origin, except in production', () => {
    expect(readConfig({}).publicSiteOrigins).toBeUndefined();
    expect(readConfig(COMPLETE).publicSiteOrigins).toEqual([]);
    const shop = ['https://shop.example'];
    expect(readConfig({ ...COMPLETE, PUBLIC_SITE_ORIGINS: 'https://shop.example' }).publicSiteOrigins).toEqual(shop);
  });
});

/** What production needs. */
const COMPLETE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://karvon@db/karvon',
  PUBLIC_URL: 'https://karvon.example',
  KEY_ENCRYPTION_KEYS: 'a:AAAA',
  CLAIM_CODE_PEPPER: 'AAAA',
  PAIRING_ISSUER_KEY: '{}',
  GRANT_ISSUER_KEY: '{}',
  OBJECT_STORAGE_PATH: '/var/lib/karvon',
};

describe('the default PUBLIC_URL', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['[::1]', 'http://[::1]:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['lamp-server', 'http://lamp-server:3000'],
    ['fe80::1%eth0', 'http://localhost:3000'],
  ])('the default PUBLIC_URL of HOST=%s is %s', (HOST, origin) => {
    expect(readConfig({ HOST }).publicUrl.origin).toBe(origin);
  });

  it('the default PUBLIC_URL contains the actual port of PORT=0, but a configured one does not change', () => {
    const free = atPort(readConfig({ PORT: '0', ALLOWED_ORIGINS: 'https://shop.example' }), 41_234);
    expect([free.port, free.publicUrl.origin]).toEqual([41_234, 'http://localhost:41234']);
    expect(free.allowedOrigins).toEqual(['http://localhost:41234', 'https://shop.example']);
    const set = atPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://karvon.example' }), 41_234);
    expect(set.publicUrl.origin).toBe('https://karvon.example');
  });
});

describe('production', () => {
  it('production reports every missing setting and no other', () => {
    const message = problemsOf({ NODE_ENV: 'production', PUBLIC_URL: 'https://karvon.example' });
    for (const name of [
      'DATABASE_URL',
      'KEY_ENCRYPTION_KEYS',
      'CLAIM_CODE_PEPPER',
      'PAIRING_ISSUER_KEY',
      'GRANT_ISSUER_KEY',
      'OBJECT_STORAGE_PATH',
    ]) {
      expect(message).toContain(name);
    }
    expect(message).not.toContain('PUBLIC_URL');
  });

  it.each(Object.keys(COMPLETE).filter((name) => name !== 'NODE_ENV'))(
    'production names %s when only that is missing',
    (missing) => {
      expect(problemsOf({ ...COMPLETE, [missing]: '' })).toContain(missing);
    },
  );

  it.each([
    ['http://localhost:3000', true],
    ['https://LOCALHOST.:8443', true],
    ['https://api.localhost', true],
    ['https://localhost.localdomain', true],
    ['http://127.1', true],
    ['http://127.200.0.9:3000', true],
    ['http://0.0.0.0', true],
    ['http://[::1]:3000', true],
    ['http://[::]', true],
    ['http://[::ffff:127.0.0.1]', true],
    ['https://karvon.example', false],
    ['https://localhost.example', false],
    ['https://notlocalhost', false],
    ['http://192.168.1.10', false],
    ['http://[2001:db8::1]', false],
    ['http://[::2]', false],
  ])('production with PUBLIC_URL=%s may not make labels: %s', (PUBLIC_URL, expected) => {
    expect(readConfig({ ...COMPLETE, PUBLIC_URL }).publicUrlIsLocal).toBe(expected);
    expect(readConfig({ PUBLIC_URL }).publicUrlIsLocal).toBe(false);
  });

  it('production authorizes no write by default', () => {
    expect(readConfig(COMPLETE).mutationsAuthorized).toBe(false);
    expect(readConfig({ ...COMPLETE, MUTATIONS_AUTHORIZED: 'true' }).mutationsAuthorized).toBe(true);
    expect(readConfig({}).mutationsAuthorized).toBe(true);
  });
});

describe('keys', () => {
  it('keys must be set completely or not at all, and are not shown in the error', () => {
    const message = problemsOf({ KEY_ENCRYPTION_KEYS: 'one:canary', CLAIM_CODE_PEPPER: 'canary' });
    expect(message).toContain(
      'KEY_ENCRYPTION_KEYS, CLAIM_CODE_PEPPER also requires PAIRING_ISSUER_KEY, GRANT_ISSUER_KEY',
    );
    expect(message).not.toContain('canary');
  });
});

describe('the database location of the command line', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('settings');
  });
  const fileSays = (text: string) => writeFileSync(join(folder, '.env'), text);

  it('the database location of the command line is the embedded PostgreSQL in .data of the folder when nothing is set', () => {
    expect(readDatabaseLocation(folder, {})).toEqual({ dataDir: join(folder, '.data'), databaseUrl: undefined });
  });

  it('the database location of the command line comes from the environment, then from the file .env, like at the start of the service', () => {
    fileSays('# what npm start reads\nDATABASE_URL="postgres://file@db/karvon"\nDATA_DIR=kept\nPORT=wrong\n');
    expect(readDatabaseLocation(folder, {})).toEqual({
      dataDir: join(folder, 'kept'),
      databaseUrl: 'postgres://file@db/karvon',
    });
    const environment = { DATABASE_URL: 'postgresql://environment@db/karvon', DATA_DIR: '/var/lib/karvon' };
    expect(readDatabaseLocation(folder, environment)).toEqual({
      dataDir: '/var/lib/karvon',
      databaseUrl: environment.DATABASE_URL,
    });
    expect(readDatabaseLocation(folder, { DATABASE_URL: ' ' }).databaseUrl).toBeUndefined();
  });

  it('the database location of the command line is rejected without being shown if it is not a PostgreSQL URL', () => {
    const wrong = () => readDatabaseLocation(folder, { DATABASE_URL: 'mysql://root:canary@db/karvon' });
    expect(wrong).toThrow(/^DATABASE_URL must be a URL starting with postgres:\/\/ or postgresql:\/\/$/);
  });

  it('the database location of the command line is only DATABASE_URL in production, also if .env sets NODE_ENV', () => {
    fileSays('NODE_ENV=production\n');
    expect(() => readDatabaseLocation(folder, {})).toThrow('NODE_ENV=production requires DATABASE_URL');
  });

  it('the database location of the command line is an error if .env is unreadable', () => {
    mkdirSync(join(folder, '.env'));
    expect(() => readDatabaseLocation(folder, {})).toThrow(
      /Cannot read the settings in .*\.env \(EISDIR\)\. Run this command as/,
    );
  });
});

describe('the manifest of trusted documents', () => {
  const documents = { Viewer: '{ viewer { role } }', Team: '{ team { nodes { id } } }' };
  const readIn = (text: string) => {
    const path = join(temporaryFolder('manifest'), 'documents.json');
    writeFileSync(path, text);
    return readConfig({ TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_MANIFEST: path }).trustedDocuments;
  };
  const operations = Object.entries(documents).map(([id, body]) => ({ id, name: id, type: 'query', body }));
  const apollo = { format: 'apollo-persisted-query-manifest', version: 1, operations };

  it.each([
    ['as Relay and GraphQL Code Generator write it', documents],
    ['as Apollo writes it', apollo],
  ])('the manifest of trusted documents is read %s', (_as, manifest) => {
    expect(readIn(JSON.stringify(manifest))).toEqual({
      mode: 'enforce',
      documents: new Map(Object.entries(documents)),
    });
  });

  it.each([
    ['no JSON', '{ canary', 'must be a JSON object'],
    ['a list', '["canary"]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['nothing in it', '{}', 'has no document'],
    ['a document that is no text', '{ "a": "{ a }", "canary": 5 }', 'has not in number 2'],
    ['an empty document', '{ "canary": " " }', 'has not in number 1'],
    ['an empty id', '{ "": "{ canary }" }', 'has not in number 1'],
    ['another version', JSON.stringify({ ...apollo, version: 2 }), 'must be a JSON object'],
    ['no operations', JSON.stringify({ ...apollo, operations: undefined }), 'must be a JSON object'],
    [
      'an operation without a body',
      JSON.stringify({ ...apollo, operations: [{ id: 'canary' }] }),
      'has not in number 1',
    ],
    [
      'an id twice',
      JSON.stringify({ ...apollo, operations: [...operations, operations[0]] }),
      'the second in number 3',
    ],
  ])('the manifest of trusted documents with %s is refused by the name of its setting', (_what, text, says) => {
    expect(() => readIn(text)).toThrow(`- TRUSTED_DOCUMENTS_MANIFEST ${says.startsWith('has not') ? 'must have' : ''}`);
    expect(() => readIn(text)).toThrow(says);
    expect(() => readIn(text)).not.toThrow(/canary/);
  });
});

it('a command that a start prints finds the data of that start, in the folder of the project and in any other', () => {
  expect(commandFor(resolve('.data'), 'npm start')).toBe('npm start');
  expect(commandFor('/srv/karvon', 'npm run seed')).toBe('DATA_DIR=/srv/karvon npm run seed');
  const folder = "/srv/Anna's data";
  const printed = commandFor(folder, "sh -c 'echo $DATA_DIR'");
  expect(execFileSync('sh', ['-c', printed], { encoding: 'utf8' }).trim()).toBe(folder);
});
