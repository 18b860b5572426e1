import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { zoned } from './zoned.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';

/** A time as a field for date and time shows it, in a zone. */
export const fieldOfTime = (time: string, zone: string) => zoned(time, zone).format(FIELD);

/** The time that such a field means in a zone; undefined while it is empty. */
export function timeOfField(value: string, zone: string): string | undefined {
  const time = value === '' ? undefined : dayjs.tz(value, zone);
  return time?.isValid() ? time.toISOString() : undefined;
}
