import type { DurationUnit } from '../../model/enums.ts';
import { fieldProblem } from '../../model/field-problems.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { allOf, anyOf, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Dataset, type MetricType, type Moment, ownName, type RowNumber, shownName } from './dataset.ts';

/** What measures, bins and conditions of a question are of: a number of each row, or the time between two of its times. */
export interface AskedValue {
  readonly number?: string;
  /** Another number that the first is divided by: null where that is zero. */
  readonly dividedBy?: string;
  /** Another number that is taken from the first. */
  readonly minus?: string;
  readonly from?: string;
  readonly to?: string;
  readonly unit?: DurationUnit;
}

const SECONDS: Readonly<Record<DurationUnit, number>> = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400 };

/** A condition on each row. */
export interface AskedCondition extends AskedValue {
  readonly eq?: number;
  readonly gte?: number;
  readonly gt?: number;
  readonly lte?: number;
  readonly lt?: number;
  /** Instead of a number: one of these values of a dimension, or none. */
  readonly dimension?: string;
  readonly in?: readonly string[];
  readonly orNone?: boolean;
}

/** A value in SQL, and what it is. */
export interface FoundValue extends RowNumber {
  readonly type: MetricType;
}

/** What is looked up in, and named by errors. */
export type Values = Pick<Dataset, 'numbers' | 'moments' | 'dimensions'>;

/** @throws ListQueryError naming `part` for a value that the rows do not have, or for none or several */
export function valueIn(dataset: Values, asked: AskedValue, part: string): FoundValue {
  const { number, dividedBy, minus, from, to, unit = 'DAYS' } = asked;
  if ((number === undefined) === (from === undefined && to === undefined)) {
    throw new ListQueryError(fieldProblem(part, 'NO_VALUE'));
  }
  if (number === undefined)
    return { type: 'NUMBER', unit: unit.toLowerCase(), isSigned: true, ...between(dataset, from, to, unit, part) };
  const first = numberOf(dataset, number, part);
  if (dividedBy !== undefined) {
    if (minus !== undefined) throw new ListQueryError(fieldProblem(part, 'ONE_OPERATION'));
    const divisor = numberOf(dataset, dividedBy, part);
    return {
      type: 'RATIO',
      unit: 'share',
      isSigned: true,
      sql: sql`((${first.sql})::numeric / nullif(${divisor.sql}, 0))`,
    };
  }
  if (minus === undefined) return first;
  const { least: _, ...difference } = first;
  return { ...difference, isSigned: true, sql: sql`(${first.sql} - ${numberOf(dataset, minus, part).sql})` };
}

function numberOf({ numbers = {} }: Values, name: string, part: string): RowNumber {
  const found = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (!found) throw missing('number', name, numbers, part);
  return found;
}

/** The error of a name that neither the data set nor `per` has. @param known what has a name */
function missing(what: 'number' | 'time', key: string, known: object, part: string): ListQueryError {
  const isOwn = (name: string) => name.startsWith(ownName(''));
  const alike = Object.keys(known).filter((name) => isOwn(name) === isOwn(key));
  const values = alike.length > 0 ? alike.map(shownName) : undefined;
  const named = { what, name: shownName(key), values };
  return new ListQueryError(fieldProblem(part, isOwn(key) ? 'NO_ENTITY_VALUE' : 'NO_NUMBER', named));
}

function between(dataset: Values, from: string | undefined, to: string | undefined, unit: DurationUnit, part: string) {
  if (from === undefined || to === undefined) throw new ListQueryError(fieldProblem(part, 'NEEDS_BOTH'));
  const [start, end] = [from, to].map((name) => timestampOf(momentOf(dataset, name, part)));
  return { sql: sql`(date_part('epoch', ${end ?? ''} - ${start ?? ''}) / ${trustedSql(`${SECONDS[unit]}`)})` };
}

/** @throws ListQueryError naming `part` */
export function momentOf({ moments = {} }: Values, name: string, part: string): Moment {
  const found = Object.hasOwn(moments, name) ? moments[name] : undefined;
  if (!found) throw missing('time', name, moments, part);
  return found;
}

/** A day of the business begins, for the distance to other times, when it does in UTC. */
function timestampOf({ sql: moment, isDay }: Moment): SqlFragment {
  return isDay ? sql`(${moment}::timestamp at time zone 'UTC')` : moment;
}

const COMPARISONS = [
  ['eq', '='],
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
] as const;

/** SQL of conditions that all must match; a row without the value matches none. */
export function conditionsSql(dataset: Values, conditions: readonly AskedCondition[], part: string): SqlFragment[] {
  return conditions.map((condition, at) => {
    const own = `${part}[${at}]`;
    if (condition.dimension !== undefined) return oneOfValues(dataset, condition, own);
    const value = valueIn(dataset, condition, own);
    const bounds = COMPARISONS.flatMap(([name, operator]) => {
      const bound = condition[name];
      return bound === undefined ? [] : [comparison(value, operator, bound)];
    });
    if (bounds.length === 0)
      throw new ListQueryError(fieldProblem(own, 'NO_BOUND', { values: COMPARISONS.map(([name]) => name) }));
    return allOf(bounds);
  });
}

/** Whole numbers are compared as such: PostgreSQL stops numbering the rows of a group where no further one can match, but not behind a cast. */
function comparison({ sql: value, type, least, within }: FoundValue, operator: string, bound: number): SqlFragment {
  const isWhole = (type === 'INTEGER' || type === 'MONEY') && Number.isSafeInteger(bound);
  const shown = operator === '=' && bound === least ? '<=' : operator;
  const compared = sql`${value} ${trustedSql(shown)} ${bound}::${trustedSql(isWhole ? 'bigint' : 'double precision')}`;
  return within ? allOf([within, compared]) : compared;
}

function oneOfValues(
  { dimensions }: Values,
  { dimension = '', in: values = [], orNone }: AskedCondition,
  part: string,
): SqlFragment {
  const found = Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : undefined;
  if (!found) throw new ListQueryError(fieldProblem(part, 'NO_DIMENSION', { name: dimension }));
  const matches = sql`coalesce((${found.sql})::text = any(${values}::text[]), false)`;
  return orNone ? anyOf([matches, sql`${found.sql} is null`]) : matches;
}
