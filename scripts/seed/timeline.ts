import { addDays, dateIn, monthOf, startOfDay } from '../../src/model/zoned-time.ts';

/** The years that a seeded business has existed, as shares of its volume. */
export interface Timeline {
  /** The first day's beginning and the present, Unix seconds. */
  readonly from: number;
  readonly now: number;
  /** The share of the volume that lies before each day, and 1 at the end. */
  readonly shares: readonly number[];
}

const DAY = 86_400;
const DAYS = 4 * 365 + 1;
/** How many times more the business sells a day at the end than at the beginning. */
const GROWTH = 6;
/** January to December: New Year and Navruz sell, the summer does not. */
const MONTHS = [0.8, 0.9, 1.2, 1, 0.95, 0.85, 0.8, 0.85, 1.05, 1.05, 1.2, 1.5];
/** Sunday to Saturday. */
const WEEKDAYS = [0.55, 1, 1.05, 1.05, 1.1, 1.2, 0.85];

/**
 * Four years up to now, with growth, seasons and weekdays.
 * @param now Unix seconds
 * @param zone the business time zone
 */
export function timelineUntil(now: number, zone: string): Timeline {
  const date = dateIn(new Date(now * 1_000), zone);
  const today = startOfDay(date, zone).getTime() / 1_000;
  const from = today - (DAYS - 1) * DAY;
  const weights = Array.from({ length: DAYS }, (_, day) => {
    const then = addDays(date, day - DAYS + 1);
    const season = (MONTHS[monthOf(then) - 1] ?? 1) * (WEEKDAYS[new Date(then).getUTCDay()] ?? 1);
    const elapsed = day === DAYS - 1 ? (now - today) / DAY : 1;
    return GROWTH ** (day / DAYS) * season * elapsed + 1e-9;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const shares = weights.map((weight) => {
    const before = sum / total;
    sum += weight;
    return before;
  });
  return { from, now, shares: [...shares, 1] };
}
