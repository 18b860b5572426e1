import pg from 'pg';
import { type OrmSettings, poolOptions } from '../orm.ts';

interface PoolSettings extends Omit<OrmSettings, 'poolMax' | 'warn'> {
  /** Name of the pool in the log. */
  readonly name: string;
  readonly max: number;
  /** Settings of the session, as `-c name=value`. */
  readonly session?: string;
  /** Options of the driver that differ from those of other pools. */
  readonly driver?: pg.PoolConfig;
  readonly warn: (message: string) => void;
}

/**
 * A pool beside the main one, for work that must not starve the admins' or be starved by it. Connects on first use. All pools but
 * MikroORM's are made here, because an error event of a lost connection without a listener would end the process.
 */
export function openPool({ name, max, session = '', driver, warn, ...settings }: PoolSettings): pg.Pool {
  const options = poolOptions(settings, max);
  const pool = new pg.Pool({
    ...options,
    options: `${options.options} ${session}`.trim(),
    connectionString: settings.url,
    ...driver,
  });
  const lost = (error: Error) => warn(`${name} connection lost: ${error.message}`);
  pool.on('error', lost);
  // At once, because a connection may be lost before its user gets it.
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}
