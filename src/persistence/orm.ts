import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolConfig } from 'pg';
import { entities } from './entities.ts';
import { migrations } from './migrations.ts';
import { dropBrokenConnections } from './sql/broken-connections.ts';
import { builtins } from './sql/pg-types.ts';

export interface OrmSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** Connections of the main pool. */
  readonly poolMax?: number;
  /** Statement timeout in milliseconds, of the server and, in case it hangs, of the client. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds to wait for a lock, less than for a connection; 0 = no limit. */
  readonly lockTimeoutMs?: number;
  /** Milliseconds to wait for a free connection. */
  readonly connectTimeoutMs?: number;
  /** Makes the socket of a connection. */
  readonly stream?: PoolConfig['stream'];
  readonly warn?: (message: string) => void;
  /** False for migrations only: discovering every entity takes as long as the rest of a start. */
  readonly entities?: boolean;
}

/** How connections are made, where that differs from other pools. */
export type Connecting = Pick<OrmSettings, 'connectTimeoutMs' | 'lockTimeoutMs' | 'stream'>;

/** Maximum wait for a connection. */
const CONNECT_TIMEOUT_MS = 8_000;
/** Longer than a retry waits for its idempotency key (2 s), so that the request with the lock on the key outlives the retry. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * The connection options of every pool, with client-side timeouts, because a stopped server does not answer.
 * @throws Error if a statement may wait for a lock as long as others wait for its connection: one locked table would then
 *   fail unrelated calls
 */
export function poolOptions(settings: OrmSettings, max: number) {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 10_000;
  const connectTimeoutMs = settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const lockTimeoutMs = settings.lockTimeoutMs ?? LOCK_TIMEOUT_MS;
  if (lockTimeoutMs >= connectTimeoutMs) {
    throw new Error(`lock_timeout (${lockTimeoutMs} ms) must be shorter than the wait for a connection`);
  }
  return {
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 1_000,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    ...(settings.stream && { stream: settings.stream }),
    options: '-c TimeZone=UTC',
    types: builtins,
  };
}

/** MikroORM on PostgreSQL. Entities stay inside persistence and domain; connections are made on first use. */
export async function createOrm(settings: OrmSettings): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: settings.url,
    entities: settings.entities === false ? [] : entities,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    // The URL itself: MikroORM drops parameters that it does not know, such as sslmode.
    driverOptions: {
      ...poolOptions(settings, settings.poolMax ?? 10),
      connectionString: settings.url,
      // Must be set here: MikroORM opens the first connection during its setup.
      onPoolCreated: dropBrokenConnections,
    },
    logger: (message: string) => settings.warn?.(message),
    colors: false,
    forceUtcTimezone: true,
    timezone: 'Z',
    migrations: {
      migrationsList: migrations,
      tableName: 'migration',
      transactional: true,
      allOrNothing: true,
      snapshot: false,
      disableForeignKeys: false,
    },
    // A missing database is a mistake in its name: MikroORM must not create it, neither on connecting nor, over a
    // management database, before migrating.
    ensureDatabase: false,
    schemaGenerator: {
      managementDbName: '',
      disableForeignKeys: false,
      createForeignKeyConstraints: true,
      // Those of the audit log are handwritten: the generator would drop them.
      ignoreTriggers: true,
      ignoreRoutines: true,
      skipTables: [
        'heartbeat',
        /^heartbeat_/,
        'device_day',
        /^device_day_/,
        /^fleet_day/,
        'late_heartbeat',
        'rate_limit',
        /^tally/,
        /^sale_hour/,
        /^sale_buyer/,
        'presence_tally',
      ],
      ignoreSchema: ['graphile_worker'],
    },
  });
}

/** The pool behind an ORM, for handwritten statements. */
export async function poolOf(orm: MikroORM): Promise<Pool> {
  return (await orm.em.getDriver().getConnection().getNativeClient()) as Pool;
}

/** Closes an ORM and the pool behind it, which Kysely leaves open, for 30 seconds, if only handwritten statements have used it. */
export async function closeOrm(orm: MikroORM): Promise<void> {
  const pool = await poolOf(orm);
  await orm.close(true);
  if (!pool.ending) await pool.end();
}
