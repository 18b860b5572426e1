import type { QueryResult } from 'pg';
import type { Cancellation } from '../sql/canceller.ts';
import type { Connection } from '../sql/lent-pool.ts';
import { DatabaseLimitExceeded } from './limit-exceeded.ts';

export interface RequestBounds {
  /** Database time of all statements of a request, milliseconds. */
  readonly maxMs: number;
  /** Rows returned by all statements of a request. */
  readonly maxRows: number;
}

interface Statement {
  readonly connection: Connection;
  readonly startedAt: number;
  /** Set when it is cancelled. */
  cancellation?: Pick<Cancellation, 'stop'>;
}

/**
 * The database usage of one request, across its connections. Once a bound is exceeded, running statements are cancelled
 * and later ones fail.
 */
export class RequestUsage {
  readonly #bounds: RequestBounds;
  readonly #cancel: (connection: Connection) => Statement['cancellation'];
  readonly #running = new Set<Statement>();
  #endedMs = 0;
  #rows = 0;
  #timer: NodeJS.Timeout | undefined;
  #exceeded: DatabaseLimitExceeded | undefined;

  /** @param cancel cancels the running statement of a connection, which then fails, until it is stopped */
  constructor(bounds: RequestBounds, cancel: (connection: Connection) => Statement['cancellation']) {
    this.#bounds = bounds;
    this.#cancel = cancel;
  }

  /**
   * Sends a statement and adds it to the usage.
   * @throws DatabaseLimitExceeded if the request has exceeded a bound
   */
  async count<Result extends Partial<QueryResult>>(
    connection: Connection,
    send: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#exceeded) throw this.#exceeded;
    const statement: Statement = { connection, startedAt: performance.now() };
    this.#running.add(statement);
    this.#watch();
    try {
      const result = await send();
      this.#rows += result.rows?.length ?? 0;
      if (this.#rows > this.#bounds.maxRows) throw this.#exceed(tooManyRows(this.#bounds.maxRows));
      return result;
    } catch (error) {
      throw this.#exceeded ?? error;
    } finally {
      statement.cancellation?.stop();
      this.#running.delete(statement);
      this.#endedMs += performance.now() - statement.startedAt;
      this.#watch();
    }
  }

  /** Cancels what runs and refuses what would follow. */
  end(reason: DatabaseLimitExceeded): void {
    this.#exceed(reason);
  }

  /** Schedules a check for when the time would be used up if no statement starts or ends before. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#running.size === 0 || this.#exceeded) return;
    const leftMs = (this.#bounds.maxMs - this.#usedMs()) / this.#running.size;
    this.#timer = setTimeout(() => this.#check(), Math.max(leftMs, 0));
  }

  #check(): void {
    if (this.#usedMs() < this.#bounds.maxMs) this.#watch();
    else this.#exceed(tooLong(this.#bounds.maxMs));
  }

  #usedMs(): number {
    const now = performance.now();
    return [...this.#running].reduce((sum, { startedAt }) => sum + now - startedAt, this.#endedMs);
  }

  #exceed(error: DatabaseLimitExceeded): DatabaseLimitExceeded {
    if (this.#exceeded) return this.#exceeded;
    this.#exceeded = error;
    for (const statement of this.#running) statement.cancellation = this.#cancel(statement.connection);
    return error;
  }
}

function tooLong(maxMs: number): DatabaseLimitExceeded {
  return new DatabaseLimitExceeded({ limit: 'time', seconds: maxMs / 1000 });
}

function tooManyRows(maxRows: number): DatabaseLimitExceeded {
  return new DatabaseLimitExceeded({ limit: 'rows', maximum: maxRows });
}
