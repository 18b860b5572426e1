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
export function offsetOf(time: Date, zone: string): number {
  const name = formatOf(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  const ahead = Number(hours ?? 0) * MINUTES_PER_HOUR + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}
