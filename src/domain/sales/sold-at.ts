import { Type } from 'typebox';
import { enteredTime, enteredTimeProblems } from '../formats/entered-time.ts';
import { type FieldProblem, fieldProblem } from '../kernel/errors.ts';
import { described } from '../kernel/input.ts';

/** Tolerance for clock differences and for dates entered a day early. */
const MAX_SOLD_AHEAD_HOURS = 24;
const MAX_SOLD_AHEAD_MS = MAX_SOLD_AHEAD_HOURS * 60 * 60 * 1000;

/** The time of sale, as sellers enter it. @param more the end of the description */
export function soldAtInput(more: string) {
  return described(
    Type.String({ format: 'date-time' }),
    `When the device was sold, as an RFC 3339 time from the year 2000 on and at most a day ahead${more}.`,
  );
}

/** The problems of the time of a sale. @param soldAt valid; undefined for now */
export function soldAtProblems(soldAt: string | undefined, now: Date): FieldProblem[] {
  if (soldAt === undefined) return [];
  const time = enteredTime(soldAt);
  return [
    ...enteredTimeProblems('soldAt', time),
    ...(time.getTime() > now.getTime() + MAX_SOLD_AHEAD_MS
      ? [fieldProblem('soldAt', 'IN_FUTURE', { hours: MAX_SOLD_AHEAD_HOURS })]
      : []),
  ];
}
