import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { dropBrokenConnections } from './broken-connections.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations.ts';
import { builtins } from './pg-types.ts';

export interface OrmSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** Connections of the main pool. */
  readonly poolMax?: number;
  /** Milliseconds after which a statement is given up, by the server and, should that hang, by the client. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds to wait for a lock; 0 = for ever. */
  readonly lockTimeoutMs?: number;
  /** Milliseconds to wait for a free connection. */
  readonly connectTimeoutMs?: number;
  readonly warn?: (message: string) => void;
  /** False for one that only migrates: finding out about every entity takes as long as the rest of a start. */
  readonly entities?: boolean;
}

/** The connection options that every pool shares: with client-side timeouts, since a stopped server answers nothing. */
export function poolOptions(settings: OrmSettings, max: number) {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 10_000;
  return {
    max,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 1_000,
    lock_timeout: settings.lockTimeoutMs ?? 8_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
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
    driverOptions: {
      ...poolOptions(settings, settings.poolMax ?? 10),
      // Not later: MikroORM opens the first connection while it is set up.
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
    schemaGenerator: {
      disableForeignKeys: false,
      createForeignKeyConstraints: true,
      // The audit log's are written by hand: the generator would drop them.
      ignoreTriggers: true,
      skipTables: ['heartbeat', /^heartbeat_/, 'rate_limit'],
      ignoreSchema: ['graphile_worker'],
    },
  });
}

/** The pool behind an ORM, for statements written by hand. */
export async function poolOf(orm: MikroORM): Promise<Pool> {
  return (await orm.em.getDriver().getConnection().getNativeClient()) as Pool;
}
