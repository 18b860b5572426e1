import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseShares } from '../../model/ports.ts';
import { BEGINS_OR_UNDOES } from '../sql/broken-connections.ts';
import { cancelStatement } from '../sql/cancel-statement.ts';
import { FairQueue, type FairQueueOptions, type Owner } from './fair-queue.ts';
import { DatabaseLimitExceeded } from './limit-exceeded.ts';
import { type RequestBounds, RequestUsage } from './request-usage.ts';

/** The caller to whom statements are charged. */
interface Caller {
  /** Undefined for calls without an admin. */
  readonly owner: Owner | undefined;
  /** Aborted when the client has left: then the request gets no further connection. */
  readonly left: AbortSignal;
  /** Undefined for writes, which are not bounded: their work follows from their input. */
  readonly usage: RequestUsage | undefined;
}

/** The sharing of the database, and the pools to which it applies. */
export interface PoolShares extends DatabaseShares {
  /**
   * Shares the pool's connections by these rules from now on, and counts statements.
   * @param name of the pool, for the log
   */
  apply(name: string, pool: Pool, rules: FairQueueOptions): void;
  /** A queue for connections that are taken without `apply`. */
  queue(name: string, rules: FairQueueOptions): FairQueue;
}

/**
 * Shares the database between admins, across all sessions and transports: each admin has a limit of concurrent
 * statements, each request a limit of work.
 * @param url PostgreSQL connection URL, for canceling statements
 */
export function databaseShares(url: string, bounds: RequestBounds): PoolShares {
  const callers = new AsyncLocalStorage<Caller>();
  const counted = new WeakSet<PoolClient>();
  const cancelled = new WeakSet<PoolClient>();
  const queues = new Map<string, FairQueue>();

  function queueOf(name: string, rules: FairQueueOptions): FairQueue {
    const queue = new FairQueue(rules);
    queues.set(name, queue);
    return queue;
  }

  function cancel(client: PoolClient): void {
    cancelled.add(client);
    cancelStatement(url, processIdOf(client)).catch(ignore);
  }

  async function acquire(queue: FairQueue, connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const caller = callers.getStore();
    const leave = await queue.enter(caller?.owner, caller?.left);
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
      if (caller?.left.aborted) {
        client.release();
        throw caller.left.reason;
      }
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    newRequest() {
      const usage = new RequestUsage(bounds, cancel);
      const departure = new AbortController();
      const left = departure.signal;
      return {
        read: (adminId, operation, work) => callers.run({ owner: ownerOf(adminId, operation), usage, left }, work),
        write: (adminId, operation, work) =>
          callers.run({ owner: ownerOf(adminId, operation), usage: undefined, left }, work),
        abandon() {
          const reason = new DatabaseLimitExceeded(
            'left',
            'The client closed the connection before it had its answer.',
          );
          usage.end(reason);
          departure.abort(reason);
        },
      };
    },
    stuckPools: () => [...queues].flatMap(([name, queue]) => (queue.isStuck() ? [name] : [])),
    poolUse: () => [...queues].map(([name, queue]) => ({ name, ...queue.use() })),
    queue: queueOf,
    apply(name, pool, rules) {
      const queue = queueOf(name, rules);
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

function ownerOf(adminId: string | undefined, operation: string): Owner | undefined {
  return adminId === undefined ? undefined : { adminId, operation };
}

/** Charges each statement to the request that sends it. */
function countStatements(client: PoolClient, callers: AsyncLocalStorage<Caller>): void {
  const send: (...args: unknown[]) => Promise<object> = client.query.bind(client) as never;
  Object.assign(client, {
    query(...args: unknown[]) {
      const usage = callers.getStore()?.usage;
      // Kysely gives a connection back only after `begin` and `rollback` were answered: the statements between them are refused.
      const isCounted = usage && typeof args.at(-1) !== 'function' && !BEGINS_OR_UNDOES.test(String(args[0]));
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
