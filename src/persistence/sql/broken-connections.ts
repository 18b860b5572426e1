import type { Pool, PoolClient } from 'pg';
import { classifyDatabaseError } from '../database-error-classes.ts';

/** Statements whose failure keeps Kysely from giving a connection back. */
export const BEGINS_OR_UNDOES = /^(?:begin|start transaction|rollback)\b/i;

type Release = PoolClient['release'];

/**
 * Removes broken connections from a pool as soon as they are detected. Kysely gives a connection back only after its
 * `begin` or `rollback` succeeded (kysely 0.29, dist/kysely.js, ControlledTransaction): each time PostgreSQL hangs or
 * dies, every pending transaction would cost the pool a connection permanently.
 */
export function dropBrokenConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    allowSecondRelease(client);
    watchQueries(client);
  });
}

/** A user may release the connection again later, which pg-pool, setting `release` anew each time, rejects. */
function allowSecondRelease(client: PoolClient): void {
  let current: Release = () => undefined;
  Object.defineProperty(client, 'release', {
    get: () => current,
    set(release: Release) {
      let released = false;
      current = (broken) => {
        if (released) return;
        released = true;
        release(broken);
      };
    },
  });
}

function watchQueries(client: PoolClient): void {
  // Resolved at each call, so that instrumentation of the driver's method keeps receiving every statement.
  const driver: PoolClient = Object.getPrototypeOf(client);
  function watched(...args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(driver.query, client, args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (isBroken(args[0], error)) client.release(true);
      });
    }
    return answer;
  }
  Object.assign(client, { query: watched });
}

function isBroken(statement: unknown, error: unknown): boolean {
  const leaks = typeof statement === 'string' && BEGINS_OR_UNDOES.test(statement);
  return leaks || classifyDatabaseError(error) === 'unavailable';
}
