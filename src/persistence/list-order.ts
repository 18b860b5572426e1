import { createHash } from 'node:crypto';
import { MAX_CURSOR_LENGTH, MAX_SORT_KEYS } from '../model/limits.ts';
import { cursorText, type ListField, ListQueryError, parameter, readCursorValue } from './list-values.ts';
import { allOf, anyOf, joinSql, type SqlFragment, type SqlValue, sql, trustedSql } from './sql.ts';

export type Direction = 'ASC' | 'DESC';

export interface SortKey {
  readonly field: string;
  readonly direction: Direction;
}

/** A sort key: its column and direction. */
export interface OrderKey {
  readonly field: ListField;
  readonly direction: Direction;
}

/** The full order of a list: the caller's keys and the id, so that no two rows are equal. */
export interface ListOrder {
  readonly keys: readonly OrderKey[];
  /** Identifies list and order in a cursor, so that a cursor of another one is detected. */
  readonly seal: string;
}

const SEAL_LENGTH = 8;

/**
 * Compiles the caller's sort; the id follows the direction of the last key, so that one index can serve both.
 * @param identity unique name of the list
 * @throws ListQueryError on an unknown or repeated field, a wrong direction, or too many keys
 */
export function readOrder(
  identity: string,
  fields: Readonly<Record<string, ListField>>,
  sort: readonly SortKey[],
  id: ListField,
): ListOrder {
  if (sort.length > MAX_SORT_KEYS) throw new ListQueryError('sort', `must not have more than ${MAX_SORT_KEYS} keys`);
  const keys = sort.map(({ field: name, direction }, at) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) throw new ListQueryError(`sort[${at}].field`, 'is not a field of this list');
    if (direction !== 'ASC' && direction !== 'DESC') {
      throw new ListQueryError(`sort[${at}].direction`, 'must be ASC or DESC');
    }
    if (sort.findIndex((other) => other.field === name) < at) {
      throw new ListQueryError(`sort[${at}].field`, 'is given twice');
    }
    return { field, direction };
  });
  const signature = sort.map(({ field, direction }) => `${field}:${direction}`).join();
  const digest = createHash('sha256').update(`${identity}\n${signature}`).digest('base64url');
  return {
    keys: [...keys, { field: id, direction: keys.at(-1)?.direction ?? 'ASC' }],
    seal: digest.slice(0, SEAL_LENGTH),
  };
}

/** The order as SQL. Rows without a value come last in both directions. */
export function orderBy({ keys }: ListOrder): SqlFragment {
  const parts = keys.map(({ field, direction }) =>
    trustedSql(`${field.column} ${direction.toLowerCase()}${field.notNull ? '' : ' nulls last'}`),
  );
  return joinSql(parts, ', ');
}

/** SQL for the place of a row in the order: a JSON array of texts and nulls. */
export function placeOf({ keys }: ListOrder): SqlFragment {
  return trustedSql(`json_build_array(${keys.map(({ field }) => cursorText(field)).join(', ')})::text`);
}

/** The opaque cursor of a row, from the value that `placeOf` selected. */
export function writeCursor({ seal }: ListOrder, place: string): string {
  return seal + Buffer.from(place).toString('base64url');
}

/**
 * The condition of the rows after a cursor.
 * @throws ListQueryError when the cursor is malformed, or of another list or order
 */
export function afterCursor(order: ListOrder, cursor: string): SqlFragment {
  const values = readCursor(order, cursor);
  const { keys } = order;
  if (keys.every(({ field, direction }) => field.notNull && direction === keys[0]?.direction)) {
    // One direction and no nulls: a comparison of rows, which an index answers with one range.
    const columns = keys.map(({ field }) => trustedSql(field.column));
    const places = keys.map(({ field }, at) => parameter(field.type, values[at] ?? null));
    const operator = trustedSql(keys[0]?.direction === 'DESC' ? '<' : '>');
    return sql`(${joinSql(columns, ', ')}) ${operator} (${joinSql(places, ', ')})`;
  }
  return afterPlace(keys, values);
}

function afterPlace([key, ...others]: readonly OrderKey[], [value, ...rest]: readonly SqlValue[]): SqlFragment {
  if (!key) return trustedSql('false');
  const { field, direction } = key;
  const column = trustedSql(field.column);
  const next = afterPlace(others, rest);
  if (value === null || value === undefined) return allOf([sql`${column} is null`, next]);
  const place = parameter(field.type, value);
  const beyond = sql`${column} ${trustedSql(direction === 'DESC' ? '<' : '>')} ${place}`;
  const same = allOf([sql`${column} = ${place}`, next]);
  return anyOf(field.notNull ? [beyond, same] : [beyond, sql`${column} is null`, same]);
}

function readCursor({ keys, seal }: ListOrder, cursor: string): readonly SqlValue[] {
  const malformed = new ListQueryError('after', 'is not a cursor of this list');
  if (typeof cursor !== 'string' || cursor.length > MAX_CURSOR_LENGTH) throw malformed;
  if (!cursor.startsWith(seal)) throw new ListQueryError('after', 'is a cursor of another list or order');
  const values = parseArray(cursor.slice(SEAL_LENGTH));
  if (values?.length !== keys.length) throw malformed;
  return keys.map(({ field }, at) => {
    if (values[at] === null && !field.notNull) return null;
    const value = readCursorValue(field.type, values[at]);
    if (value === undefined) throw malformed;
    return value;
  });
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
