import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/config.ts';

/** What reading the settings asks the environment for. */
function settingsAskedFor(): string[] {
  const asked = new Set<string>();
  const watch = (given: Record<string, string>) =>
    new Proxy(given, {
      get(values, name) {
        asked.add(String(name));
        return values[String(name)];
      },
    });
  readConfig(watch({}));
  try {
    readConfig(watch({ NODE_ENV: 'production', KEY_ENCRYPTION_KEYS: 'x' }));
  } catch {
    // It names what is missing; here only what it looked for counts.
  }
  return [...asked].sort();
}

const settings = settingsAskedFor();

it('there are settings', () => {
  expect(settings.length).toBeGreaterThan(20);
});

it.each(settings)('%s is in the README', (name) => {
  expect(readFileSync('README.md', 'utf8')).toContain(`\`${name}\``);
});

it.each(settings.filter((name) => name !== 'NODE_ENV'))('%s is in .env.example', (name) => {
  expect(readFileSync('.env.example', 'utf8')).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
});

describe('production', () => {
  it('refuses to start and names everything that is missing', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      /DATABASE_URL, PUBLIC_URL, KEY_ENCRYPTION_KEYS, CLAIM_CODE_PEPPER, PAIRING_ISSUER_KEY, GRANT_ISSUER_KEY, OBJECT_STORAGE_PATH/,
    );
  });

  const complete = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://karvon@db/karvon',
    PUBLIC_URL: 'https://karvon.example',
    KEY_ENCRYPTION_KEYS: 'a:AAAA',
    CLAIM_CODE_PEPPER: 'AAAA',
    PAIRING_ISSUER_KEY: '{}',
    GRANT_ISSUER_KEY: '{}',
    OBJECT_STORAGE_PATH: '/var/lib/karvon',
  };

  it.each(Object.keys(complete).filter((name) => name !== 'NODE_ENV'))(
    'names %s when only that is missing',
    (missing) => {
      const { [missing as keyof typeof complete]: _left, ...others } = complete;
      expect(() => readConfig(others)).toThrow(missing);
    },
  );

  it('authorizes no write unless it is told to', () => {
    expect(readConfig(complete).mutationsAuthorized).toBe(false);
    expect(readConfig({ ...complete, MUTATIONS_AUTHORIZED: 'true' }).mutationsAuthorized).toBe(true);
    expect(readConfig({}).mutationsAuthorized).toBe(true);
  });
});

it('a wrong setting is refused by name, and its value is not shown', () => {
  const attempt = () =>
    readConfig({ PORT: 'canary-1', TRUSTED_PROXIES: '-1', DATABASE_URL: 'canary-2', BRAND: 'Canary 3' });
  for (const name of ['PORT', 'TRUSTED_PROXIES', 'DATABASE_URL', 'BRAND']) expect(attempt).toThrow(name);
  expect(attempt).not.toThrow(/canary/i);
});
