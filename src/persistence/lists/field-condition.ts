import { type CalendarPeriod, OTHER } from '../../model/enums.ts';
import { fieldProblem } from '../../model/field-problems.ts';
import { currencyOf } from '../../model/grammar.ts';
import { MAX_IN_VALUES } from '../../model/limits.ts';
import type { Period } from '../../model/ports.ts';
import { nameKey } from '../../model/text-forms.ts';
import { allOf, anyOf, isSame, type SqlFragment, type SqlValue, sql, trustedSql } from '../sql/sql.ts';
import { comparedColumn, containsText, LONGEST_SORTED, nameOrder, startsText, wholeIn } from './list-text.ts';
import {
  arrayParameter,
  type FieldType,
  type ListField,
  ListQueryError,
  parameter,
  readBoolean,
  readText,
  readTime,
  readValue,
} from './list-values.ts';

/** A period is a day of the calendar: a time is equal to it that lies within. */
type FilterValue = string | number | boolean | Date | Period;

/** Conditions of one field; all given operators must match. */
export interface FieldConditions {
  readonly eq?: FilterValue;
  /** Not equal, or without a value. */
  readonly ne?: FilterValue;
  /** One of at most 200; an empty list matches nothing. */
  readonly in?: readonly FilterValue[];
  /** None of them, or without a value; an empty list matches everything. */
  readonly notIn?: readonly FilterValue[];
  /** Text that contains this, or starts with it, however it is typed. */
  readonly contains?: string;
  readonly startsWith?: string;
  /** Greater; after a day. */
  readonly gt?: FilterValue;
  readonly gte?: FilterValue;
  readonly lt?: FilterValue;
  /** At most; up to the end of a day. */
  readonly lte?: FilterValue;
  /** Not older than this: `30m`, `24h`, `7d`, `4w`. */
  readonly withinLast?: string;
  /** Older than this. */
  readonly olderThan?: string;
  /** From the start of the period up to its end. The domain replaces the names of periods, which need a time zone. */
  readonly during?: Period | CalendarPeriod;
  /** Whether the record has no value. */
  readonly isNull?: boolean;
}

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 1440 * MINUTE_MS,
  w: 10_080 * MINUTE_MS,
};

const EQUALITY = ['eq', 'ne', 'in', 'notIn', 'isNull'] as const;
const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;

const OPERATORS: Readonly<Record<FieldType, readonly string[]>> = {
  text: [...EQUALITY, 'contains', 'startsWith'],
  enum: EQUALITY,
  time: [...EQUALITY, ...BOUNDS, 'withinLast', 'olderThan', 'during'],
  integer: [...EQUALITY, ...BOUNDS],
  id: EQUALITY,
  boolean: EQUALITY,
};

/** Operators that match what another one does not: records without a value too. */
const NEGATED: Readonly<Record<string, string>> = { ne: 'eq', notIn: 'in' };

/**
 * Compiles one condition of a field.
 * @param path of the operator
 * @param now the time from which `withinLast` and `olderThan` count back
 * @throws ListQueryError for an operator that the field does not have, or a wrong value
 */
export function compileCondition(
  field: ListField,
  operator: string,
  path: string,
  value: unknown,
  now: Date,
): SqlFragment {
  const { column, type, words } = field;
  if (!OPERATORS[type].includes(operator)) {
    throw new ListQueryError(fieldProblem(path, 'UNKNOWN_OPERATOR', { values: OPERATORS[type] }));
  }
  const negated = NEGATED[operator];
  if (words && (negated || operator === 'eq' || operator === 'in')) {
    const wanted = (negated ?? operator) === 'in' ? readValues(path, type, value) : [readValue(path, type, value)];
    return ofWords(words, arrayParameter(type, wanted), negated !== undefined);
  }
  if (field.known && (operator === 'eq' || operator === 'in')) {
    const wanted = operator === 'in' ? readValues(path, type, value) : [readValue(path, type, value)];
    const others = wanted.filter((each) => each !== OTHER);
    if (others.length < wanted.length) {
      const { known, ...plain } = field;
      const isOther = sql`${column} <> all(${arrayParameter(type, known)})`;
      return others.length === 0 ? isOther : anyOf([isOther, compileCondition(plain, 'in', path, others, now)]);
    }
  }
  if (negated) return sql`(${compileCondition(field, negated, path, value, now)}) is not true`;
  switch (operator) {
    case 'isNull':
      return readBoolean(path, value) ? hasNone(field) : sql`not (${hasNone(field)})`;
    case 'in': {
      if (type === 'time') return amongTimes(field, path, value);
      const wanted = readValues(path, type, value)
        .filter((each) => each !== '' || !field.emptyIsNone)
        .map((each) => inFormOf(field, each));
      return allOf(among(field, wanted));
    }
    case 'contains':
      return containsText(field, readText(path, value));
    case 'startsWith':
      return startsText(field, readText(path, value));
    case 'gt':
      return isPeriod(value)
        ? sql`${column} >= ${parameter(type, readPeriod(path, value).to)}`
        : sql`${column} > ${parameter(type, readValue(path, type, value))}`;
    case 'gte':
      return sql`${column} >= ${parameter(type, readValue(path, type, value))}`;
    case 'lt':
      return sql`${column} < ${parameter(type, readValue(path, type, value))}`;
    case 'lte':
      return isPeriod(value)
        ? sql`${column} < ${parameter(type, readPeriod(path, value).to)}`
        : sql`${column} <= ${parameter(type, readValue(path, type, value))}`;
    case 'withinLast':
      return sql`${column} >= ${parameter('time', readStart(path, value, now).toISOString())}`;
    case 'olderThan':
      return sql`${column} < ${parameter('time', readStart(path, value, now).toISOString())}`;
    case 'during':
      return within(column, path, value);
    default:
      if (value === '' && field.emptyIsNone) return trustedSql('false');
      return type === 'time' && isPeriod(value)
        ? within(column, path, value)
        : allOf(equalTo(field, inFormOf(field, readValue(path, type, value))));
  }
}

/** Values are no text of the statement: PostgreSQL drops the words that are not wanted. */
function ofWords(words: NonNullable<ListField['words']>, wanted: SqlFragment, isNegated: boolean): SqlFragment {
  return anyOf(
    Object.entries(words).map(([word, condition]) => {
      const isWanted = sql`${trustedSql(`'${word}'`)} = any(${wanted})`;
      return allOf([condition, isNegated ? sql`not ${isWanted}` : isWanted]);
    }),
  );
}

function hasNone({ column, emptyIsNone }: ListField): SqlFragment {
  const none = sql`${column} is null`;
  return emptyIsNone ? anyOf([none, sql`${column} = ''`]) : none;
}

/** Times, and days that times lie in. */
function amongTimes({ column, type }: ListField, path: string, values: unknown): SqlFragment {
  const all = listOf(path, values);
  const times = all.flatMap((value, at) => (isPeriod(value) ? [] : [readValue(`${path}[${at}]`, type, value)]));
  const days = all.flatMap((value, at) => (isPeriod(value) ? [within(column, `${path}[${at}]`, value)] : []));
  const equal = sql`${column} = any(${arrayParameter(type, times)})`;
  return days.length === 0 ? equal : anyOf([...(times.length > 0 ? [equal] : []), ...days]);
}

function within(column: SqlFragment, path: string, value: unknown): SqlFragment {
  const { from, to } = readPeriod(path, value);
  return allOf([sql`${column} >= ${parameter('time', from)}`, sql`${column} < ${parameter('time', to)}`]);
}

function isPeriod(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && 'from' in value;
}

function equalTo(field: ListField, value: SqlValue): SqlFragment[] {
  const { column, type, form, order } = field;
  const equal = sql`${comparedColumn(column, form)} = ${parameter(type, value)}`;
  if (order === undefined) return [equal];
  const byOrder = sql`${order} = ${parameter(type, keyOf(field, value))}`;
  return isDecidedByOrder(field, value) ? [byOrder] : [byOrder, equal];
}

/** The same for values of which any may be equal, in their form. */
function among(field: ListField, values: readonly SqlValue[]): SqlFragment[] {
  const { column, type, form, order } = field;
  const equal = sql`${comparedColumn(column, form)} = any(${arrayParameter(type, values)})`;
  if (order === undefined) return [equal];
  const keys = values.map((each) => keyOf(field, each));
  const byOrder = sql`${order} = any(${arrayParameter(type, keys)})`;
  return values.every((value) => isDecidedByOrder(field, value)) ? [byOrder] : [byOrder, equal];
}

function keyOf({ column, order }: ListField, value: SqlValue): string {
  const key = nameKey(String(value));
  return isSame(nameOrder(column), order) ? key : [...key].slice(0, LONGEST_SORTED).join('');
}

/**
 * Whether the SQL that a name is sorted by, of which there are indexes and statistics, is equal for equal names only. A key has as many
 * characters as its name, so that the beginning of a longer name has more than a short one. PostgreSQL would take a second condition
 * for another that few rows match, and read all that match instead of the first ones in the order of the list.
 */
function isDecidedByOrder({ column, order }: ListField, value: SqlValue): boolean {
  return isSame(nameOrder(column), order) || [...String(value)].length < LONGEST_SORTED;
}

/** A currency is compared in capitals; what is none, as it was stored before currencies were checked. */
function inFormOf({ form, isCurrency }: ListField, value: SqlValue): SqlValue {
  if (typeof value !== 'string') return value;
  return isCurrency ? (currencyOf(value) ?? value) : wholeIn(form, value);
}

function listOf(path: string, values: unknown): readonly unknown[] {
  if (!Array.isArray(values)) throw new ListQueryError(fieldProblem(path, 'WRONG_TYPE', { type: 'array' }));
  if (values.length > MAX_IN_VALUES)
    throw new ListQueryError(fieldProblem(path, 'TOO_MANY', { maximum: MAX_IN_VALUES, of: 'values' }));
  return values;
}

function readValues(path: string, type: FieldType, values: unknown) {
  return listOf(path, values).map((value, at) => readValue(`${path}[${at}]`, type, value));
}

function readStart(path: string, value: unknown, now: Date): Date {
  const [, count, unit] = (typeof value === 'string' && /^([1-9]\d{0,4})([mhdw])$/.exec(value)) || [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (unitMs === undefined) throw new ListQueryError(fieldProblem(path, 'WRONG_FORMAT', { format: 'period' }));
  return readTime(path, new Date(now.getTime() - Number(count) * unitMs));
}

function readPeriod(path: string, value: unknown): { readonly from: string; readonly to: string } {
  const { from, to } = Object.fromEntries(membersOf(path, value));
  return { from: readTime(path, from).toISOString(), to: readTime(path, to).toISOString() };
}

/** The members of an object that are not undefined. @throws ListQueryError for what is no object */
export function membersOf(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) {
    throw new ListQueryError(fieldProblem(path, 'WRONG_TYPE', { type: 'object' }));
  }
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
