import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseShares } from '../../model/ports.ts';
import { BEGINS_OR_UNDOES } from '../sql/broken-connections.ts';
import { type Cancellation, type Canceller, giveBackCancelled, openCanceller } from '../sql/canceller.ts';
import { FairQueue, type FairQueueOptions, type Owner } from './fair-queue.ts';
import { ImpatientCallers } from './impatient-callers.ts';
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
  /** Called when the request asks for a connection. */
  readonly asks: (owner: Owner) => void;
}

/** The sharing of the database, and the pools to which it applies. */
export interface PoolShares extends DatabaseShares {
  /**
   * Shares the pool's connections by these rules from now on, and counts statements.
   * @param name of the pool, for the log
   */
  apply(name: string, pool: Pool, rules: FairQueueOptions): void;
  /** Lets an admin in who has not left too many requests of late; the others wait. For connections that are taken without `apply`. */
  admit(owner: Owner, signal: AbortSignal): Promise<void>;
  /** A queue for connections that are taken without `apply`. */
  queue(name: string, rules: FairQueueOptions): FairQueue;
}

/**
 * Shares the database between admins, across all sessions and transports: each admin has a limit of concurrent
 * statements, each request a limit of work.
 */
export function databaseShares(bounds: RequestBounds, warn: (message: string) => void): PoolShares {
  const callers = new AsyncLocalStorage<Caller>();
  /** Of each connection whose statements are counted. */
  const cancellers = new WeakMap<PoolClient, Canceller>();
  const cancelled = new WeakMap<PoolClient, Promise<void>>();
  const queues = new Map<string, FairQueue>();
  const impatient = new ImpatientCallers();

  function queueOf(name: string, rules: FairQueueOptions): FairQueue {
    const queue = new FairQueue(rules);
    queues.set(name, queue);
    return queue;
  }

  function cancel(client: PoolClient): Cancellation | undefined {
    const cancellation = cancellers.get(client)?.cancel(client);
    if (cancellation) cancelled.set(client, cancellation.done);
    return cancellation;
  }

  async function admit(owner: Owner, signal: AbortSignal): Promise<void> {
    // Before the wait: a request that is left while it waits is one more.
    callers.getStore()?.asks(owner);
    await impatient.wait(owner.adminId, signal);
  }

  async function acquire(
    queue: FairQueue,
    canceller: Canceller,
    connect: () => Promise<PoolClient>,
  ): Promise<PoolClient> {
    const caller = callers.getStore();
    if (caller?.owner && caller.usage) await admit(caller.owner, caller.left);
    const leave = await queue.enter(caller?.owner, caller?.left);
    try {
      const client = await connect();
      if (!cancellers.has(client)) {
        cancellers.set(client, canceller);
        countStatements(client, callers);
      }
      const free = client.release;
      const release = (broken?: Error | boolean) => {
        leave();
        free(broken);
      };
      client.release = (broken) => {
        const cancellation = cancelled.get(client);
        cancelled.delete(client);
        if (!cancellation || broken) release(broken);
        else void giveBackCancelled(client, cancellation, release);
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
      let asked: Owner | undefined;
      const asks = (owner: Owner) => {
        asked = owner;
      };
      return {
        read: (adminId, operation, work) =>
          callers.run({ owner: ownerOf(adminId, operation), usage, left, asks }, work),
        write: (adminId, operation, work) =>
          callers.run({ owner: ownerOf(adminId, operation), usage: undefined, left, asks }, work),
        abandon() {
          if (asked) impatient.left(asked.adminId);
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
    admit,
    queue: queueOf,
    apply(name, pool, rules) {
      const queue = queueOf(name, rules);
      const connect: () => Promise<PoolClient> = pool.connect.bind(pool);
      const end: () => Promise<void> = pool.end.bind(pool);
      const { connectionString: url = '', stream } = pool.options;
      const canceller = openCanceller({ url, stream, warn });
      Object.assign(pool, {
        async end() {
          await end();
          await canceller.close();
        },
        connect(callback?: Callback) {
          const acquired = acquire(queue, canceller, connect);
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
