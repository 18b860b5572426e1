import { offsetsOf } from '../../model/zoned-time.ts';

/** The offsets of a time zone from UTC and their start times, as PostgreSQL reads arrays of timestamps and of intervals. */
export interface Clocks {
  readonly since: readonly string[];
  readonly offsets: readonly string[];
}

/**
 * The clocks of a time zone by Node's time zone database, in a range of years; before the range they keep the first offset.
 */
export function clocksIn(timeZone: string, firstYear: number, lastYear: number): Clocks {
  const changes = offsetsOf(timeZone, firstYear, lastYear);
  return {
    since: changes.map(({ since }, at) => (at === 0 ? '-infinity' : new Date(since).toISOString())),
    offsets: changes.map(({ offset }) => `${offset / 1000} seconds`),
  };
}

/**
 * SQL of the local time (a timestamp without a zone) at a time.
 * @param time, since, offsets SQL; of the arrays of the clocks, their parameters or literals
 */
export function localTime(time: string, since: string, offsets: string): string {
  return `(${time} at time zone 'UTC' + (${offsets}::interval[])[width_bucket(${time}, ${since}::timestamptz[])])`;
}
