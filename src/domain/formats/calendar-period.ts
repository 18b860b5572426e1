import type { CalendarPeriod } from '../../model/enums.ts';
import type { Period } from '../../model/ports.ts';
import { addDays, type CalendarDate, dateIn, startOfDay } from './business-time.ts';

/** The first day of each period, counted in periods from the present one. */
const FIRST_DAYS = {
  day: addDays,
  week: (today: CalendarDate, count: number) => addDays(today, 7 * count - daysSinceMonday(today)),
  month: (today: CalendarDate, count: number) => firstOfMonth(Number(today.slice(0, 4)), monthOf(today) + count),
  year: (today: CalendarDate, count: number) => firstOfMonth(Number(today.slice(0, 4)) + count, 0),
} as const;

const PERIODS: Readonly<Record<CalendarPeriod, readonly [unit: keyof typeof FIRST_DAYS, count: number]>> = {
  TODAY: ['day', 0],
  YESTERDAY: ['day', -1],
  THIS_WEEK: ['week', 0],
  PREVIOUS_WEEK: ['week', -1],
  THIS_MONTH: ['month', 0],
  PREVIOUS_MONTH: ['month', -1],
  THIS_YEAR: ['year', 0],
  PREVIOUS_YEAR: ['year', -1],
};

/** A period of the calendar in a time zone, from the start of its first day to the start of the next period. */
export function periodAt(period: CalendarPeriod, now: Date, timeZone: string): Period {
  const [unit, count] = PERIODS[period];
  const startOf = (each: number) => startOfDay(FIRST_DAYS[unit](dateIn(now, timeZone), each), timeZone);
  return { from: startOf(count), to: startOf(count + 1) };
}

function daysSinceMonday(date: CalendarDate): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** January is 0. */
function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7)) - 1;
}

/** @param month beyond 0 to 11 for those of other years */
function firstOfMonth(year: number, month: number): CalendarDate {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
