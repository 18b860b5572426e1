import { dependsOn, filterTextAt } from '../persistence/lists/filter-dependence.ts';
import { leavesOf } from '../persistence/lists/list-filter.ts';
import { ListQueryError } from '../persistence/lists/list-values.ts';
import { fieldProblem, validationFailed } from './kernel/errors.ts';
import { type Reader, timesIn } from './reader.ts';

/** The filters of live subscriptions (ADR 58). */

/** Longer than every age and every period of the calendar that a filter can name begins again. */
const LATER_MS = 1_000 * 86_400_000;
/** Any time zone serves to check. */
const ZONE = { businessTimeZone: 'UTC' };

/**
 * Checks a filter without reading anything.
 * @throws DomainError 400 VALIDATION_FAILED for a filter that lists refuse, and for a condition that depends on the present, because
 *   a record begins or ceases to match it without a change
 */
export function checkLiveFilter(reader: Reader, filter: unknown, now: Date): void {
  const textAt = (at: Date, part: unknown) => filterTextAt(reader.list(at), timesIn(part, reader, at, ZONE), at);
  const later = new Date(now.getTime() + LATER_MS);
  try {
    textAt(now, filter);
    for (const [name, conditions] of leavesOf(filter)) {
      const part = { [name]: conditions };
      if (textAt(now, part) !== textAt(later, part))
        throw new ListQueryError(fieldProblem(`filter.${name}`, 'DEPENDS_ON_TIME'));
    }
  } catch (error) {
    if (!(error instanceof ListQueryError)) throw error;
    throw validationFailed([error.problem]);
  }
}

/** Whether a record that does not match a filter may have matched before these columns of it changed; undefined: nothing says which. */
export function mayHaveMatched(
  { list }: Reader,
  filter: unknown,
  columns: ReadonlySet<string> | undefined,
  now: Date,
): boolean {
  return !columns || dependsOn(list(now), filter, columns);
}
