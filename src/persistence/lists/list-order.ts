import { createHash } from 'node:crypto';
import { fieldProblem } from '../../model/field-problems.ts';
import { MAX_CURSOR_LENGTH, MAX_SORT_KEYS } from '../../model/limits.ts';
import {
  allOf,
  anyOf,
  isSame,
  joinSql,
  SqlFragment,
  type SqlValue,
  sourcesOf,
  sql,
  textOf,
  trustedSql,
} from '../sql/sql.ts';
import { cursorText, type ListField, ListQueryError, parameter, readCursorValue } from './list-values.ts';

export type Direction = 'ASC' | 'DESC';

export interface SortKey {
  readonly field: string;
  readonly direction: Direction;
}

/** A sort key: its column and direction. */
export interface OrderKey {
  readonly field: ListField;
  readonly direction: Direction;
  /** Whether rows without a value come first, as in an order that is read from its end. */
  readonly nullsFirst?: boolean;
}

/** The full order of a list: the caller's keys, then what decides between equal rows, at last the id: no two are equal. */
export interface ListOrder {
  readonly keys: readonly OrderKey[];
  /** Identifies list and order in a cursor, so that a cursor of another one is detected. */
  readonly seal: string;
}

const SEAL_LENGTH = 8;

/** A range of an order: all of its rows come after those of the range before. An index serves each. */
export interface OrderRange {
  /** What its rows have in common. */
  readonly conditions: readonly SqlFragment[];
  /** Those of them that follow a cursor. */
  readonly after: readonly SqlFragment[];
  /** What follows from that for the first key alone. */
  readonly bounds: readonly SqlFragment[];
  readonly order: ListOrder;
  /** Whether its rows have a value in the first key of the whole order. */
  readonly hasFirst: boolean;
}

/**
 * Compiles the caller's sort; what decides between equal rows follows the direction of the last key, so that one index can
 * serve both.
 * @param identity unique name of the list
 * @param ties what decides between rows that are equal in all keys, at last a unique column
 * @throws ListQueryError on an unknown or repeated field, a wrong direction, or too many keys
 */
export function readOrder(
  identity: string,
  fields: Readonly<Record<string, ListField>>,
  sort: readonly SortKey[],
  ties: readonly ListField[],
): ListOrder {
  if (sort.length > MAX_SORT_KEYS)
    throw new ListQueryError(fieldProblem('sort', 'TOO_MANY', { maximum: MAX_SORT_KEYS, of: 'keys' }));
  const keys = sort.map(({ field: name, direction }, at) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) throw new ListQueryError(fieldProblem(`sort[${at}].field`, 'NOT_IN_LIST'));
    if (direction !== 'ASC' && direction !== 'DESC') {
      throw new ListQueryError(fieldProblem(`sort[${at}].direction`, 'NOT_IN_ENUM', { values: ['ASC', 'DESC'] }));
    }
    if (sort.findIndex((other) => other.field === name) < at) {
      throw new ListQueryError(fieldProblem(`sort[${at}].field`, 'SORTED_TWICE'));
    }
    return { field: { ...field, column: field.order ?? field.column }, direction };
  });
  const direction = keys.at(-1)?.direction ?? 'ASC';
  const further = ties.filter(({ column }) => !keys.some(({ field }) => isSame(field.column, column)));
  const signature = [
    // The SQL too: a cursor of before another order is none of it.
    ...keys.map(
      ({ field, direction }, at) => `${sort[at]?.field}:${direction}${field.order ? `:${textOf(field.order)}` : ''}`,
    ),
    ...further.slice(0, -1).map(({ column }) => textOf(column)),
  ].join();
  const digest = createHash('sha256').update(`${identity}\n${signature}`).digest('base64url');
  return {
    keys: [...keys, ...further.map((field) => ({ field, direction }))],
    seal: digest.slice(0, SEAL_LENGTH),
  };
}

/** The same order from its end: the same indexes serve it, read the other way, and its cursors are the same. */
export function reversed({ keys, seal }: ListOrder): ListOrder {
  const others = keys.map((key) => ({
    ...key,
    direction: key.direction === 'ASC' ? ('DESC' as const) : ('ASC' as const),
    nullsFirst: !key.nullsFirst,
  }));
  return { keys: others, seal };
}

/** The order as SQL. Rows without a value come last in both directions; those of an order from its end come first. */
export function orderBy({ keys }: ListOrder): SqlFragment {
  const parts = keys.map(({ field, direction, nullsFirst }) => {
    const nulls = field.notNull ? '' : ` nulls ${nullsFirst ? 'first' : 'last'}`;
    return new SqlFragment(['', ` ${direction.toLowerCase()}${nulls}`], [field.column]);
  });
  return joinSql(parts, ', ');
}

/** SQL for the place of a row in the order: a JSON array of texts and nulls. */
export function placeOf({ keys }: ListOrder): SqlFragment {
  const values = keys.map(({ field }) => cursorText(field));
  return sql`json_build_array(${joinSql(values, ', ')})::text`;
}

/** The opaque cursor of a row, from the value that `placeOf` selected. */
export function writeCursor({ seal }: ListOrder, place: string): string {
  return seal + Buffer.from(place).toString('base64url');
}

/** A cursor with the name of the argument that it was given as. */
export interface GivenCursor {
  readonly argument: 'after' | 'before';
  readonly cursor: string;
}

/**
 * The condition of the rows after a cursor, in the order.
 * @throws ListQueryError when the cursor is malformed, or of another list or order
 */
export function afterCursor(order: ListOrder, given: GivenCursor): SqlFragment {
  return afterValues(order.keys, readCursor(order, given));
}

/**
 * The ranges of an order. Rows without a value in the first key come last in both directions, which an index read
 * backward does not have: they are a range of their own. So are the rows of each word of an expression.
 * @param from where the page begins
 * @throws ListQueryError when the cursor is malformed, or of another list or order
 */
export function rangesOf(order: ListOrder, from?: GivenCursor): readonly OrderRange[] {
  const [first, ...others] = order.keys;
  const [value, ...rest] = from === undefined ? [] : readCursor(order, from);
  if (!first) return [];
  const { column, notNull, words, joined = [], none: isNone = sql`${column} is null` } = first.field;
  const later = { ...order, keys: others };
  const behind = from === undefined ? [] : [afterValues(others, rest)];
  if (words) {
    const each = Object.entries(words);
    const inOrder = first.direction === 'ASC' ? each : each.toReversed();
    const at = from === undefined ? 0 : inOrder.findIndex(([word]) => word === value);
    if (at < 0) throw malformedCursor(from?.argument);
    return inOrder.slice(at).map(([word, condition]) => ({
      conditions: [condition],
      after: word === value ? behind : [],
      bounds: [],
      order: later,
      hasFirst: false,
    }));
  }
  const none = { conditions: [isNone], bounds: [], order: later, hasFirst: false };
  const keys = [{ ...first, field: { ...first.field, notNull: true } }, ...others];
  const given: OrderRange = {
    // Also of another table where it is never null: PostgreSQL may then begin with that table.
    conditions: [...(notNull && !isJoined(order) ? [] : [sql`${column} is not null`]), ...joined],
    after: value === undefined || value === null ? [] : [afterValues(keys, [value, ...rest])],
    bounds: value === undefined || value === null ? [] : [notBefore(first, value)],
    order: { ...order, keys },
    hasFirst: true,
  };
  if (notNull) return [given];
  const ofNone = { ...none, after: value === null ? behind : [] };
  if (first.nullsFirst) return value === undefined || value === null ? [ofNone, given] : [given];
  return value === null ? [ofNone] : [given, ofNone];
}

function notBefore({ field: { column, type }, direction }: OrderKey, value: SqlValue): SqlFragment {
  return sql`${column} ${trustedSql(direction === 'DESC' ? '<=' : '>=')} ${parameter(type, value)}`;
}

/** Whether the first key is a column of another table than the id. */
function isJoined({ keys }: ListOrder): boolean {
  const [first, own] = [keys[0], keys.at(-1)].map(
    (key) =>
      sourcesOf(key ? [key.field.column] : [])
        .values()
        .next().value,
  );
  return first !== undefined && first !== own;
}

function afterValues(keys: readonly OrderKey[], values: readonly SqlValue[]): SqlFragment {
  if (keys.every(({ field, direction }) => field.notNull && direction === keys[0]?.direction)) {
    // One direction and no nulls: a comparison of rows, which an index answers with one range.
    const columns = keys.map(({ field }) => field.column);
    const places = keys.map(({ field }, at) => parameter(field.type, values[at] ?? null));
    const operator = trustedSql(keys[0]?.direction === 'DESC' ? '<' : '>');
    return sql`(${joinSql(columns, ', ')}) ${operator} (${joinSql(places, ', ')})`;
  }
  return afterPlace(keys, values);
}

function afterPlace([key, ...others]: readonly OrderKey[], [value, ...rest]: readonly SqlValue[]): SqlFragment {
  if (!key) return trustedSql('false');
  const { field, direction, nullsFirst = false } = key;
  const { column } = field;
  const next = afterPlace(others, rest);
  if (value === null || value === undefined) {
    const amongNone = allOf([sql`${column} is null`, next]);
    return nullsFirst ? anyOf([sql`${column} is not null`, amongNone]) : amongNone;
  }
  const place = parameter(field.type, value);
  const beyond = sql`${column} ${trustedSql(direction === 'DESC' ? '<' : '>')} ${place}`;
  const same = allOf([sql`${column} = ${place}`, next]);
  return anyOf(field.notNull || nullsFirst ? [beyond, same] : [beyond, sql`${column} is null`, same]);
}

function readCursor({ keys, seal }: ListOrder, { argument, cursor }: GivenCursor): readonly SqlValue[] {
  if (typeof cursor !== 'string' || cursor.length > MAX_CURSOR_LENGTH) throw malformedCursor(argument);
  if (!cursor.startsWith(seal)) throw new ListQueryError(fieldProblem(argument, 'ANOTHER_CURSOR'));
  const values = parseArray(cursor.slice(SEAL_LENGTH));
  if (values?.length !== keys.length) throw malformedCursor(argument);
  return keys.map(({ field }, at) => {
    if (values[at] === null && !field.notNull) return null;
    const value = readCursorValue(field.type, values[at]);
    if (value === undefined) throw malformedCursor(argument);
    return value;
  });
}

function malformedCursor(argument = 'after'): ListQueryError {
  return new ListQueryError(fieldProblem(argument, 'NO_CURSOR'));
}

function parseArray(text: string): readonly unknown[] | undefined {
  const json = Buffer.from(text, 'base64url');
  if (json.toString('base64url') !== text) return undefined;
  try {
    const values: unknown = JSON.parse(json.toString());
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
