import { readFileSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isNativeError } from 'node:util/types';
import { readManifest, type TrustedDocumentSettings } from './graphql/admission/trusted-manifest.ts';
import type { LogLevel } from './log.ts';
import type {
  BackupSchedule,
  KeySettings,
  RolloutSettings,
  S3Access,
  StorageSettings,
  TelemetrySettings,
  TraceSettings,
} from './model/ports.ts';
import { isTimeZone, replacementOf, timeZoneProblem } from './model/time-zones.ts';
import type { AppLinks } from './rest/pages/app-links.ts';

/** The configuration of the process. This file is the only reader of the environment. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL;
  /** In production: PUBLIC_URL leads nowhere from another machine. */
  readonly publicUrlIsLocal: boolean;
  readonly appLinks: AppLinks;
  readonly brand: string;
  readonly sessionCookieName: string;
  /** Origins whose pages may use the session cookie, `publicUrl`'s first; in the form that browsers send. */
  readonly allowedOrigins: readonly string[];
  /** Origins of the public site, whose pages send preorders; undefined: every origin. */
  readonly publicSiteOrigins: readonly string[] | undefined;
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  /** Folder of the embedded PostgreSQL, the keys and the files. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** A streaming standby of the database, for lists, analytics and exports; undefined: the database itself. */
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly databaseStatementTimeoutMs: number;
  readonly storage: StorageSettings;
  /** How long the URL of a download is good. */
  readonly downloadUrlSeconds: number;
  readonly keys: KeySettings;
  readonly rateLimitStore: 'memory' | 'redis' | 'postgres';
  readonly redisUrl: string | undefined;
  readonly businessTimeZone: string;
  /** What BUSINESS_TIME_ZONE is, where another name is used instead of it. */
  readonly replacedTimeZone: string | undefined;
  readonly mutationsAuthorized: boolean;
  readonly provisionerFingerprints: readonly string[];
  /** Number of different keys that must have signed a release, and one for STABLE. */
  readonly releaseSignatureThreshold: number;
  readonly releaseSignatureThresholdStable: number;
  readonly firmwareMaxBytes: number;
  readonly heartbeatRetentionDays: number;
  readonly deviceDayRetentionDays: number;
  readonly rollout: RolloutSettings;
  readonly jsonBodyLimitBytes: number;
  /** Whether the console is served, if it is built. */
  readonly console: boolean;
  /** Whether a start migrates the database; otherwise `karvon migrate` does. */
  readonly migratesAtStart: boolean;
  /** The GraphQL documents of the manifest, read at the start. */
  readonly trustedDocuments: TrustedDocumentSettings;
  /** The time after the request to stop in which it still serves, while it is no longer ready. */
  readonly drainNoticeMs: number;
  readonly drainTimeoutMs: number;
  readonly telemetry: TelemetrySettings;
  readonly firstAdmin: FirstAdminConfig;
  /** Undefined: backups are made by hand. */
  readonly backupSchedule: BackupSchedule | undefined;
  /** Where backups of `s3://` are; undefined: nowhere. */
  readonly backupS3: S3Access | undefined;
}

/** The settings of a service that a command works for. */
export interface ServiceSettings {
  readonly config: Config;
  /** The texts of the settings that are set, with their secrets. */
  readonly given: ReadonlyMap<string, string>;
}

interface FirstAdminConfig {
  readonly email: string;
  /** Undefined: generated. */
  readonly password: string | undefined;
  /** Whether either of the two was set to something of its own. */
  readonly isSet: boolean;
}

/** Where the database is: all that the commands beside the service need of its settings. */
export interface DatabaseLocation {
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
}

/** Where the keys and the rows that they protect are: what `karvon keys` needs of the settings. */
export interface KeyLocation extends DatabaseLocation {
  readonly keys: KeySettings;
}

const DEFAULT_ADMIN_EMAIL = 'admin@karvon.local';

/** The loopback of IPv4, and every address of the machine. */
const REACHED_AS_LOCALHOST = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** Addresses that lead to whoever asks: "this network" and the loopback of IPv4 (also mapped into IPv6), and those of IPv6. */
const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet('0.0.0.0', 8, 'ipv4');
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4');
THIS_MACHINE.addSubnet('::', 127, 'ipv6');

/** A package of Android (https://developer.android.com/build/configure-app-module) and a certificate's fingerprint. */
const ANDROID_APP = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)\/((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/;
/** The id of a team, 10 characters, and that of a bundle (https://developer.apple.com/documentation/xcode/supporting-associated-domains). */
const IOS_APP = /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

/** Each day, or each hour. */
const BACKUP_TIME = /^(?:[01]\d|2[0-3]|\*):[0-5]\d$/;

type Environment = Readonly<Record<string, string | undefined>>;

const ENVIRONMENT: Environment = process.env;

/** Settings that production requires: none of them may be generated at start. */
const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'KEY_ENCRYPTION_KEYS',
  'CLAIM_CODE_PEPPER',
  'PAIRING_ISSUER_KEY',
  'GRANT_ISSUER_KEY',
] as const;
const EXPLICIT_KEYS = ['KEY_ENCRYPTION_KEYS', 'CLAIM_CODE_PEPPER', 'PAIRING_ISSUER_KEY', 'GRANT_ISSUER_KEY'] as const;
/** Any of them selects S3, which then requires all of them. */
const S3_SETTINGS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Read by scripts/prepare.js too, which runs before there is a build. */
const SWITCH = ['on', 'off'] as const;
const TRUST_MODES = ['off', 'log', 'enforce'] as const;
const RATE_LIMIT_STORES = ['memory', 'redis', 'postgres'] as const;

/**
 * Reads and checks every setting.
 * @param folder that relative paths are in
 * @param given gets the settings that are set
 * @throws Error that lists all problems at once, each naming its setting, never showing a value that could be a secret
 */
export function readConfig(
  environment: Environment = ENVIRONMENT,
  folder = process.cwd(),
  given: Map<string, string> = new Map(),
): Config {
  const problems: string[] = [];
  const env = (name: string): string | undefined => {
    const text = environment[name]?.trim() || undefined;
    if (text !== undefined) given.set(name, text);
    return text;
  };
  const production = env('NODE_ENV') === 'production';

  function integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = env(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    problems.push(`${name} must be a whole number from ${minimum} to ${maximum}`);
    return fallback;
  }
  function choice<const Words extends readonly string[]>(
    name: string,
    words: Words,
    fallback: Words[number],
  ): Words[number] {
    const text = env(name);
    if (text === undefined) return fallback;
    const found = words.find((word) => word === text);
    if (found === undefined) problems.push(`${name} must be one of ${words.join(', ')}`);
    return found ?? fallback;
  }
  function pattern(name: string, fallback: string, allowed: RegExp, hint: string): string {
    const text = env(name) ?? fallback;
    if (!allowed.test(text)) problems.push(`${name} must be ${hint}`);
    return text;
  }
  function url(name: string, fallback: string, protocols: readonly string[], hint = ''): URL {
    const text = env(name) ?? fallback;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return new URL(text);
    problems.push(
      `${name} must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${hint}`,
    );
    return new URL(fallback);
  }
  function hostName(name: string, text = '127.0.0.1'): string {
    const host = text.replace(/^\[(.*)\]$/, '$1');
    if (!isIP(host) && !/^[A-Za-z0-9._-]+$/.test(host)) {
      problems.push(`${name} must be an IP address of this machine, such as 127.0.0.1 or ::, or its host name`);
    }
    return host;
  }
  function list(name: string): string[] {
    return (env(name) ?? '').split(',').flatMap((item) => item.trim() || []);
  }
  function origins(name: string): string[] {
    const texts = list(name);
    if (!texts.every(isOrigin)) {
      problems.push(
        `${name} must be comma-separated origins with a scheme, a host and an optional port, such as https://shop.example or http://localhost:5173 (no path, no *, not null)`,
      );
    }
    return texts.filter(isOrigin).map((text) => new URL(text).origin);
  }
  function readStorageSettings(): StorageSettings {
    const objects = env('OBJECT_STORAGE_PATH');
    const endpoint = env('S3_ENDPOINT') ? url('S3_ENDPOINT', 'http://localhost', ['http:', 'https:']).href : undefined;
    const region = pattern('S3_REGION', 'us-east-1', /^[a-z0-9-]{1,64}$/i, 'letters, digits and -');
    const forcePathStyle = choice('S3_FORCE_PATH_STYLE', ['true', 'false'], 'true') === 'true';
    const bucket = pattern('S3_BUCKET', 'none', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name');
    const accessKeyId = env('S3_ACCESS_KEY_ID') ?? '';
    const secretAccessKey = env('S3_SECRET_ACCESS_KEY') ?? '';
    const given = S3_SETTINGS.filter((name) => env(name) !== undefined);
    if (given.length === 0 && !endpoint) {
      return { kind: 'files', folder: resolve(folder, objects ?? `${dataDir}/objects`) };
    }
    if (given.length < S3_SETTINGS.length) problems.push(`S3 requires all of ${S3_SETTINGS.join(', ')}`);
    if (objects) problems.push('OBJECT_STORAGE_PATH and the S3 settings are mutually exclusive');
    const spoolFolder = `${dataDir}/spool`;
    return { kind: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle, spoolFolder };
  }

  function readDocuments(): TrustedDocumentSettings['documents'] {
    const path = env('TRUSTED_DOCUMENTS_MANIFEST');
    if (!path) {
      const needed = env('TRUSTED_DOCUMENTS') === 'log' || env('TRUSTED_DOCUMENTS') === 'enforce';
      if (needed) problems.push('TRUSTED_DOCUMENTS requires TRUSTED_DOCUMENTS_MANIFEST');
      return undefined;
    }
    const documents = manifestIn(path);
    if (typeof documents !== 'string') return documents;
    problems.push(`TRUSTED_DOCUMENTS_MANIFEST ${documents}`);
    return undefined;
  }

  function readAppLinks(): AppLinks {
    const address = env('APP_LINK_URL') ? url('APP_LINK_URL', 'https://localhost', ['https:']) : undefined;
    if (address && `${address.username}${address.password}${address.hash}` !== '') {
      problems.push(
        'APP_LINK_URL must have no user name and no fragment: the page puts the claim code into the fragment',
      );
    }
    const android = list('APP_LINK_ANDROID').map((app) => ANDROID_APP.exec(app));
    if (!android.every((app) => app !== null)) {
      problems.push(
        'APP_LINK_ANDROID must be comma-separated package names, each with / and the SHA-256 fingerprint of its signing certificate: uz.example.app/AB:CD:... (32 bytes)',
      );
    }
    const ios = list('APP_LINK_IOS');
    if (!ios.every((app) => IOS_APP.test(app))) {
      problems.push('APP_LINK_IOS must be comma-separated app ids, such as ABCDE12345.uz.example.app');
    }
    return {
      url: address,
      android: android.flatMap((app) =>
        app ? [{ packageName: app[1] ?? '', fingerprint: (app[2] ?? '').toUpperCase() }] : [],
      ),
      ios,
    };
  }

  function readTelemetrySettings(): TelemetrySettings {
    const metricsHost = hostName('METRICS_HOST', env('METRICS_HOST'));
    return {
      metrics: env('METRICS_PORT') ? { host: metricsHost, port: integer('METRICS_PORT', 9464, 0, 65_535) } : undefined,
      traces: env('OTEL_EXPORTER_OTLP_ENDPOINT') ? readTraceSettings() : undefined,
      slowStatementMs: integer('SLOW_STATEMENT_MS', 1_000, 0, 600_000),
    };
  }

  function readTraceSettings(): TraceSettings {
    const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', ['http:', 'https:']);
    const headers = list('OTEL_EXPORTER_OTLP_HEADERS').map((pair) => /^([\w-]+)\s*=\s*(.+)$/.exec(pair));
    if (!headers.every((pair) => pair !== null)) {
      problems.push('OTEL_EXPORTER_OTLP_HEADERS must be comma-separated pairs of name=value');
    }
    const ratio = Number(env('OTEL_TRACES_SAMPLER_ARG') ?? '1');
    if (!(ratio >= 0 && ratio <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
    return {
      url: `${endpoint.href.replace(/\/$/, '')}/v1/traces`,
      headers: Object.fromEntries(headers.flatMap((pair) => (pair ? [[pair[1], decoded(pair[2] ?? '')]] : []))),
      serviceName: env('OTEL_SERVICE_NAME') ?? 'karvon',
      ratio,
    };
  }

  function readBackupSchedule(): BackupSchedule | undefined {
    const to = env('BACKUP_TO');
    const publicKey = env('BACKUP_PUBLIC_KEY');
    const [hour = '', minute = ''] = pattern(
      'BACKUP_AT',
      '01:30',
      BACKUP_TIME,
      'a time in UTC such as 01:30, or *:30',
    ).split(':');
    const keep = integer('BACKUP_KEEP', 7, 1, 10_000);
    const verify = choice('BACKUP_VERIFY', SWITCH, 'on') === 'on';
    if (!to && !publicKey) return undefined;
    if (!to || !publicKey) {
      problems.push('BACKUP_TO and BACKUP_PUBLIC_KEY require each other');
      return undefined;
    }
    if (to.startsWith('s3://') && !backupS3) {
      problems.push('BACKUP_TO=s3://... requires BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY');
    }
    const place = to.startsWith('s3://') ? to : resolve(folder, to);
    return {
      to: place,
      publicKey,
      cron: `${Number(minute)} ${hour === '*' ? hour : Number(hour)} * * *`,
      keep,
      verify,
    };
  }
  function readBackupS3(): S3Access | undefined {
    const accessKeyId = env('BACKUP_S3_ACCESS_KEY_ID') ?? env('S3_ACCESS_KEY_ID');
    const secretAccessKey = env('BACKUP_S3_SECRET_ACCESS_KEY') ?? env('S3_SECRET_ACCESS_KEY');
    if (env('BACKUP_S3_ENDPOINT')) url('BACKUP_S3_ENDPOINT', 'http://localhost', ['http:', 'https:']);
    const style = choice(
      'BACKUP_S3_FORCE_PATH_STYLE',
      ['true', 'false'],
      env('S3_FORCE_PATH_STYLE') === 'false' ? 'false' : 'true',
    );
    const region = pattern(
      'BACKUP_S3_REGION',
      env('S3_REGION') ?? 'us-east-1',
      /^[a-z0-9-]{1,64}$/i,
      'letters, digits and -',
    );
    if (!accessKeyId || !secretAccessKey) return undefined;
    const endpoint = env('BACKUP_S3_ENDPOINT') ?? env('S3_ENDPOINT');
    return { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle: style === 'true' };
  }

  if (production) {
    const missing: string[] = REQUIRED_IN_PRODUCTION.filter((name) => env(name) === undefined);
    if (!env('OBJECT_STORAGE_PATH') && !env('S3_BUCKET')) missing.push('OBJECT_STORAGE_PATH (or S3_BUCKET)');
    if (missing.length > 0) problems.push(`NODE_ENV=production requires ${missing.join(', ')}`);
  }
  const port = integer('PORT', 3000, 0, 65_535);
  const host = hostName('HOST', env('HOST'));
  const publicUrl = url('PUBLIC_URL', defaultPublicUrl(host, port), ['http:', 'https:']);
  const encoded = ', with special characters in the password percent-encoded';
  const databaseUrl = env('DATABASE_URL');
  if (databaseUrl) url('DATABASE_URL', 'postgres://localhost/karvon', ['postgres:', 'postgresql:'], encoded);
  const databaseReplicaUrl = env('DATABASE_REPLICA_URL');
  if (databaseReplicaUrl) {
    url('DATABASE_REPLICA_URL', 'postgres://localhost/karvon', ['postgres:', 'postgresql:'], encoded);
    if (!databaseUrl) problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica');
  }
  const redisUrl = env('REDIS_URL');
  if (redisUrl) url('REDIS_URL', 'redis://localhost', ['redis:', 'rediss:'], encoded);
  const rateLimitStore = choice('RATE_LIMIT_STORE', RATE_LIMIT_STORES, redisUrl ? 'redis' : 'memory');
  if (rateLimitStore === 'redis' && !redisUrl) problems.push('RATE_LIMIT_STORE=redis requires REDIS_URL');
  const givenTimeZone = env('BUSINESS_TIME_ZONE') ?? 'Asia/Tashkent';
  const replacement = replacementOf(givenTimeZone);
  const businessTimeZone = replacement ?? givenTimeZone;
  if (!isTimeZone(businessTimeZone)) problems.push(`BUSINESS_TIME_ZONE ${timeZoneProblem('', givenTimeZone).message}`);
  const adminEmail = pattern(
    'ADMIN_EMAIL',
    DEFAULT_ADMIN_EMAIL,
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    'an e-mail address',
  ).toLowerCase();
  const adminPassword = env('ADMIN_PASSWORD');
  if (adminPassword !== undefined && adminPassword.length < 12)
    problems.push('ADMIN_PASSWORD must have at least 12 characters');
  const backupS3 = readBackupS3();
  const releaseSignatureThreshold = integer('RELEASE_SIGNATURE_THRESHOLD', 1, 1, 10);
  const dataDir = resolve(folder, env('DATA_DIR') ?? '.data');

  const config: Config = {
    production,
    host,
    port,
    publicUrl,
    publicUrlIsLocal: production && leadsNowhere(publicUrl),
    appLinks: readAppLinks(),
    brand: pattern('BRAND', 'karvon', /^[a-z][a-z0-9]{1,31}$/, '2 to 32 lower-case letters and digits'),
    sessionCookieName: pattern(
      'ADMIN_SESSION_COOKIE',
      'karvon_admin_session',
      /^[A-Za-z0-9_-]{1,64}$/,
      '1 to 64 letters, digits, _ and -',
    ),
    allowedOrigins: [publicUrl.origin, ...origins('ALLOWED_ORIGINS')],
    publicSiteOrigins: env('PUBLIC_SITE_ORIGINS') || production ? origins('PUBLIC_SITE_ORIGINS') : undefined,
    trustedProxies: integer('TRUSTED_PROXIES', 0, 0, 10),
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    dataDir,
    databaseUrl,
    databaseReplicaUrl,
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, 200),
    databaseStatementTimeoutMs: integer('DATABASE_STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
    storage: readStorageSettings(),
    downloadUrlSeconds: integer('DOWNLOAD_URL_SECONDS', 3_600, 60, 604_800),
    keys: readKeySettings(env, dataDir, problems),
    rateLimitStore,
    redisUrl,
    businessTimeZone,
    replacedTimeZone: replacement === undefined ? undefined : givenTimeZone,
    mutationsAuthorized: choice('MUTATIONS_AUTHORIZED', ['true', 'false'], production ? 'false' : 'true') === 'true',
    provisionerFingerprints: list('PROVISIONER_FINGERPRINTS').map((fingerprint) => fingerprint.toLowerCase()),
    releaseSignatureThreshold,
    releaseSignatureThresholdStable: integer('RELEASE_SIGNATURE_THRESHOLD_STABLE', releaseSignatureThreshold, 1, 10),
    firmwareMaxBytes: integer('FIRMWARE_MAX_BYTES', 16_777_216, 65_536, 1_073_741_824),
    heartbeatRetentionDays: integer('HEARTBEAT_RETENTION_DAYS', 30, 1, 3650),
    deviceDayRetentionDays: integer('DEVICE_DAY_RETENTION_DAYS', 400, 31, 3650),
    rollout: {
      maxConcurrentDownloads: integer('MAX_CONCURRENT_DOWNLOADS', 2_000, 1, 1_000_000),
      pauseMinSample: integer('ROLLOUT_PAUSE_MIN_SAMPLE', 5, 5, 1_000_000),
      pauseFailurePercent: integer('ROLLOUT_PAUSE_FAILURE_PERCENT', 10, 1, 100),
      pauseRollbacks: integer('ROLLOUT_PAUSE_ROLLBACKS', 3, 1, 1_000_000),
    },
    jsonBodyLimitBytes: integer('JSON_BODY_LIMIT_BYTES', 65_536, 1024, 10_485_760),
    console: choice('KARVON_CONSOLE', SWITCH, 'on') === 'on',
    migratesAtStart: choice('MIGRATE_AT_START', SWITCH, 'on') === 'on',
    trustedDocuments: { mode: choice('TRUSTED_DOCUMENTS', TRUST_MODES, 'off'), documents: readDocuments() },
    telemetry: readTelemetrySettings(),
    drainNoticeMs: integer('DRAIN_NOTICE_MS', 0, 0, 60_000),
    drainTimeoutMs: integer('DRAIN_TIMEOUT_MS', 10_000, 0, 600_000),
    firstAdmin: {
      email: adminEmail,
      password: adminPassword,
      isSet: adminPassword !== undefined || adminEmail !== DEFAULT_ADMIN_EMAIL,
    },
    backupSchedule: readBackupSchedule(),
    backupS3,
  };
  if (problems.length > 0)
    throw new Error(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return config;
}

/**
 * Reads the database settings of the service that runs in `folder`, like `npm start`: from the environment, else from the
 * file `.env`.
 * @throws Error that names the setting
 */
export function readDatabaseLocation(folder: string, environment: Environment = ENVIRONMENT): DatabaseLocation {
  const env = settingsIn(folder, environment);
  const databaseUrl = env('DATABASE_URL');
  if (databaseUrl && !(URL.canParse(databaseUrl) && /^postgres(?:ql)?:$/.test(new URL(databaseUrl).protocol))) {
    throw new Error('DATABASE_URL must be a URL starting with postgres:// or postgresql://');
  }
  if (!databaseUrl && env('NODE_ENV') === 'production') throw new Error('NODE_ENV=production requires DATABASE_URL');
  return { dataDir: resolve(folder, env('DATA_DIR') ?? '.data'), databaseUrl };
}

/**
 * The same with the keys.
 * @throws Error that names the setting
 */
export function readKeyLocation(folder: string, environment: Environment = ENVIRONMENT): KeyLocation {
  const location = readDatabaseLocation(folder, environment);
  const problems: string[] = [];
  const keys = readKeySettings(settingsIn(folder, environment), location.dataDir, problems);
  if (problems.length > 0) throw new Error(problems.join('. '));
  return { ...location, keys };
}

/** The environment, and what it lacks from the file `.env`. */
function settingsIn(folder: string, environment: Environment): (name: string) => string | undefined {
  const settings: Environment = { ...environmentFile(join(folder, '.env')), ...environment };
  return (name) => settings[name]?.trim() || undefined;
}

/**
 * Reads all settings of the service that runs in `folder`, from the environment, else from the file `.env`.
 * @param use what production requires is missing where an installation is restored
 * @throws Error that names the settings
 */
export function readServiceSettings(
  folder: string,
  use: 'backup' | 'restore',
  environment: Environment = ENVIRONMENT,
): ServiceSettings {
  const given = new Map<string, string>();
  const settings = { ...environmentFile(join(folder, '.env')), ...environment };
  const mode = use === 'restore' ? { NODE_ENV: undefined } : {};
  return { config: readConfig({ ...settings, ...mode }, folder, given), given };
}

function environmentFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT') return {};
    throw new Error(
      `Cannot read the settings in ${path} (${code}). Run this command as the user who runs the service.`,
    );
  }
}

/** The documents of a manifest, or what is wrong with it. */
function manifestIn(path: string): ReadonlyMap<string, string> | string {
  try {
    return readManifest(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? String(error.code) : 'unknown error';
    return `must be a file that the service can read (${code})`;
  }
}

/** Keys come from settings when any of them is set, else from files that the first start makes. */
function readKeySettings(env: (name: string) => string | undefined, dataDir: string, problems: string[]): KeySettings {
  const given = EXPLICIT_KEYS.filter((name) => env(name) !== undefined);
  const releaseTrust = env('RELEASE_TRUST_KEYS');
  if (given.length === 0) return { kind: 'folder', path: `${dataDir}/keys`, releaseTrust };
  const missing = EXPLICIT_KEYS.filter((name) => env(name) === undefined);
  if (missing.length > 0) problems.push(`${given.join(', ')} also requires ${missing.join(', ')}`);
  return {
    kind: 'explicit',
    kek: env('KEY_ENCRYPTION_KEYS') ?? '',
    pepper: env('CLAIM_CODE_PEPPER') ?? '',
    pairingIssuerKey: env('PAIRING_ISSUER_KEY') ?? '',
    grantIssuerKey: env('GRANT_ISSUER_KEY') ?? '',
    releaseTrust,
    releaseTrustFile: `${dataDir}/keys/release-trust.jwks.json`,
  };
}

/** A value of a header may be percent-encoded, so that it can contain a comma. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An http(s) origin only; URL normalizes it like browsers (lower case, no default port, no slash). */
function isOrigin(text: string): boolean {
  if (text.includes('*') || !URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${pathname}${search}${hash}` === '/';
}

/** Whether no other machine can reach the service at this address. */
function leadsNowhere({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host)) return THIS_MACHINE.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  return /(?:^|\.)localhost(?:\.localdomain)?$/.test(host);
}

/** Address of the service without a proxy. */
function defaultPublicUrl(host: string, port: number): string {
  const own = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return REACHED_AS_LOCALHOST.has(host) || !URL.canParse(own) ? `http://localhost:${port}` : own;
}

/**
 * The settings with the actual port: with PORT=0 the system chooses it, and the default PUBLIC_URL contains it.
 * @param port the listening port
 */
export function atPort<C extends Config>(config: C, port: number): C {
  const { publicUrl } = config;
  if (publicUrl.port !== '0') return { ...config, port };
  const actual = new URL(publicUrl);
  actual.port = String(port);
  const allowedOrigins = config.allowedOrigins.map((origin) => (origin === publicUrl.origin ? actual.origin : origin));
  return { ...config, port, publicUrl: actual, allowedOrigins };
}
