import type { TimePart } from '../../model/enums.ts';
import { fieldProblem } from '../../model/field-problems.ts';
import { type OffsetChange, offsetsOf } from '../../model/zoned-time.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { SharedValue, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type AskedValue, momentOf, type Values, valueIn } from './asked-values.ts';
import type { Moment } from './dataset.ts';
import type { DescribedDimension } from './question-set.ts';

/** A dimension that a question makes of a number or of a time of each row. */
export interface AskedDimension {
  /** The name that the question gives it. */
  readonly as: string;
  /** Bins of a number: of one width, or between bounds. */
  readonly value?: AskedValue;
  readonly width?: number;
  readonly bounds?: readonly number[];
  /** A part of a local time. */
  readonly time?: string;
  readonly part?: TimePart;
  /** How many days, weeks, months, quarters or years of the calendar lie between this time and `time`. */
  readonly since?: string;
}

interface Zone {
  readonly timeZone: string;
  readonly now: Date;
}

/** @throws ListQueryError naming `at` for what the data set lacks, or what makes no dimension */
export function derivedDimension(dataset: Values, asked: AskedDimension, zone: Zone, at: string): DescribedDimension {
  const { as: name, value, width, bounds, time, part, since } = asked;
  const isOfTime = time !== undefined && part !== undefined;
  const isOfValue = value !== undefined && (width === undefined) !== (bounds === undefined);
  if (isOfTime === isOfValue || (isOfTime ? value !== undefined : (time ?? part ?? since) !== undefined)) {
    throw new ListQueryError(fieldProblem(at, 'NO_DERIVED'));
  }
  const found = isOfTime
    ? timeDimension(dataset, time, part, since, zone, at)
    : binned(valueIn(dataset, value ?? {}, at).sql, width, bounds, at);
  return { type: 'TEXT', description: '', needs: [], name, ...found };
}

type Derived = Pick<DescribedDimension, 'sql' | 'title' | 'isNumber'>;

/** A value of it is the lower bound of a bin, which is written with the upper one. */
function binned(value: SqlFragment, width: number | undefined, bounds: readonly number[] = [], at: string): Derived {
  if (width !== undefined) {
    const size = sql`${String(width)}::numeric`;
    return {
      isNumber: true,
      sql: sql`floor((${value})::numeric / ${size}) * ${size}`,
      title: (lower) => sql`${lower} || '–' || trim_scale(${lower}::numeric + ${size})::text`,
    };
  }
  if (bounds.some((bound, index) => index > 0 && bound <= (bounds[index - 1] ?? bound))) {
    throw new ListQueryError(fieldProblem(`${at}.bounds`, 'NOT_INCREASING'));
  }
  const [first, last] = [bounds[0], bounds.at(-1)];
  const between = bounds.slice(1).map((bound, index) => `${bounds[index]}–${bound}`);
  const all = new SharedValue(bounds.map(String));
  const lowers = new SharedValue(['-Infinity', ...bounds.map(String)]);
  const labels = new SharedValue([`< ${first}`, ...between, `≥ ${last}`]);
  return {
    isNumber: true,
    sql: sql`(${lowers}::numeric[])[width_bucket((${value})::numeric, ${all}::numeric[]) + 1]`,
    title: (lower) => sql`(${labels}::text[])[width_bucket(${lower}::numeric, ${all}::numeric[]) + 1]`,
  };
}

/** The first year whose offsets are sent; those before have the first of them. */
const FIRST_YEAR = 2000;

/** SQL of the local time of a moment, by the offsets that Node sends (ADR 36). */
export function localTime({ sql: moment, isDay }: Moment, { timeZone, now }: Zone): SqlFragment {
  if (isDay) return sql`${moment}::timestamp`;
  const changes = offsetsOf(timeZone, FIRST_YEAR, now.getUTCFullYear() + 1);
  const seconds = changes.map(({ offset }: OffsetChange) => offset / 1000);
  // Most zones have clocks that nobody changes any more: nothing is looked up for each row.
  if (seconds.length === 1) return sql`timezone(make_interval(secs => ${new SharedValue(seconds[0] ?? 0)}), ${moment})`;
  const offsets = new SharedValue(seconds);
  const since = new SharedValue(changes.slice(1).map((change) => new Date(change.since)));
  return sql`(${moment} at time zone 'UTC' + make_interval(secs => (${offsets}::float8[])[width_bucket(${moment}, ${since}::timestamptz[]) + 1]))`;
}

const FORMATS = {
  DAY: 'YYYY-MM-DD',
  WEEK: 'IYYY-"W"IW',
  MONTH: 'YYYY-MM',
  QUARTER: 'YYYY-"Q"Q',
  YEAR: 'YYYY',
} as const;
const WEEKDAYS = `array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']`;

function timeDimension(
  dataset: Values,
  time: string,
  part: TimePart,
  since: string | undefined,
  zone: Zone,
  at: string,
): Derived {
  const moment = momentOf(dataset, time, at);
  const local = localTime(moment, zone);
  if (since !== undefined) return distance(localTime(momentOf(dataset, since, at), zone), local, part, at);
  if (part === 'WEEKDAY') {
    const title = (value: SqlFragment) => sql`(${trustedSql(WEEKDAYS)})[${value}::int]`;
    return { isNumber: true, sql: sql`extract(isodow from ${local})`, title };
  }
  if (part !== 'HOUR') return { sql: sql`to_char(${local}, ${trustedSql(`'${FORMATS[part]}'`)})` };
  if (moment.isDay) throw new ListQueryError(fieldProblem(at, 'NO_HOURS'));
  return {
    isNumber: true,
    sql: sql`extract(hour from ${local})`,
    title: (value) => sql`lpad(${value}, 2, '0') || ':00'`,
  };
}

/** Steps of the calendar from one local time to another. `date_part` takes half the time of `extract`, whose numbers are decimal. */
function distance(from: SqlFragment, to: SqlFragment, part: TimePart, at: string): Derived {
  const numberOf = (unit: string) => (time: SqlFragment) => {
    const years = sql`date_part('year', ${time}) * ${trustedSql(unit === 'month' ? '12' : '4')}`;
    return sql`(${years} + date_part('${trustedSql(unit)}', ${time}))`;
  };
  const steps: Readonly<Partial<Record<TimePart, (time: SqlFragment) => SqlFragment>>> = {
    DAY: (time) => sql`(${time}::date - date '2000-01-03')`,
    WEEK: (time) => sql`((date_trunc('week', ${time})::date - date '2000-01-03') / 7)`,
    MONTH: numberOf('month'),
    QUARTER: numberOf('quarter'),
    YEAR: (time) => sql`date_part('year', ${time})`,
  };
  const step = steps[part];
  if (!step) throw new ListQueryError(fieldProblem(at, 'NO_STEPS'));
  return { isNumber: true, sql: sql`(${step(to)} - ${step(from)})::int::numeric` };
}
