import { type FieldProblem, fieldProblem } from '../kernel/errors.ts';

/** The first time that people may enter, and that reports include: an earlier one is a typing error, such as the year 26. */
const FIRST_YEAR = 2000;
export const FIRST_ENTERED_TIME = new Date(Date.UTC(FIRST_YEAR, 0));

/** A caller's time, valid by the format `date-time`, which takes small letters. */
export function enteredTime(dateTime: string): Date {
  return new Date(dateTime.toUpperCase());
}

/** The problems of a time that a person entered and that will be stored. */
export function enteredTimeProblems(field: string, time: Date): FieldProblem[] {
  return time < FIRST_ENTERED_TIME ? [fieldProblem(field, 'TOO_EARLY', { year: FIRST_YEAR })] : [];
}
