import type { FieldProblem } from '../kernel/errors.ts';

/** Times that people enter begin here, as reports do: an earlier one is a slip, such as the year 26. */
const FIRST_YEAR = 2000;
export const FIRST_ENTERED_TIME = new Date(Date.UTC(FIRST_YEAR, 0));

/** A caller's time, valid by the format `date-time`, which takes small letters. */
export function enteredTime(dateTime: string): Date {
  return new Date(dateTime.toUpperCase());
}

/** What is wrong with a time that a person entered and that is stored. */
export function enteredTimeProblems(field: string, time: Date): FieldProblem[] {
  return time < FIRST_ENTERED_TIME ? [{ field, message: `must not be before the year ${FIRST_YEAR}` }] : [];
}
