import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Pool } = require('pg');

/** Each pool of a service that has connected, with the line that first used it. */
const places = new Map();

const { connect } = Pool.prototype;
Pool.prototype.connect = function watched(...args) {
  // Pools of tests have no time limit.
  if (this.options.statement_timeout !== undefined && !places.has(this)) places.set(this, placeOf(new Error('a pool')));
  return connect.apply(this, args);
};

/** The first line of a stack in the service, past what pools have in common. MikroORM's own is without one. */
function placeOf({ stack = '' }) {
  return /\/(src\/(?!persistence\/(?:sql|orm))[^):?]+\.[jt]s:\d+)/.exec(stack)?.[1] ?? 'src/persistence/orm.ts';
}

/** It keeps a connection on which it listens. */
const LISTENS = 'change-feed';

/**
 * The pools of services on a database that miss connections: somebody has taken them and not given them back.
 * @param isStopped whether it asks for pools that were ended, or for those of a service that runs
 * @returns how many each misses, and where it was first used
 */
export function brokenPools(databaseUrl, isStopped) {
  const name = new URL(databaseUrl).pathname.slice(1);
  const found = [];
  for (const [pool, place] of places) {
    const { connectionString, database } = pool.options;
    const isOf = database === name || connectionString?.includes(`/${name}`);
    if (!isOf || pool.ending !== isStopped || (!isStopped && place.includes(LISTENS))) continue;
    const missing = pool.totalCount - pool.idleCount;
    if (missing > 0) found.push(`${missing} of ${pool.options.max}, first used at ${place}`);
    else if (isStopped) places.delete(pool);
  }
  return found;
}
