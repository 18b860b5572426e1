import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm, poolOf } from './orm.ts';

/** Any fixed number: instances that start at once take turns by it. */
const MIGRATION_LOCK = 7_462_118_001;

/** Applies what is missing, without time limits. Instances that start at once apply it once. */
export async function migrate(url: string): Promise<void> {
  const orm = await createOrm({ url, poolMax: 2, statementTimeoutMs: 0, lockTimeoutMs: 0, entities: false });
  try {
    const client = await (await poolOf(orm)).connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await orm.migrator.up();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      client.release();
    }
  } finally {
    await orm.close(true);
  }
}

/**
 * Refuses a server on which an acknowledged write could be lost, or that is too old.
 * @throws Error naming the setting to change
 */
export async function assertDurable(orm: MikroORM): Promise<void> {
  const pool = await poolOf(orm);
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const version = Number(settings.get('server_version_num') ?? 0);
  if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this one is ${version}.`);
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      throw new Error(`PostgreSQL runs with ${name} = off, so that acknowledged writes can be lost. Set ${name} = on.`);
    }
  }
}
