import pg from 'pg';
import { isTimeZone } from '../../src/model/time-zones.ts';

/** Summer and winter of years in which all releases of the time zone database agree. */
const TIMES = ['2015-01-15T12:00:00Z', '2015-07-15T12:00:00Z', '2019-01-15T12:00:00Z', '2019-07-15T12:00:00Z'];

/** The offset of a time zone in minutes, by the formatter of the platform. */
function offsetIn(name: string, time: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  const text = format.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** Every name that the service takes and a PostgreSQL knows: Node and PostgreSQL read it alike. */
export function describeNamesOf(urlOf: () => string): void {
  it('the name of a time zone means the same to Node and to PostgreSQL, and is no abbreviation of PostgreSQL', async () => {
    const client = new pg.Client({ connectionString: urlOf() });
    await client.connect();
    const { rows } = await client.query(
      `select name, array_agg((extract(epoch from time at time zone name) - extract(epoch from time at time zone 'UTC'))::int / 60
                              order by time) as offsets,
              exists (select from pg_timezone_abbrevs where upper(abbrev) = upper(name)) as abbreviated
         from pg_timezone_names, unnest($1::timestamptz[]) time group by name order by name`,
      [TIMES],
    );
    await client.end();
    const taken = rows.filter(({ name }) => isTimeZone(name));
    expect(taken.length).toBeGreaterThan(400);
    expect(taken.filter(({ name, abbreviated }) => abbreviated && name !== 'UTC')).toEqual([]);
    const differing = taken.filter(
      ({ name, offsets }) => String(TIMES.map((time) => offsetIn(name, time))) !== String(offsets),
    );
    expect(differing.map(({ name }) => name)).toEqual([]);
  });

  it('the name of a time zone is known to PostgreSQL wherever Node lists it', async () => {
    const client = new pg.Client({ connectionString: urlOf() });
    await client.connect();
    const { rows } = await client.query('select name from pg_timezone_names');
    await client.end();
    const known = new Set(rows.map(({ name }) => name));
    const listed = Intl.supportedValuesOf('timeZone');
    expect(listed.filter((name) => !isTimeZone(name))).toEqual([]);
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
  });
}
