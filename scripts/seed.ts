import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../src/config.ts';
import { readSchemaState } from '../src/persistence/schema-state.ts';
import { reachEmbeddedPostgres } from '../src/platform/embedded-postgres/reach.ts';
import { loadKeys } from '../src/platform/keys/key-files.ts';
import { tellSecrets } from './seed/secrets.ts';
import { SeedRefused, seedBusiness } from './seed/seed.ts';

const USAGE = `npm run seed -- --devices <n> [options]

Fills the service's database (DATABASE_URL, or the embedded PostgreSQL in DATA_DIR) with a business of n devices: four years
of customers, sales, returns, refunds, preorders, firmware and heartbeats. The service may run meanwhile. Where it was started
with a DATA_DIR or a DATABASE_URL, this command needs the same one, as "npm start" prints it.

  --devices <n>          devices: 10 to 5,000,000; as many customers, twice as many sales and audit entries
  --seed <text>          another text makes another business (karvon)
  --until <time>         the present of the business (now): the same seed and time make the same business
  --with-secrets <k>     write the secrets of k devices to a file, for karvon simulate --credentials
  --secrets-file <path>  that file (seeded-devices.jsonl); only you may read it
  --add                  add to the data that is there
  --in-production        run with NODE_ENV=production
  --help

When it is stopped, the same command continues it.`;

const MAX_DEVICES = 5_000_000;
const MIN_DEVICES = 10;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string' },
      seed: { type: 'string', default: 'karvon' },
      until: { type: 'string' },
      'with-secrets': { type: 'string', default: '0' },
      'secrets-file': { type: 'string', default: 'seeded-devices.jsonl' },
      add: { type: 'boolean', default: false },
      'in-production': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const devices = whole('devices', values.devices ?? '', MIN_DEVICES, MAX_DEVICES);
  const withSecrets = whole('with-secrets', values['with-secrets'], 0, devices);
  const until = values.until === undefined ? new Date() : new Date(values.until);
  if (!(until.getTime() <= Date.now()))
    throw new SeedRefused('--until must be a time that has come, such as 2026-11-22T09:00:00Z.');
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  if (config.production && !values['in-production']) {
    throw new SeedRefused(
      'NODE_ENV is production: invented customers and sales would stay among the real ones. --in-production does it all the same.',
    );
  }
  const file = values['secrets-file'];
  if (withSecrets > 0 && existsSync(file))
    throw new SeedRefused(`${file} exists. Name another file with --secrets-file.`);
  const progress = (line: string) => void process.stdout.write(`${line}\n`);
  const startedAt = performance.now();
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await reachEmbeddedPostgres(join(config.dataDir, 'postgres'), progress);
  try {
    const { empty, missing, unknown } = await readSchemaState(database.url);
    if (empty || missing.length > 0)
      throw new SeedRefused(
        'The database lacks tables of this version. Start the service once (npm start): it makes them.',
      );
    if (unknown.length > 0)
      throw new SeedRefused('A newer version of Karvon migrated the database. Seed it with that version.');
    const keys = loadKeys(config.keys);
    await seedBusiness(database.url, {
      devices,
      seed: values.seed,
      until,
      add: values.add,
      keys,
      storage: config.storage,
      zone: config.businessTimeZone,
      retentionDays: config.heartbeatRetentionDays,
      progress,
    });
    if (withSecrets > 0) {
      const told = await tellSecrets(database.url, keys, withSecrets, file);
      progress(`${file}: the secrets of ${told} devices, for karvon simulate --credentials ${file}`);
    }
    progress(`done in ${Math.round((performance.now() - startedAt) / 1_000)} s, in ${placeOf(config)}`);
  } finally {
    await database.stop();
  }
}

/** Where the business is now. A URL can have a password. */
function placeOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl ? 'the database of DATABASE_URL' : `the database of ${dataDir}`;
}

function whole(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new SeedRefused(`--${name} must be a whole number from ${minimum} to ${maximum}.`);
}

// An exit stops the embedded PostgreSQL that was started for this command; the default action of a signal does not.
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.once(signal, () => process.exit(code));
}
try {
  await main();
} catch (error) {
  process.stderr.write(`seed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode =
    error instanceof SeedRefused ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      ? 2
      : 1;
}
