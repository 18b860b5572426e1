import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isNativeError } from 'node:util/types';
import { readManifest, type TrustedDocumentSettings } from './graphql/admission/trusted-manifest.ts';
import type { LogLevel } from './log.ts';
import type { KeySettings, StorageSettings, TelemetrySettings } from './model/ports.ts';
import { isTimeZone, replacementOf, timeZoneProblem } from './model/time-zones.ts';
import { type AddressSettings, readAddressSettings } from './settings/address-settings.ts';
import { type BackupSettings, readBackupSettings } from './settings/backup-settings.ts';
import { type DeviceSettings, readDeviceSettings } from './settings/device-settings.ts';
import { EXPLICIT_KEYS, readKeySettings } from './settings/key-settings.ts';
import { type Environment, SettingReader } from './settings/setting-reader.ts';
import {
  type DatabaseSettings,
  type RateLimitSettings,
  readDatabaseSettings,
  readRateLimitSettings,
  readStorageSettings,
  SWITCH,
} from './settings/store-settings.ts';
import { readTelemetrySettings } from './settings/telemetry-settings.ts';

/** The configuration of the process. This file is the only reader of the environment; `settings/` has the topics. */
export interface Config
  extends AddressSettings,
    DatabaseSettings,
    RateLimitSettings,
    DeviceSettings,
    BackupSettings,
    BusinessTime {
  readonly production: boolean;
  readonly brand: string;
  readonly sessionCookieName: string;
  readonly logLevel: LogLevel;
  /** Folder of the embedded PostgreSQL, the keys and the files. */
  readonly dataDir: string;
  readonly storage: StorageSettings;
  readonly keys: KeySettings;
  readonly mutationsAuthorized: boolean;
  readonly jsonBodyLimitBytes: number;
  /** Whether the console is served, if it is built. */
  readonly console: boolean;
  /** The GraphQL documents of the manifest, read at the start. */
  readonly trustedDocuments: TrustedDocumentSettings;
  /** The time after the request to stop in which it still serves, while it is no longer ready. */
  readonly drainNoticeMs: number;
  readonly drainTimeoutMs: number;
  readonly telemetry: TelemetrySettings;
  readonly firstAdmin: FirstAdminConfig;
}

interface BusinessTime {
  readonly businessTimeZone: string;
  /** What BUSINESS_TIME_ZONE is, where another name is used instead of it. */
  readonly replacedTimeZone: string | undefined;
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

const ENVIRONMENT: Environment = process.env;

/** Settings that production requires: none of them may be generated at start. */
const REQUIRED_IN_PRODUCTION = ['DATABASE_URL', 'PUBLIC_URL', ...EXPLICIT_KEYS] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const TRUST_MODES = ['off', 'log', 'enforce'] as const;

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
  const settings = new SettingReader(environment, given);
  const production = settings.text('NODE_ENV') === 'production';
  if (production) requireAll(settings);
  const dataDir = resolve(folder, settings.text('DATA_DIR') ?? '.data');
  const config: Config = {
    production,
    ...readAddressSettings(settings, production),
    ...readDatabaseSettings(settings),
    ...readRateLimitSettings(settings),
    ...readBusinessTime(settings),
    ...readDeviceSettings(settings),
    ...readBackupSettings(settings, folder),
    brand: settings.pattern('BRAND', 'karvon', /^[a-z][a-z0-9]{1,31}$/, '2 to 32 lower-case letters and digits'),
    sessionCookieName: settings.pattern(
      'ADMIN_SESSION_COOKIE',
      'karvon_admin_session',
      /^[A-Za-z0-9_-]{1,64}$/,
      '1 to 64 letters, digits, _ and -',
    ),
    logLevel: settings.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    dataDir,
    storage: readStorageSettings(settings, folder, dataDir),
    keys: readKeySettings(settings, dataDir),
    mutationsAuthorized:
      settings.choice('MUTATIONS_AUTHORIZED', ['true', 'false'], production ? 'false' : 'true') === 'true',
    jsonBodyLimitBytes: settings.integer('JSON_BODY_LIMIT_BYTES', 65_536, 1024, 10_485_760),
    console: settings.choice('KARVON_CONSOLE', SWITCH, 'on') === 'on',
    trustedDocuments: readTrustedDocuments(settings),
    telemetry: readTelemetrySettings(settings),
    drainNoticeMs: settings.integer('DRAIN_NOTICE_MS', 0, 0, 60_000),
    drainTimeoutMs: settings.integer('DRAIN_TIMEOUT_MS', 10_000, 0, 600_000),
    firstAdmin: readFirstAdmin(settings),
  };
  const { problems } = settings;
  if (problems.length > 0)
    throw new Error(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return config;
}

function requireAll(settings: SettingReader): void {
  const missing: string[] = REQUIRED_IN_PRODUCTION.filter((name) => settings.text(name) === undefined);
  if (!settings.text('OBJECT_STORAGE_PATH') && !settings.text('S3_BUCKET'))
    missing.push('OBJECT_STORAGE_PATH (or S3_BUCKET)');
  if (missing.length > 0) settings.problems.push(`NODE_ENV=production requires ${missing.join(', ')}`);
}

function readBusinessTime(settings: SettingReader): BusinessTime {
  const given = settings.text('BUSINESS_TIME_ZONE') ?? 'Asia/Tashkent';
  const replacement = replacementOf(given);
  const businessTimeZone = replacement ?? given;
  if (!isTimeZone(businessTimeZone)) settings.problems.push(`BUSINESS_TIME_ZONE ${timeZoneProblem('', given).message}`);
  return { businessTimeZone, replacedTimeZone: replacement === undefined ? undefined : given };
}

function readFirstAdmin(settings: SettingReader): FirstAdminConfig {
  const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const email = settings.pattern('ADMIN_EMAIL', DEFAULT_ADMIN_EMAIL, isEmail, 'an e-mail address').toLowerCase();
  const password = settings.text('ADMIN_PASSWORD');
  if (password !== undefined && password.length < 12)
    settings.problems.push('ADMIN_PASSWORD must have at least 12 characters');
  return { email, password, isSet: password !== undefined || email !== DEFAULT_ADMIN_EMAIL };
}

function readTrustedDocuments(settings: SettingReader): TrustedDocumentSettings {
  const mode = settings.choice('TRUSTED_DOCUMENTS', TRUST_MODES, 'off');
  const path = settings.text('TRUSTED_DOCUMENTS_MANIFEST');
  if (!path) {
    if (mode !== 'off') settings.problems.push('TRUSTED_DOCUMENTS requires TRUSTED_DOCUMENTS_MANIFEST');
    return { mode, documents: undefined };
  }
  const documents = manifestIn(path);
  if (typeof documents !== 'string') return { mode, documents };
  settings.problems.push(`TRUSTED_DOCUMENTS_MANIFEST ${documents}`);
  return { mode, documents: undefined };
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

/**
 * Reads the database settings of the service that runs in `folder`, like `npm start`: from the environment, else from the
 * file `.env`.
 * @throws Error that names the setting
 */
export function readDatabaseLocation(folder: string, environment: Environment = ENVIRONMENT): DatabaseLocation {
  const settings = settingsIn(folder, environment);
  const databaseUrl = settings.text('DATABASE_URL');
  if (databaseUrl && !(URL.canParse(databaseUrl) && /^postgres(?:ql)?:$/.test(new URL(databaseUrl).protocol))) {
    throw new Error('DATABASE_URL must be a URL starting with postgres:// or postgresql://');
  }
  if (!databaseUrl && settings.text('NODE_ENV') === 'production')
    throw new Error('NODE_ENV=production requires DATABASE_URL');
  return { dataDir: resolve(folder, settings.text('DATA_DIR') ?? '.data'), databaseUrl };
}

/**
 * The same with the keys.
 * @throws Error that names the setting
 */
export function readKeyLocation(folder: string, environment: Environment = ENVIRONMENT): KeyLocation {
  const location = readDatabaseLocation(folder, environment);
  const settings = settingsIn(folder, environment);
  const keys = readKeySettings(settings, location.dataDir);
  if (settings.problems.length > 0) throw new Error(settings.problems.join('. '));
  return { ...location, keys };
}

/** The environment, and what it lacks from the file `.env`. */
function settingsIn(folder: string, environment: Environment): SettingReader {
  return new SettingReader({ ...environmentFile(join(folder, '.env')), ...environment });
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
