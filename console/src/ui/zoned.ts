import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { offsetOf } from './zone-offset.ts';

dayjs.extend(utc);

/** A time by the clock of a zone. The plugin `timezone` of dayjs makes a format for each time, which takes most of drawing a list. */
export function zoned(time: string, zone: string): Dayjs {
  const at = dayjs.utc(time);
  return at.isValid() ? at.utcOffset(offsetOf(at.toDate(), zone)) : at;
}

/** The day of a time in a zone, or one that was so many days before: `2026-11-27`. */
export const dayOf = (time: string, zone: string, daysBefore = 0) =>
  zoned(time, zone).subtract(daysBefore, 'day').format('YYYY-MM-DD');
