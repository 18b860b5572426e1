import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Spent } from './callers.ts';
import type { CheckName, Failure } from './checks.ts';
import type { Report } from './report.ts';

/** Requests that may be spent on making a failing case smaller. */
const MOST_SHRINKS = 60;

export interface SearchOptions<T> {
  readonly seed: number;
  readonly runs: number;
  /** Names the search, so that its cases do not depend on the other searches of the run. */
  readonly name: string;
  readonly cases: fc.Arbitrary<T>;
  readonly report: Report;
  /** Sends a case. @returns the promises that its answers broke */
  readonly failuresOf: (example: T) => Promise<readonly Failure[]>;
  /** Called when a case could not be sent because all callers have used up the limit; the search ends. */
  readonly onSpent: () => void;
}

/** Tries arbitrary cases; a case that fails is made as small as it can be, and reported. Each check fails once at most. */
export async function search<T>({
  seed,
  runs,
  name,
  cases,
  report,
  failuresOf,
  onSpent,
}: SearchOptions<T>): Promise<void> {
  let left = runs;
  let isSpent = false;
  // A failure of one check must not hide those of others: the search goes on with what is left of its runs.
  for (let round = 0; left > 0 && !isSpent; round += 1) {
    let found: Failure | undefined;
    let shrinks = 0;
    const property = fc.asyncProperty(cases, async (example) => {
      if (isSpent || shrinks > MOST_SHRINKS) return;
      if (found) shrinks += 1;
      else left -= 1;
      try {
        const failures = await failuresOf(example);
        const failure = failures.find(({ operation, check }) => isWanted(operation, check, found));
        if (!failure) return;
        found = failure;
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        isSpent = true;
        onSpent();
        return;
      }
      throw new Broken();
    });
    const details = await fc.check(property, { seed: seedOf(`${seed} ${name} ${round}`), numRuns: left });
    if (found) report.fail(found);
    if (details.failed && !(details.errorInstance instanceof Broken)) throw details.errorInstance;
    if (!found) return;
  }

  /** While a case is made smaller it must keep failing in the same way. */
  function isWanted(operation: string, check: CheckName, found: Failure | undefined): boolean {
    if (found) return found.operation === operation && found.check === check;
    return !report.has(operation, check);
  }
}

/** Tells fast-check that a case fails. */
class Broken extends Error {}

/** A seed for fast-check: a whole number of 32 bits. */
export function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32LE(0);
}
