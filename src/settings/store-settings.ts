import { resolve } from 'node:path';
import type { StorageSettings } from '../model/ports.ts';
import type { SettingReader } from './setting-reader.ts';

/** The databases. */
export interface DatabaseSettings {
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** A streaming standby of the database, for lists, analytics and exports; undefined: the database itself. */
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly databaseStatementTimeoutMs: number;
  /** Whether a start migrates the database; otherwise `karvon migrate` does. */
  readonly migratesAtStart: boolean;
}

/** Where calls are counted. */
export interface RateLimitSettings {
  readonly rateLimitStore: 'memory' | 'redis' | 'postgres';
  readonly redisUrl: string | undefined;
}

/** Read by scripts/prepare.js too, which runs before there is a build. */
export const SWITCH = ['on', 'off'] as const;

/** The name of a region of S3. */
export const REGION = /^[a-z0-9-]{1,64}$/i;
export const REGION_HINT = 'letters, digits and -';

const ENCODED = ', with special characters in the password percent-encoded';
const POSTGRES = ['postgres:', 'postgresql:'];
const RATE_LIMIT_STORES = ['memory', 'redis', 'postgres'] as const;
/** Any of them selects S3, which then requires all of them. */
const S3_SETTINGS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function readDatabaseSettings(settings: SettingReader): DatabaseSettings {
  const databaseUrl = settings.text('DATABASE_URL');
  if (databaseUrl) settings.url('DATABASE_URL', 'postgres://localhost/karvon', POSTGRES, ENCODED);
  const databaseReplicaUrl = settings.text('DATABASE_REPLICA_URL');
  if (databaseReplicaUrl) {
    settings.url('DATABASE_REPLICA_URL', 'postgres://localhost/karvon', POSTGRES, ENCODED);
    if (!databaseUrl)
      settings.problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica');
  }
  return {
    databaseUrl,
    databaseReplicaUrl,
    databasePoolSize: settings.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    databaseStatementTimeoutMs: settings.integer('DATABASE_STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
    migratesAtStart: settings.choice('MIGRATE_AT_START', SWITCH, 'on') === 'on',
  };
}

export function readRateLimitSettings(settings: SettingReader): RateLimitSettings {
  const redisUrl = settings.text('REDIS_URL');
  if (redisUrl) settings.url('REDIS_URL', 'redis://localhost', ['redis:', 'rediss:'], ENCODED);
  const rateLimitStore = settings.choice('RATE_LIMIT_STORE', RATE_LIMIT_STORES, redisUrl ? 'redis' : 'memory');
  if (rateLimitStore === 'redis' && !redisUrl) settings.problems.push('RATE_LIMIT_STORE=redis requires REDIS_URL');
  return { rateLimitStore, redisUrl };
}

/**
 * Where images are: in files, or in S3.
 * @param folder that relative paths are in
 */
export function readStorageSettings(settings: SettingReader, folder: string, dataDir: string): StorageSettings {
  const objects = settings.text('OBJECT_STORAGE_PATH');
  const endpoint = settings.text('S3_ENDPOINT')
    ? settings.url('S3_ENDPOINT', 'http://localhost', ['http:', 'https:']).href
    : undefined;
  const region = settings.pattern('S3_REGION', 'us-east-1', REGION, REGION_HINT);
  const forcePathStyle = settings.choice('S3_FORCE_PATH_STYLE', ['true', 'false'], 'true') === 'true';
  const bucket = settings.pattern('S3_BUCKET', 'none', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name');
  const accessKeyId = settings.text('S3_ACCESS_KEY_ID') ?? '';
  const secretAccessKey = settings.text('S3_SECRET_ACCESS_KEY') ?? '';
  const given = S3_SETTINGS.filter((name) => settings.text(name) !== undefined);
  if (given.length === 0 && !endpoint) {
    return { kind: 'files', folder: resolve(folder, objects ?? `${dataDir}/objects`) };
  }
  if (given.length < S3_SETTINGS.length) settings.problems.push(`S3 requires all of ${S3_SETTINGS.join(', ')}`);
  if (objects) settings.problems.push('OBJECT_STORAGE_PATH and the S3 settings are mutually exclusive');
  const spoolFolder = `${dataDir}/spool`;
  return { kind: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle, spoolFolder };
}
