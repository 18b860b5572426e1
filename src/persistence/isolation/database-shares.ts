import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseShares } from '../../model/ports.ts';
import { cancelStatement } from '../sql/cancel-statement.ts';
import { FairQueue, type FairQueueOptions, type Owner } from './fair-queue.ts';
import { type RequestBounds, RequestUsage } from './request-usage.ts';

/** The caller to whom statements are charged. */
interface Caller extends Owner {
  /** Undefined for writes, which are not bounded: their work follows from their input. */
  readonly usage: RequestUsage | undefined;
}

/** The sharing of the database, and the pools to which it applies. */
export interface PoolShares extends DatabaseShares {
  /** Shares the pool's connections by these rules from now on, and counts statements. */
  apply(pool: Pool, rules: FairQueueOptions): void;
}

/** Not counted: a request above its bound must still be able to end its transaction. */
const ROLLBACK = /^rollback\b/i;

/**
 * Shares the database between admins, across all sessions and transports: each admin has a limit of concurrent
 * statements, each request a limit of work.
 * @param url PostgreSQL connection URL, for canceling statements
 */
export function databaseShares(url: string, bounds: RequestBounds): PoolShares {
  const callers = new AsyncLocalStorage<Caller>();
  const counted = new WeakSet<PoolClient>();
  const cancelled = new WeakSet<PoolClient>();

  function cancel(client: PoolClient): void {
    cancelled.add(client);
    cancelStatement(url, processIdOf(client)).catch(ignore);
  }

  async function acquire(queue: FairQueue, connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const leave = await queue.enter(callers.getStore());
    try {
      const client = await connect();
      if (!counted.has(client)) {
        counted.add(client);
        countStatements(client, callers);
      }
      const release = client.release;
      client.release = (broken) => {
        leave();
        // A cancellation may arrive late: closing the connection protects its next user.
        release(broken ?? cancelled.has(client));
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    newRequest() {
      const usage = new RequestUsage(bounds, cancel);
      return {
        read: (adminId, operation, work) => callers.run({ adminId, operation, usage }, work),
        write: (adminId, operation, work) => callers.run({ adminId, operation, usage: undefined }, work),
        abandon: () => usage.abandon(),
      };
    },
    apply(pool, rules) {
      const queue = new FairQueue(rules);
      const connect: () => Promise<PoolClient> = pool.connect.bind(pool);
      Object.assign(pool, {
        connect(callback?: Callback) {
          const acquired = acquire(queue, connect);
          if (!callback) return acquired;
          // `pool.query` of the driver passes a callback.
          acquired.then((client) => callback(undefined, client, client.release), callback);
          return undefined;
        },
      });
    },
  };
}

type Callback = (error: Error | undefined, client?: PoolClient, release?: PoolClient['release']) => void;

/** Charges each statement to the request that sends it. */
function countStatements(client: PoolClient, callers: AsyncLocalStorage<Caller>): void {
  const send: (...args: unknown[]) => Promise<object> = client.query.bind(client) as never;
  Object.assign(client, {
    query(...args: unknown[]) {
      const usage = callers.getStore()?.usage;
      const isCounted = usage && typeof args.at(-1) !== 'function' && !ROLLBACK.test(String(args[0]));
      return isCounted ? usage.count(client, () => send(...args)) : send(...args);
    },
  });
}

/** An undocumented member of the driver's client that Kysely relies on too. */
function processIdOf(client: PoolClient): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}

function ignore(): void {
  // The statement's own timeout ends it.
}
