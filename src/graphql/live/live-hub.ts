import type { Runtime } from '../../domain/kernel/operation.ts';
import type { ChangeFeed } from '../../model/ports.ts';
import { LiveEvent, LiveReads } from './live-event.ts';
import { PRESENCE, type RecordEvent, recordEventsOf } from './live-fields.ts';
import type { LiveSessions } from './live-sessions.ts';

const SWEEP_MS = 5_000;
/** The pause between PROGRESS events of one release, because a rollout progresses with every report of a device. */
const PROGRESS_PAUSE_MS = 1_000;

/** The kinds of changes that can end a session, a service account or a role. */
const WHO_MAY_LISTEN = new Set(['admin', 'admin_session', 'service_account']);

/** A receiver of events. */
export interface Listener {
  readonly kind: string;
  notify(event: LiveEvent): void;
}

/** Sends events to the listeners of this instance. */
export class LiveHub {
  /** By the kind of record. */
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #progress = new Map<string, { again: boolean }>();
  readonly #reads: LiveReads;
  readonly #runtime: Runtime;
  readonly #changes: ChangeFeed;
  readonly #sessions: LiveSessions;
  readonly #checkAll: () => void;
  #sweep: { readonly timer: NodeJS.Timeout; readonly first: Promise<void> } | undefined;

  /** @param checkAll checks the sessions of all streams now */
  constructor(runtime: Runtime, changes: ChangeFeed, sessions: LiveSessions, checkAll: () => void) {
    this.#runtime = runtime;
    this.#reads = new LiveReads(runtime);
    this.#changes = changes;
    this.#sessions = sessions;
    this.#checkAll = checkAll;
  }

  /**
   * Notifies a listener of everything that is committed from now on, beginning with REFETCH.
   * @throws Error when the database does not answer
   */
  async join(listener: Listener): Promise<void> {
    const ofKind = this.#listeners.get(listener.kind) ?? new Set();
    this.#listeners.set(listener.kind, ofKind.add(listener));
    try {
      await this.#changes.listen({
        changed: (change) => {
          if (WHO_MAY_LISTEN.has(change.kind)) this.#recheck();
          else for (const recordEvent of recordEventsOf(change)) this.#publish(recordEvent);
        },
        missed: () => {
          this.#recheck();
          this.#notifyAll();
        },
      });
      // It may have left meanwhile.
      if (listener.kind === PRESENCE && ofKind.has(listener)) await this.#startSweep();
    } catch (error) {
      this.leave(listener);
      throw error;
    }
    listener.notify(this.refetch());
  }

  leave(listener: Listener): void {
    const ofKind = this.#listeners.get(listener.kind);
    ofKind?.delete(listener);
    if (ofKind?.size === 0) this.#listeners.delete(listener.kind);
    if (this.#sweep && !this.#listeners.has(PRESENCE)) this.#stopSweep();
  }

  /** REFETCH: earlier events may have been missed. */
  refetch(): LiveEvent {
    return new LiveEvent(this.#reads);
  }

  stop(): void {
    this.#stopSweep();
  }

  #recheck(): void {
    this.#sessions.forget();
    this.#checkAll();
  }

  #publish(recordEvent: RecordEvent): void {
    if (recordEvent.event !== 'PROGRESS') {
      this.#notify(recordEvent);
      return;
    }
    const pause = this.#progress.get(recordEvent.id);
    if (pause) {
      pause.again = true;
      return;
    }
    this.#notify(recordEvent);
    this.#pauseProgress(recordEvent);
  }

  /** Events within the pause are sent once, at its end. */
  #pauseProgress(recordEvent: RecordEvent): void {
    const pause = { again: false };
    this.#progress.set(recordEvent.id, pause);
    setTimeout(() => {
      this.#progress.delete(recordEvent.id);
      if (pause.again) this.#publish(recordEvent);
    }, PROGRESS_PAUSE_MS).unref();
  }

  #notify(recordEvent: RecordEvent): void {
    const event = new LiveEvent(this.#reads, recordEvent);
    for (const listener of this.#listeners.get(recordEvent.kind) ?? []) listener.notify(event);
  }

  #notifyAll(): void {
    const event = this.refetch();
    for (const ofKind of this.#listeners.values()) for (const listener of ofKind) listener.notify(event);
  }

  async #startSweep(): Promise<void> {
    if (!this.#sweep) {
      this.#changes.forgetPresence();
      const timer = setInterval(() => void this.#sweepOnce().catch(ignore), SWEEP_MS);
      timer.unref();
      this.#sweep = { timer, first: this.#sweepOnce() };
    }
    await this.#sweep.first;
  }

  #stopSweep(): void {
    clearInterval(this.#sweep?.timer);
    this.#sweep = undefined;
  }

  /** If a sweep fails, the next one compares with the same previous sweep, so that nothing is lost. */
  async #sweepOnce(): Promise<void> {
    const changes = await this.#changes.presenceChanges(this.#runtime.clock.now());
    for (const { id, online } of changes) {
      this.#notify({ kind: PRESENCE, event: online ? 'ONLINE' : 'OFFLINE', id });
    }
  }
}

function ignore(): void {
  // The pool has warned of what it lost.
}
