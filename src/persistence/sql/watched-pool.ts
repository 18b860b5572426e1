import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { currentWork, type Work } from '../../model/work.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that reports the statements of its connections, and the waits for them, to the work that they belong to. Statements of no work,
 * such as those of a start, cost nothing.
 */
export class WatchedPool extends pg.Pool {
  readonly #name: string;

  constructor(name: string, options: pg.PoolConfig) {
    super({ ...options, Client: watchedClient(name) });
    this.#name = name;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): unknown {
    const work = currentWork.getStore();
    if (!work) return callback ? super.connect(callback) : super.connect();
    return callback ? super.connect(this.#timedCallback(work, callback)) : this.#timed(work);
  }

  /** `query` of the pool comes this way. */
  #timedCallback(work: Work, callback: Connected): Connected {
    const from = performance.now();
    // The pool calls it from the code that gives a connection back, which may belong to other work.
    return AsyncResource.bind((...args: Parameters<Connected>) => {
      work.waited(this.#name, 'connection', performance.now() - from);
      callback(...args);
    });
  }

  async #timed(work: Work): Promise<pg.PoolClient> {
    const from = performance.now();
    try {
      return await super.connect();
    } finally {
      work.waited(this.#name, 'connection', performance.now() - from);
    }
  }
}

/** The class of the connections of a pool. @param name of the pool */
function watchedClient(name: string): typeof pg.Client {
  class WatchedClient extends pg.Client {}
  WatchedClient.prototype.query = function watched(this: pg.Client, ...args: unknown[]): unknown {
    const send = (): unknown => Reflect.apply(pg.Client.prototype.query, this, args);
    const work = currentWork.getStore();
    if (!work) return send();
    const ended = work.statement(name, textOf(args[0]));
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        ended(error ?? undefined);
        callback(error, result);
      };
      return send();
    }
    const result = send();
    if (result instanceof Promise) result.then(() => ended(), ended);
    else ended();
    return result;
  } as pg.Client['query'];
  return WatchedClient;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : '';
}
