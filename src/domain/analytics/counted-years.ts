import { startOfDay } from '../../model/zoned-time.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import { invalid } from '../kernel/errors.ts';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

/**
 * Checks the years of a range: those of UTC for times, and of the time zone for dates. 1 January 2000 begins in Tashkent five
 * hours before it does in UTC.
 * @throws DomainError 400 INVALID_RANGE
 */
export function requireCountedYears({ from, to }: TimeRange, timeZone: string): void {
  const isTooEarly = startsOf(FIRST_YEAR, timeZone).every((start) => from < start);
  const isTooLate = startsOf(LAST_YEAR + 1, timeZone).every((start) => to > start);
  if (isTooEarly || isTooLate) throw invalid('INVALID_RANGE', 'YEARS', { first: FIRST_YEAR, last: LAST_YEAR });
}

function startsOf(year: number, timeZone: string): readonly Date[] {
  return ['UTC', timeZone].map((zone) => startOfDay(`${year}-01-01`, zone));
}
