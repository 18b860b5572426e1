import type { EntityManager } from '@mikro-orm/postgresql';
import { PostgresDialect, type PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { classifyDatabaseError } from '../database-error-classes.ts';

/** A connection that somebody has until it is released. */
export type Connection = Pick<PoolClient, 'query' | 'release'>;

/** A pool as Kysely, and so MikroORM, takes it. */
export interface ConnectionPool extends PostgresPool {
  connect(): Promise<Connection>;
}

/** Sends a statement of a connection by `send`, or fails. */
type Sending = (connection: Connection, statement: unknown, send: () => Promise<object>) => unknown;
/** Gives a connection back to its pool; `true` or an error closes it. */
type GiveBack = PoolClient['release'];

/** Statements whose failure keeps Kysely from giving a connection back. */
export const BEGINS_OR_UNDOES = /^(?:begin|start transaction|rollback)\b/i;

/**
 * A connection as its users have it, one after the other. One that breaks leaves its pool as soon as that is detected, and may be
 * released again later: Kysely gives a connection back only after its `begin` or `rollback` succeeded (kysely 0.29, dist/kysely.js,
 * ControlledTransaction), so that each time PostgreSQL hangs or dies, every pending transaction would cost the pool a connection
 * permanently.
 */
export class LentConnection implements Connection {
  readonly query: PoolClient['query'];
  #giveBack: GiveBack | undefined;

  constructor(client: PoolClient, sending: Sending = (_connection, _statement, send) => send()) {
    const query = (...args: readonly unknown[]) => sending(this, args[0], () => this.#send(client, args));
    this.query = query as PoolClient['query'];
  }

  /** Lends it, until it is released for the first time. */
  lend(giveBack: GiveBack): Connection {
    this.#giveBack = giveBack;
    return this;
  }

  release(broken?: Error | boolean): void {
    const giveBack = this.#giveBack;
    this.#giveBack = undefined;
    giveBack?.(broken);
  }

  async #send(client: PoolClient, args: readonly unknown[]): Promise<object> {
    const giveBack = this.#giveBack;
    try {
      return await Reflect.apply(client.query, client, args);
    } catch (error) {
      if (this.#giveBack === giveBack && isBroken(args[0], error)) this.release(true);
      throw error;
    }
  }
}

/** The pool for Kysely, without its broken connections. It may be ended more than once. */
export function lentPool(pool: Pool): ConnectionPool {
  const connections = new WeakMap<PoolClient, LentConnection>();
  let ended: Promise<void> | undefined;
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new LentConnection(client);
      connections.set(client, connection);
      return connection.lend((broken) => client.release(broken));
    },
    end() {
      ended ??= pool.end();
      return ended;
    },
  };
}

/** How MikroORM sends its statements: by Kysely, on a pool of ours. */
export class PooledDialect extends PostgresDialect {
  readonly pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    super({ pool });
    this.pool = pool;
  }
}

/** The pool behind an ORM or an entity manager, for handwritten statements. */
export function poolOf({ config }: Pick<EntityManager, 'config'>): ConnectionPool {
  const dialect: unknown = config.get('driverOptions');
  if (!(dialect instanceof PooledDialect)) throw new TypeError('poolOf() takes an ORM made by createOrm()');
  return dialect.pool;
}

function isBroken(statement: unknown, error: unknown): boolean {
  const leaks = typeof statement === 'string' && BEGINS_OR_UNDOES.test(statement);
  return leaks || classifyDatabaseError(error) === 'unavailable';
}
