import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { nameOrderProblem } from '../name-order.ts';
import { openPool } from '../sql/pool.ts';
import { readWalPosition, type WalPosition } from './wal-position.ts';

/** How long a replica is left alone after it failed. */
const DOWN_MS = 5_000;
/** How long nobody waits for a replica after one has waited in vain: each read looks once. */
const BEHIND_MS = 500;
const POLL_MS = 3;
const ASK_TIMEOUT_MS = 1_500;
const LOCK_TIMEOUT_MS = 1_000;

interface ReplicaUrls {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly warn: (message: string) => void;
}

/** Knows whether a replica has what was committed on the primary. */
export class ReplicaState {
  readonly #primary: Pool;
  readonly #replica: Pool;
  readonly #warn: (message: string) => void;
  #position: Promise<WalPosition> | undefined;
  #nextPosition: Promise<WalPosition> | undefined;
  #replayed: WalPosition = 0n;
  /** Whether it sorts as the primary does, which may change when it starts again. */
  #sortsAlike = false;
  #downUntil = 0;
  #behindUntil = 0;

  constructor({ primaryUrl, replicaUrl, warn }: ReplicaUrls) {
    const settings = {
      max: 1,
      statementTimeoutMs: ASK_TIMEOUT_MS,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      connectTimeoutMs: ASK_TIMEOUT_MS,
      warn,
    };
    this.#primary = openPool({ ...settings, name: 'WAL position', url: primaryUrl });
    this.#replica = openPool({ ...settings, name: 'replica state', url: replicaUrl });
    this.#warn = warn;
    // A standby that starts again may be behind where it was.
    const forget = () => {
      this.#replayed = 0n;
      this.#sortsAlike = false;
    };
    this.#replica.on('error', forget).on('remove', forget);
  }

  /**
   * Whether the replica has everything that was committed before this call, waiting for it for a while. False also when it
   * cannot be asked: the primary has everything.
   */
  async hasCaughtUp(patienceMs: number): Promise<boolean> {
    const startedAt = performance.now();
    if (startedAt < this.#downUntil) return false;
    try {
      const wanted = await this.#committed();
      const deadline = startedAt < this.#behindUntil ? startedAt : startedAt + patienceMs;
      while (this.#replayed < wanted) {
        this.#replayed = await this.#replayedBy();
        if (this.#replayed >= wanted) break;
        if (performance.now() >= deadline) {
          this.#behindUntil = performance.now() + BEHIND_MS;
          return false;
        }
        await sleep(POLL_MS);
      }
      return true;
    } catch (error) {
      this.hasFailed(error);
      return false;
    }
  }

  /** Leaves the replica alone for a while. */
  hasFailed(error: unknown): void {
    const now = performance.now();
    if (now >= this.#downUntil) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn(`the replica (DATABASE_REPLICA_URL) cannot be read, the primary answers instead: ${reason}`);
    }
    this.#downUntil = now + DOWN_MS;
    this.#replayed = 0n;
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.end(), this.#replica.end()]);
  }

  /** What the primary has committed. Calls share a statement that none of them began too late for. */
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
    // A standby that was promoted goes a way of its own.
    if (!found?.standby || found.position === null) throw new Error('it is not a standby of the primary');
    return readWalPosition(found.position);
  }
}
