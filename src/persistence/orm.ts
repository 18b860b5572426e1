import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { entities } from './entities.ts';
import { migrations } from './migrations.ts';
import { type ConnectionPool, lentPool, PooledDialect, poolOf } from './sql/lent-pool.ts';
import { type ConnectionSettings, openPool } from './sql/pool.ts';

export interface OrmSettings extends ConnectionSettings {
  /** Name of the pool in the log. */
  readonly name?: string;
  /** Connections of the pool. */
  readonly poolMax?: number;
  /** Lends the connections of the pool. */
  readonly share?: (pool: Pool) => ConnectionPool;
  readonly warn?: (message: string) => void;
  /** False for migrations only: discovering every entity takes as long as the rest of a start. */
  readonly entities?: boolean;
}

/** MikroORM on PostgreSQL. Entities stay inside persistence and domain; connections are made on first use. */
export async function createOrm(settings: OrmSettings): Promise<MikroORM> {
  const { name = 'main', poolMax = 10, share = lentPool, warn = ignore } = settings;
  return MikroORM.init({
    clientUrl: settings.url,
    entities: settings.entities === false ? [] : entities,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    // By a pool of ours: MikroORM's would drop parameters of the URL that it does not know, such as sslmode.
    driverOptions: new PooledDialect(share(openPool({ ...settings, name, max: poolMax, warn }))),
    logger: (message: string) => warn(message),
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
        'customer_purchases',
        'backup_run',
        'unfinished_restore',
      ],
      ignoreSchema: ['graphile_worker'],
    },
  });
}

/** Closes an ORM and the pool behind it, which Kysely leaves open, for 30 seconds, if only handwritten statements have used it. */
export async function closeOrm(orm: MikroORM): Promise<void> {
  await orm.close(true);
  await poolOf(orm).end();
}

function ignore(): void {
  // Whoever passes no `warn` looks at the outcome.
}
