import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { newTemporaryPassword, PASSWORD_COST } from '../src/domain/auth/index.ts';
import { ensureFirstAdmin } from '../src/domain/team/first-admin.ts';
import { migrate } from '../src/persistence/migrate.ts';
import { closeOrm, createOrm } from '../src/persistence/orm.ts';
import { lockFolder, startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { LockHeld } from '../src/platform/embedded-postgres/lock.ts';
import { stopLeftover } from '../src/platform/embedded-postgres/postmaster.ts';
import { loadKeys } from '../src/platform/keys/key-files.ts';
import { seedBusiness } from './seed/seed.ts';

const DEVICES = 2_000;
const EMAIL = 'admin@karvon.local';

interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Settings of what a sample has of its own: database, storage, keys, limits and the first admin. Blank means unset. */
const OWN_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'OBJECT_STORAGE_PATH',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'REDIS_URL',
  'RATE_LIMIT_STORE',
  'KEY_ENCRYPTION_KEYS',
  'CLAIM_CODE_PEPPER',
  'PAIRING_ISSUER_KEY',
  'GRANT_ISSUER_KEY',
  'RELEASE_TRUST_KEYS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
] as const;

/** The settings by which the service runs on the sample in `folder`, and on nothing else. */
export function sampleSettings(folder: string): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(OWN_SETTINGS.map((name) => [name, ''])), DATA_DIR: folder };
}

/**
 * Makes a business with an admin in a folder of its own, unless it is there already. What was stopped before its end is made again.
 * @returns the login of its admin
 * @throws Error when the folder is something else
 */
export async function makeSample(folder: string, log: (line: string) => void): Promise<SignIn> {
  if (existsSync(folder) && !existsSync(markerOf(folder))) {
    throw new Error(
      `${folder} is there already and is no sample data of Karvon. Move it, or set DATA_DIR to another folder.`,
    );
  }
  const made = existsSync(folder) ? signInOf(folder) : undefined;
  if (made) return made;
  await dropSample(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(markerOf(folder), '{}', { mode: 0o600 });
  const signIn = { email: EMAIL, password: newTemporaryPassword() };
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  try {
    await fill(postgres.url, folder, signIn, log);
  } finally {
    await postgres.stop();
  }
  writeFileSync(markerOf(folder), JSON.stringify(signIn));
  return signIn;
}

async function fill(url: string, folder: string, configured: SignIn, log: (line: string) => void): Promise<void> {
  const config = readConfig({ ...process.env, ...sampleSettings(folder) });
  const keys = await loadKeys(config.keys, log);
  const now = new Date();
  await migrate(url);
  const orm = await createOrm({ url, poolMax: 2 });
  try {
    await ensureFirstAdmin(orm.em, { now, keys, warn: log, passwordCost: PASSWORD_COST, configured });
  } finally {
    await closeOrm(orm);
  }
  await seedBusiness(url, {
    devices: DEVICES,
    seed: 'sample',
    until: now,
    add: false,
    keys,
    storage: config.storage,
    zone: config.businessTimeZone,
    retentionDays: config.heartbeatRetentionDays,
    progress: log,
  });
}

/**
 * Removes the sample in a folder with all that was changed in it. Anything else there stays, and so does a sample that a running
 * service uses.
 * @returns why it stays; undefined if there is none any more
 */
export async function dropSample(folder: string): Promise<string | undefined> {
  if (!existsSync(markerOf(folder))) return undefined;
  const postgres = join(folder, 'postgres');
  if (existsSync(postgres)) {
    try {
      const release = lockFolder(postgres, 'command');
      await stopLeftover(join(postgres, 'cluster'));
      release();
    } catch (error) {
      if (error instanceof LockHeld) return error.message;
      throw error;
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** What makes a folder a sample: nothing without it is removed. It has the login once the sample is whole. */
function markerOf(folder: string): string {
  return join(folder, 'karvon-sample.json');
}

function signInOf(folder: string): SignIn | undefined {
  const { email, password } = JSON.parse(readFileSync(markerOf(folder), 'utf8'));
  return typeof email === 'string' && typeof password === 'string' ? { email, password } : undefined;
}
