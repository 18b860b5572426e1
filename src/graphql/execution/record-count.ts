import { type DomainError, invalid } from '../../domain/kernel/errors.ts';
import { type FollowedPage, followedOf } from '../../domain/reader.ts';
import type { Selection } from '../../model/selection.ts';

/** The maximum number of records for a query of this cost. A correct cost is never less than the number of records. */
export function recordsAllowed(cost: number): number {
  return 2 * cost + 100;
}

/** The maximum number of records for one, including those that its edges lead to. */
export function mostRecords({ members }: Selection): number {
  return members.reduce(
    (sum, member) => ('edge' in member ? sum + member.edge.first * mostRecords(member.edge.record) : sum),
    1,
  );
}

/** Counts the records that are read for one request, bounded by its cost, in case a rule of cost.ts misses something. */
export class RecordCount {
  readonly #onExceed: (detail: { readonly allowed: number; readonly read: number }) => void;
  #allowed = Number.POSITIVE_INFINITY;
  #read = 0;
  #exceeded: DomainError | undefined;

  /** @param onExceed called once */
  constructor(onExceed: (detail: { readonly allowed: number; readonly read: number }) => void) {
    this.#onExceed = onExceed;
  }

  allow(records: number): void {
    this.#allowed = records;
  }

  /**
   * Adds the result of a reader: records, lists or pages of them, with the records of their planned edges.
   * @throws DomainError 400 QUERY_COST_EXCEEDED, also for everything that is read after it
   */
  add(value: unknown): void {
    this.addUnseen(recordsIn(value));
  }

  /** Adds records that PostgreSQL has written as text. @throws DomainError as `add` does */
  addUnseen(records: number): void {
    this.#read += records;
    if (this.#read <= this.#allowed) return;
    if (!this.#exceeded) {
      this.#exceeded = tooManyRecords();
      this.#onExceed({ allowed: this.#allowed, read: this.#read });
    }
    throw this.#exceeded;
  }
}

function recordsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + recordsIn(each), 0);
  if (isPage(value)) return recordsIn(value.items);
  const followed = followedOf(value);
  return followed ? 1 + recordsIn(Object.values(followed)) : 1;
}

function isPage(value: object): value is FollowedPage {
  return 'items' in value && 'hasMore' in value;
}

function tooManyRecords(): DomainError {
  return invalid('QUERY_COST_EXCEEDED', 'RECORDS');
}
