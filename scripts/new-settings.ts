import { makeIssuer, makeKek, makePepper } from '../src/platform/keys/key-text.ts';

/**
 * Prints the settings of a new production installation with fresh keys, for the PUBLIC_URL of its first argument. The form is read by a
 * shell, by systemd, by Compose and as `.env`.
 */
const address = process.argv[2] ?? '';
if (!/^https:\/\/[^/\s'"]+$/.test(address)) {
  process.stderr.write('Name the address of the service: node scripts/new-settings.ts https://karvon.example\n');
  process.exit(2);
}
const settings = {
  NODE_ENV: 'production',
  PUBLIC_URL: address,
  TRUSTED_PROXIES: '1',
  DATABASE_URL: 'postgres://karvon@localhost/karvon?host=/run/postgresql',
  DATA_DIR: '/var/lib/karvon',
  OBJECT_STORAGE_PATH: '/var/lib/karvon/objects',
  MUTATIONS_AUTHORIZED: 'false',
  KEY_ENCRYPTION_KEYS: makeKek(),
  CLAIM_CODE_PEPPER: makePepper(),
  PAIRING_ISSUER_KEY: makeIssuer(),
  GRANT_ISSUER_KEY: makeIssuer(),
};
for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}='${value}'\n`);
