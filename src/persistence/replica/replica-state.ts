import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { nameOrderProblem } from '../name-order.ts';
import { openPool } from '../sql/pool.ts';
import type { ReplicaConnections } from './replica-connections.ts';
import { readWalPosition, type WalPosition } from './wal-position.ts';

/** The time without reads from a replica after it failed. */
const DOWN_MS = 5_000;
/** The time in which reads do not wait for a replica after one has waited in vain: each read checks it once. */
const BEHIND_MS = 500;
const POLL_MS = 3;
const ASK_TIMEOUT_MS = 2_500;
/** Longer, so that the check itself detects a replica that hangs. */
const CONNECT_TIMEOUT_MS = 3_000;
const LOCK_TIMEOUT_MS = 1_000;
/** The interval at which the replica is checked while something is read there. */
const WATCH_MS = 300;

interface ReplicaUrls {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Those that reads use. */
  readonly connections: ReplicaConnections;
  readonly warn: (message: string) => void;
}

/** Tracks whether a replica answers, and whether it has everything that was committed on the primary. */
export class ReplicaState {
  readonly #primary: Pool;
  readonly #replica: Pool;
  readonly #connections: ReplicaConnections;
  readonly #warn: (message: string) => void;
  #position: Promise<WalPosition> | undefined;
  #nextPosition: Promise<WalPosition> | undefined;
  #asking: Promise<void> | undefined;
  #replayed: WalPosition = 0n;
  /** True if it sorts like the primary. A restart may change it. */
  #sortsAlike = false;
  /** When it may be asked again after it failed. */
  #askAgainAt = 0;
  #behindUntil = 0;

  constructor({ primaryUrl, replicaUrl, connections, warn }: ReplicaUrls) {
    const settings = {
      max: 1,
      statementTimeoutMs: ASK_TIMEOUT_MS,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      warn,
    };
    this.#primary = openPool({ ...settings, name: 'WAL position', url: primaryUrl });
    this.#replica = openPool({ ...settings, name: 'replica state', url: replicaUrl });
    this.#connections = connections;
    this.#warn = warn;
    // A standby that restarts may be behind its previous position.
    const forget = () => {
      this.#replayed = 0n;
      this.#sortsAlike = false;
    };
    this.#replica.on('error', forget).on('remove', forget);
  }

  /**
   * Waits until the replica has everything that was committed before this call, up to a limit.
   * @returns false also if the position of the primary cannot be read, because the primary has everything. No call waits for a
   *   replica that has failed.
   */
  async hasCaughtUp(patienceMs: number): Promise<boolean> {
    if (this.#connections.areBarred) {
      if (performance.now() >= this.#askAgainAt) this.#ask().catch(ignore);
      return false;
    }
    const isBehind = performance.now() < this.#behindUntil;
    try {
      const wanted = await this.#committed();
      const deadline = performance.now() + patienceMs;
      while (this.#replayed < wanted) {
        const isAnswered = await endsWithin(deadline - performance.now(), this.#ask());
        if (this.#replayed >= wanted) break;
        if (!isAnswered || isBehind || performance.now() >= deadline) {
          this.#behindUntil = performance.now() + BEHIND_MS;
          return false;
        }
        await sleep(POLL_MS);
      }
      return true;
    } catch {
      // If the primary could not be reached, reading from it gives the error.
      return false;
    }
  }

  /**
   * Does some work on the replica. Asks meanwhile whether it answers: what hangs ends no statement and no connection, so both are
   * ended here, and the work fails.
   */
  async whileAnswering<T>(work: () => Promise<T>): Promise<T> {
    const watch = setInterval(() => this.#ask().catch(ignore), WATCH_MS);
    try {
      return await work();
    } finally {
      clearInterval(watch);
    }
  }

  /** Stops reading from the replica for a while, and until it answers. */
  hasFailed(error: unknown): void {
    const now = performance.now();
    if (now >= this.#askAgainAt) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn(`the replica (DATABASE_REPLICA_URL) cannot be read, the primary answers instead: ${reason}`);
    }
    this.#askAgainAt = now + DOWN_MS;
    this.#replayed = 0n;
    this.#connections.bar();
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.end(), this.#replica.end()]);
  }

  /**
   * The position up to which the primary has committed. A call shares a statement only if the statement starts after the call.
   */
  #committed(): Promise<WalPosition> {
    if (!this.#position) {
      this.#position = this.#askPrimary().finally(() => {
        this.#position = undefined;
      });
      return this.#position;
    }
    this.#nextPosition ??= this.#position
      .catch(() => undefined)
      .then(() => {
        this.#nextPosition = undefined;
        return this.#committed();
      });
    return this.#nextPosition;
  }

  async #askPrimary(): Promise<WalPosition> {
    const { rows } = await this.#primary.query<{ position: string }>(
      'select pg_current_wal_flush_lsn()::text as position',
    );
    return readWalPosition(rows[0]?.position ?? '0/0');
  }

  /**
   * Reads the position up to which the replica has replayed. Calls share the statement: an older position is lower, and still
   * valid.
   */
  #ask(): Promise<void> {
    this.#asking ??= this.#askReplica()
      .catch((error: unknown) => {
        this.hasFailed(error);
        throw error;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #askReplica(): Promise<void> {
    const answer = this.#replayedBy();
    if (!(await endsWithin(ASK_TIMEOUT_MS, answer))) {
      this.#connections.cut();
      throw new Error(`it has not answered for ${ASK_TIMEOUT_MS / 1000} s`);
    }
    this.#replayed = await answer;
    if (performance.now() >= this.#askAgainAt) this.#connections.unbar();
  }

  async #replayedBy(): Promise<WalPosition> {
    if (!this.#sortsAlike) {
      const problem = await nameOrderProblem(this.#replica);
      if (problem) throw new Error(problem);
      this.#sortsAlike = true;
    }
    const { rows } = await this.#replica.query<{ position: string | null; standby: boolean }>(
      'select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as standby',
    );
    const [found] = rows;
    // A promoted standby has a timeline of its own.
    if (!found?.standby || found.position === null) throw new Error('it is not a standby of the primary');
    return readWalPosition(found.position);
  }
}

/** Waits for work up to a limit; the work continues after it. @returns true if the work ended @throws the error of the work */
async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  // Lets the event loop read data that has already arrived.
  const late = sleep(ms, undefined, { signal: timer.signal })
    .then(() => turn(false))
    .catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

function ignore(): void {
  // `hasFailed` has said it.
}
