import { type FieldProblem, fieldProblem } from '../../model/field-problems.ts';
import { UUID } from '../../model/grammar.ts';
import type { TextForm } from '../../model/text-forms.ts';
import { SqlFragment, type SqlValue, sql } from '../sql/sql.ts';

/** Types of list fields: how their values are read, compared and written into cursors. */
export type FieldType = 'text' | 'enum' | 'time' | 'integer' | 'id' | 'boolean';

/** A field of a list: the name is the caller's, the column is ours. */
export interface ListField {
  /** A column of the list's tables, or an expression. */
  readonly column: SqlFragment;
  readonly type: FieldType;
  /** How text is compared; default as it is. */
  readonly form?: TextForm;
  /** Only where it can never be null, left joins considered: its order then follows a plain index. */
  readonly notNull?: boolean;
  /** Of a joined record: the condition of the rows without a value, where their own table can tell. */
  readonly none?: SqlFragment;
  /** Of a joined record: what all of its rows have in common. */
  readonly joined?: readonly SqlFragment[];
  /** Whether it is a currency, which is stored in capitals. */
  readonly isCurrency?: boolean;
  /** Of text: whether an empty text is no value, as in the dimensions of analytics. */
  readonly emptyIsNone?: boolean;
  /** SQL of what a name is sorted by, equal for equal names (list-text.ts); of a name of any length its beginning, which an index takes. */
  readonly order?: SqlFragment;
  /** Of an open enumeration: its values but OTHER, which is what is stored and none of them. */
  readonly known?: readonly string[];
  /** Of an expression that is never null: its words, in their order, each with a condition that an index answers. */
  readonly words?: Readonly<Record<string, SqlFragment>>;
}

/** An invalid list query, and what is wrong with which part of it (`filter.and[0].status.in`). */
export class ListQueryError extends Error {
  override readonly name = 'ListQueryError';
  readonly problem: FieldProblem;
  readonly field: string;

  constructor(problem: FieldProblem) {
    super(problem.message);
    this.problem = problem;
    this.field = problem.path;
  }
}

/**
 * Requires that JSON carries a sum without loss.
 * @param of the part of the query that asks for it
 * @throws ListQueryError naming it
 */
export function requireExact(of: string, name: string, sum: number): void {
  if (!Number.isInteger(sum) || Number.isSafeInteger(sum)) return;
  throw new ListQueryError(fieldProblem(of, 'SUM_TOO_LARGE', { name, maximum: Number.MAX_SAFE_INTEGER }));
}

/** RFC 3339 date-time. What a date means depends on a time zone: the domain makes times of dates (domain/filter-times.ts). */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
/** The range that both PostgreSQL and four-digit ISO 8601 years support. */
const FIRST_TIMESTAMP_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_TIMESTAMP_MS = Date.parse('9999-12-31T23:59:59.999Z');

const CASTS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  enum: 'text',
  time: 'timestamptz',
  integer: 'bigint',
  id: 'uuid',
  boolean: 'boolean',
};

/** One value as a parameter of the field's type. */
export function parameter(type: FieldType, value: SqlValue): SqlFragment {
  return new SqlFragment(['', `::${CASTS[type]}`], [value]);
}

/** Several values as one parameter, an array of the field's type. */
export function arrayParameter(type: FieldType, values: readonly SqlValue[]): SqlFragment {
  return new SqlFragment(['', `::${CASTS[type]}[]`], [values]);
}

/**
 * A value of a filter, checked so that PostgreSQL never rejects it.
 * @throws ListQueryError naming `path`
 */
export function readValue(path: string, type: FieldType, value: unknown): SqlValue {
  const readers: Readonly<Record<FieldType, (path: string, value: unknown) => SqlValue>> = {
    text: readText,
    enum: readText,
    time: (at, timestamp) => readTime(at, timestamp).toISOString(),
    integer: readInteger,
    id: readId,
    boolean: readBoolean,
  };
  return readers[type](path, value);
}

/** Text that PostgreSQL can store: without NUL and unpaired surrogates. */
export function readText(path: string, value: unknown): string {
  if (typeof value !== 'string') throw new ListQueryError(fieldProblem(path, 'WRONG_TYPE', { type: 'string' }));
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new ListQueryError(fieldProblem(path, 'BAD_TEXT', { characters: 'unpaired surrogates' }));
  }
  return value;
}

/** A timestamp from a Date or RFC 3339 text, in the years 1 to 9999. */
export function readTime(path: string, value: unknown): Date {
  const timestamp =
    value instanceof Date || (typeof value === 'string' && TIME.test(value)) ? new Date(value) : undefined;
  const ms = timestamp?.getTime() ?? Number.NaN;
  if (timestamp && ms >= FIRST_TIMESTAMP_MS && ms <= LAST_TIMESTAMP_MS) return timestamp;
  throw new ListQueryError(fieldProblem(path, 'WRONG_FORMAT', { format: 'time' }));
}

/** A whole number, exact in JavaScript. */
export function readInteger(path: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new ListQueryError(fieldProblem(path, 'WRONG_TYPE', { type: 'integer' }));
}

function readId(path: string, value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value;
  throw new ListQueryError(fieldProblem(path, 'WRONG_FORMAT', { format: 'uuid' }));
}

/** @throws ListQueryError naming `path` */
export function readBoolean(path: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new ListQueryError(fieldProblem(path, 'WRONG_TYPE', { type: 'boolean' }));
}

const CURSOR_GRAMMAR: Readonly<Record<FieldType, RegExp>> = {
  text: /^/,
  enum: /^/,
  time: /^-?\d{1,15}$/,
  integer: /^-?\d{1,18}$/,
  id: UUID,
  boolean: /^(true|false)$/,
};

/** SQL that writes a column as text of a cursor: timestamps in milliseconds (columns are timestamptz(3)), others unchanged. */
export function cursorText({ column, type }: ListField): SqlFragment {
  return type === 'time' ? sql`(extract(epoch from ${column}) * 1000)::bigint::text` : sql`(${column})::text`;
}

/** Parses a value that `cursorText` wrote; undefined if it is malformed. */
export function readCursorValue(type: FieldType, text: unknown): SqlValue | undefined {
  if (typeof text !== 'string' || !CURSOR_GRAMMAR[type].test(text)) return undefined;
  if (type === 'time') return timestampOf(Number(text));
  return text.includes('\0') || !text.isWellFormed() ? undefined : text;
}

function timestampOf(ms: number): string | undefined {
  return ms >= FIRST_TIMESTAMP_MS && ms <= LAST_TIMESTAMP_MS ? new Date(ms).toISOString() : undefined;
}
