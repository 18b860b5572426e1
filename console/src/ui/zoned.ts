import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

const MINUTES_PER_HOUR = 60;

/** A format of a zone costs more than all that is written by it, so each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}

/** How many minutes the clocks of a zone are ahead of UTC at a time: `GMT-03:30` is -210, `GMT` is 0. */
function offsetOf(time: Date, zone: string): number {
  const name = formatOf(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  const ahead = Number(hours ?? 0) * MINUTES_PER_HOUR + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** A time by the clock of a zone. The plugin `timezone` of dayjs makes a format for each time, which takes most of drawing a list. */
export function zoned(time: string, zone: string): Dayjs {
  const at = dayjs.utc(time);
  return at.isValid() ? at.utcOffset(offsetOf(at.toDate(), zone)) : at;
}

/** The day of a time in a zone, or one that was so many days before: `2026-11-27`. */
export const dayOf = (time: string, zone: string, daysBefore = 0) =>
  zoned(time, zone).subtract(daysBefore, 'day').format('YYYY-MM-DD');
