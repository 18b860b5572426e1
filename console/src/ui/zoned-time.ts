import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';

/** A time as a field for date and time shows it, in a zone. */
export const fieldOfTime = (time: string, zone: string) => dayjs(time).tz(zone).format(FIELD);

/** The day of a time in a zone, or one that was so many days before: `2026-11-27`. */
export const dayOf = (time: string, zone: string, daysBefore = 0) =>
  dayjs(time).tz(zone).subtract(daysBefore, 'day').format('YYYY-MM-DD');

/** The time that such a field means in a zone; undefined while it is empty. */
export function timeOfField(value: string, zone: string): string | undefined {
  const time = value === '' ? undefined : dayjs.tz(value, zone);
  return time?.isValid() ? time.toISOString() : undefined;
}
