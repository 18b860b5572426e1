import type { Pool, PoolClient } from 'pg';
import { classifyFault } from './faults.ts';

const BEGINS_OR_UNDOES = /^(?:begin|start transaction|rollback)\b/i;

type Release = PoolClient['release'];

/**
 * Takes connections out of a pool as soon as they are seen to be broken. Kysely gives a connection back only after its
 * `begin` or `rollback` succeeded (kysely 0.29, dist/kysely.js, ControlledTransaction): each time PostgreSQL hangs or
 * dies, every transaction under way would cost the pool a connection for good.
 */
export function dropBrokenConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    allowSecondRelease(client);
    watchQueries(client);
  });
}

/** Whoever had the connection may still give it back later, which pg-pool, setting `release` anew each time, refuses. */
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
  // Asked each time, so that what instruments the driver's own method goes on seeing every statement.
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
  return leaks || classifyFault(error) === 'unavailable';
}
