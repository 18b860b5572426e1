import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseShares } from '../../model/ports.ts';
import { type Cancellation, giveBackCancelled, openCanceller, processIdOf } from '../sql/canceller.ts';
import { BEGINS_OR_UNDOES, type Connection, type ConnectionPool, LentConnection } from '../sql/lent-pool.ts';
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
  /** What its request is expected to cost. */
  readonly cost: () => number;
  /** Called when the request asks for a connection. */
  readonly asks: (owner: Owner) => void;
}

/** The sharing of the database, and the pools to which it applies. */
export interface PoolShares extends DatabaseShares {
  /**
   * Lends the pool's connections by these rules, and counts statements.
   * @param name of the pool, for the log
   */
  apply(name: string, pool: Pool, rules: FairQueueOptions): ConnectionPool;
  /**
   * Lets an admin in who has not left too many requests of late; the others wait. For connections that are taken without `apply`.
   * @param signal of a client who leaves, which counts until the returned function is called
   */
  admit(owner: Owner, signal: AbortSignal): Promise<() => void>;
  /** A queue for connections that are taken without `apply`. */
  queue(name: string, rules: FairQueueOptions): FairQueue;
}

/**
 * Shares the database between admins, across all sessions and transports: each admin has a limit of concurrent
 * statements, each request a limit of work.
 */
export function databaseShares(bounds: RequestBounds, warn: (message: string) => void): PoolShares {
  const callers = new AsyncLocalStorage<Caller>();
  /** Cancels what a connection runs. */
  const cancelling = new WeakMap<Connection, () => Cancellation>();
  const cancelled = new WeakMap<Connection, Promise<void>>();
  const queues = new Map<string, FairQueue>();
  const impatient = new ImpatientCallers();

  function queueOf(name: string, rules: FairQueueOptions): FairQueue {
    const queue = new FairQueue(rules, name);
    queues.set(name, queue);
    return queue;
  }

  function cancel(connection: Connection): Cancellation | undefined {
    const cancellation = cancelling.get(connection)?.();
    if (cancellation) cancelled.set(connection, cancellation.done);
    return cancellation;
  }

  async function admit({ adminId }: Owner, signal: AbortSignal): Promise<() => void> {
    const leave = () => impatient.left(adminId);
    // Before the wait: what is left while it waits is one more.
    signal.addEventListener('abort', leave, { once: true });
    await impatient.wait(adminId, signal);
    return () => signal.removeEventListener('abort', leave);
  }

  /** Charges a statement to the request that sends it. */
  function charge(connection: Connection, statement: unknown, send: () => Promise<object>): Promise<object> {
    const usage = callers.getStore()?.usage;
    // Kysely gives a connection back only after `begin` and `rollback` were answered: the statements between them are refused.
    return usage && !BEGINS_OR_UNDOES.test(String(statement)) ? usage.count(connection, send) : send();
  }

  /** Lends a connection to the caller, in turn. @param connect takes one from the pool */
  async function lendInTurn(queue: FairQueue, connect: () => Promise<Taken>): Promise<Connection> {
    const caller = callers.getStore();
    if (caller?.owner && caller.usage) {
      // Before the wait: a request that is left while it waits is one more.
      caller.asks(caller.owner);
      await impatient.wait(caller.owner.adminId, caller.left);
    }
    const leave = await queue.enter(caller?.owner, caller?.left, caller?.usage && caller.cost());
    const { client, connection } = await connect().catch((error: unknown) => {
      leave();
      throw error;
    });
    const giveBack = (broken?: Error | boolean) => {
      leave();
      client.release(broken);
    };
    connection.lend((broken) => {
      const cancellation = cancelled.get(connection);
      cancelled.delete(connection);
      if (!cancellation || broken) giveBack(broken);
      else void giveBackCancelled(client, cancellation, giveBack);
    });
    if (!caller?.left.aborted) return connection;
    connection.release();
    throw caller.left.reason;
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
      let expected = 0;
      const cost = () => expected;
      return {
        read: (adminId, operation, work) =>
          callers.run({ owner: ownerOf(adminId, operation), usage, left, asks, cost }, work),
        write: (adminId, operation, work) =>
          callers.run({ owner: ownerOf(adminId, operation), usage: undefined, left, asks, cost }, work),
        expect(more) {
          expected = Math.max(expected, more);
        },
        abandon() {
          if (asked) impatient.left(asked.adminId);
          const reason = new DatabaseLimitExceeded({ limit: 'left' });
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
      const { connectionString: url = '', stream } = pool.options;
      const canceller = openCanceller({ url, stream, warn });
      const connections = new WeakMap<PoolClient, LentConnection>();
      let ended: Promise<void> | undefined;

      async function open(client: PoolClient): Promise<LentConnection> {
        canceller.prepare();
        const pid = await processIdOf(client);
        const connection = new LentConnection(client, charge);
        cancelling.set(connection, () => canceller.cancel(pid));
        connections.set(client, connection);
        return connection;
      }

      async function connect(): Promise<Taken> {
        const client = await pool.connect();
        try {
          return { client, connection: connections.get(client) ?? (await open(client)) };
        } catch (error) {
          client.release(true);
          throw error;
        }
      }

      return {
        options: pool.options,
        connect: () => lendInTurn(queue, connect),
        end() {
          ended ??= pool.end().then(() => canceller.close());
          return ended;
        },
      };
    },
  };
}

/** A connection that was taken from its pool. */
interface Taken {
  readonly client: PoolClient;
  readonly connection: LentConnection;
}

function ownerOf(adminId: string | undefined, operation: string): Owner | undefined {
  return adminId === undefined ? undefined : { adminId, operation };
}
