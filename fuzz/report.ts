import type { CheckName, Failure } from './checks.ts';
import type { WireAnswer } from './request.ts';

/** What an operation answered, in numbers. */
export interface Tally {
  sent: number;
  /** Answers to valid data. */
  succeeded: number;
  /** Valid data that the state of records forbade. */
  stateRefused: number;
  /** Invalid data, missing credentials and wrong methods that were refused. */
  refused: number;
  /** 429, or not sent because every caller had used up the limit. */
  limited: number;
}

/** Collects what a run found. */
export class Report {
  readonly failures: Failure[] = [];
  /** Why a record could not be brought into the state that an operation needs, by operation. */
  readonly unprepared = new Map<string, string>();
  /** Why the run ended early; undefined when it did not. */
  endedBy: string | undefined;
  readonly #goals = new Set<string>();
  readonly #reached = new Set<string>();
  readonly #tallies = new Map<string, Tally>();

  tally(operation: string): Tally {
    const known = this.#tallies.get(operation);
    if (known) return known;
    const made = { sent: 0, succeeded: 0, stateRefused: 0, refused: 0, limited: 0 };
    this.#tallies.set(operation, made);
    return made;
  }

  /** Names what must succeed at least once: else nothing is known of what it does. */
  aim(goal: string): void {
    this.#goals.add(goal);
  }

  /** It succeeded, whether it was aimed at or not. */
  reach(goal: string): void {
    this.#reached.add(goal);
  }

  hasReached(goal: string): boolean {
    return this.#reached.has(goal);
  }

  /** @param meant whether the data was valid and the caller allowed */
  count(operation: string, { status }: Pick<WireAnswer, 'status'>, meant: 'valid' | 'invalid'): void {
    const tally = this.tally(operation);
    tally.sent += 1;
    if (status === 429) tally.limited += 1;
    else if (status < 400) tally.succeeded += meant === 'valid' ? 1 : 0;
    else if (status < 500) tally[meant === 'valid' ? 'stateRefused' : 'refused'] += 1;
    if (status < 400 && meant === 'valid') this.reach(operation);
  }

  /** Keeps one failure of each operation and check. */
  fail(failure: Failure): void {
    if (!this.has(failure.operation, failure.check)) this.failures.push(failure);
  }

  has(operation: string, check: CheckName): boolean {
    return this.failures.some((known) => known.operation === operation && known.check === check);
  }

  get requests(): number {
    return [...this.#tallies.values()].reduce((sum, { sent }) => sum + sent, 0);
  }

  /** How much the run tried. */
  get aims(): number {
    return this.#goals.size;
  }

  /** What never succeeded. */
  get unreached(): string[] {
    return [...this.#goals].filter((goal) => !this.#reached.has(goal));
  }

  /** One line for each operation. */
  table(): string {
    const rows = [...this.#tallies].map(([name, tally]) => [name, ...Object.values(tally).map(String)]);
    const heads = ['operation', 'sent', 'success', 'by state', 'refused', 'limited'];
    const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
    return [heads, ...rows]
      .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))))
      .map((cells) => cells.join('  '))
      .join('\n');
  }
}
