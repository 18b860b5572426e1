import type { CalendarPeriod } from '../../model/enums.ts';
import { currencyOf, UUID } from '../../model/grammar.ts';
import {
  MAX_CONDITIONS_ACROSS,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_NODES,
  MAX_IN_VALUES,
} from '../../model/limits.ts';
import type { Period } from '../../model/ports.ts';
import { nameKey } from '../../model/text-forms.ts';
import {
  allOf,
  anyOf,
  isSame,
  type SqlFragment,
  type SqlValue,
  sql,
  type Tables,
  tablesSql,
  trustedSql,
} from '../sql/sql.ts';
import { comparedColumn, containsText, LONGEST_SORTED, nameOrder, wholeIn } from './list-text.ts';
import {
  arrayParameter,
  type FieldType,
  type ListField,
  ListQueryError,
  parameter,
  readText,
  readTime,
  readValue,
} from './list-values.ts';

/** A period is a day of the calendar: a time is equal to it that lies within. */
export type FilterValue = string | number | boolean | Date | Period | null;

/** Conditions of one field; all given operators must match. */
export interface FieldConditions {
  /** Equal; null means the field has no value. */
  readonly eq?: FilterValue;
  /** One of at most 200; an empty list matches nothing. */
  readonly in?: readonly FilterValue[];
  /** Text that contains this, however it is typed. */
  readonly contains?: string;
  readonly gte?: FilterValue;
  readonly lt?: FilterValue;
  /** Not older than this: `30m`, `24h`, `7d`, `4w`. */
  readonly withinLast?: string;
  /** Older than this. */
  readonly olderThan?: string;
  /** From the start of the period up to its end. The domain replaces the names of periods, which need a time zone. */
  readonly during?: Period | CalendarPeriod;
}

/** Conditions of the record that an edge leads to, by field; all of them must match. */
export interface EdgeConditions {
  readonly [field: string]: FieldConditions | undefined;
}

/** The record that an edge leads to, for conditions across the edge: its tables and more. */
export interface FilterEdge extends Tables {
  /** The id of the record, in the row that is filtered. */
  readonly key: SqlFragment;
  /** The id in its tables, and the condition of the records that exist for callers. */
  readonly id: SqlFragment;
  readonly where?: SqlFragment | undefined;
  readonly fields: Readonly<Record<string, ListField>>;
}

/** A filter: fields, edges, `and`, `or` and `not` must all match. A field without a value matches no comparison. */
export interface FilterNode {
  readonly and?: readonly FilterNode[];
  readonly or?: readonly FilterNode[];
  readonly not?: FilterNode;
  readonly [field: string]: FieldConditions | EdgeConditions | FilterNode | readonly FilterNode[] | undefined;
}

/** What groups conditions: no field and no edge can have these names. */
export const LOGIC: readonly string[] = ['and', 'or', 'not'];

/** The conditions of one field or across one edge, by its name. */
export type FilterLeaf = readonly [name: string, conditions: object];

/** What groups hold at last. */
export function leavesOf(filter: unknown): FilterLeaf[] {
  if (Array.isArray(filter)) return filter.flatMap(leavesOf);
  return Object.entries(filter ?? {}).flatMap(([name, part]): FilterLeaf[] => {
    if (part === undefined) return [];
    return LOGIC.includes(name) ? leavesOf(part) : [[name, part]];
  });
}

/** Whether a filter has conditions of these fields and of nothing else. */
export function asksOnly(fields: Readonly<Record<string, ListField>>, filter: unknown): boolean {
  return leavesOf(filter).every(([name]) => Object.hasOwn(fields, name));
}

/** Equal to what a query asks for; no condition for what was left empty, as forms send it. */
export function equal(value: string | undefined): FieldConditions | undefined {
  return value ? { eq: value } : undefined;
}

/** The same for an id; text that is no id matches nothing. */
export function equalId(value: string | undefined): FieldConditions | undefined {
  return value && !UUID.test(value) ? { in: [] } : equal(value);
}

const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 1440 * MINUTE_MS,
  w: 10_080 * MINUTE_MS,
};

const OPERATORS: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['eq', 'in', 'contains'],
  enum: ['eq', 'in'],
  time: ['eq', 'in', 'gte', 'lt', 'withinLast', 'olderThan', 'during'],
  integer: ['eq', 'in', 'gte', 'lt'],
  id: ['eq', 'in'],
  boolean: ['eq', 'in'],
};

interface Compilation {
  readonly fields: Readonly<Record<string, ListField>>;
  readonly edges: Readonly<Record<string, FilterEdge>>;
  readonly now: Date;
  conditions: number;
  nodes: number;
  across: number;
}

/**
 * Compiles a filter to SQL. `not` of a comparison matches rows without a value, like in JavaScript.
 * @param now the time from which `withinLast` and `olderThan` count back
 * @param edges what the filter can have conditions across
 * @throws ListQueryError on an unknown field or operator, a wrong value, or a filter beyond the bounds
 */
export function compileFilter(
  fields: Readonly<Record<string, ListField>>,
  filter: unknown,
  now: Date,
  edges: Readonly<Record<string, FilterEdge>> = {},
): SqlFragment {
  return compileNode({ fields, edges, now, conditions: 0, nodes: 0, across: 0 }, 'filter', filter, 1);
}

function compileNode(work: Compilation, path: string, node: unknown, depth: number): SqlFragment {
  if (depth > MAX_FILTER_DEPTH) throw new ListQueryError(path, `must not be deeper than ${MAX_FILTER_DEPTH}`);
  work.nodes += 1;
  if (work.nodes > MAX_FILTER_NODES) throw new ListQueryError('filter', 'has too many conditions and groups');
  const conditions = membersOf(path, node).map(([name, value]) => {
    const at = `${path}.${name}`;
    if (name === 'and') return allOf(compileNodes(work, at, value, depth));
    if (name === 'or') return anyOf(compileNodes(work, at, value, depth));
    if (name === 'not') return sql`(${compileNode(work, at, value, depth + 1)}) is not true`;
    const edge = Object.hasOwn(work.edges, name) ? work.edges[name] : undefined;
    return edge ? compileAcross(work, at, edge, value) : compileField(work, work.fields, at, name, value);
  });
  return allOf(conditions);
}

function compileNodes(work: Compilation, path: string, nodes: unknown, depth: number): SqlFragment[] {
  if (!Array.isArray(nodes)) throw new ListQueryError(path, 'must be a list');
  return nodes.map((node, at) => compileNode(work, `${path}[${at}]`, node, depth + 1));
}

/** `exists` lets PostgreSQL begin with either record, whichever is cheaper; it reads what the conditions need. */
function compileAcross(work: Compilation, path: string, edge: FilterEdge, conditions: unknown): SqlFragment {
  const { key, id, where, fields } = edge;
  const compiled = membersOf(path, conditions).map(([name, value]) =>
    compileField(work, fields, `${path}.${name}`, name, value),
  );
  if (compiled.length === 0) return allOf([]);
  work.across += 1;
  if (work.across > MAX_CONDITIONS_ACROSS) {
    throw new ListQueryError('filter', `must not ask for other records more than ${MAX_CONDITIONS_ACROSS} times`);
  }
  const matching = allOf([sql`${id} = ${key}`, ...(where ? [where] : []), ...compiled]);
  return sql`exists (select 1 from ${tablesSql(edge)} where ${matching})`;
}

function compileField(
  work: Compilation,
  fields: Readonly<Record<string, ListField>>,
  path: string,
  name: string,
  conditions: unknown,
): SqlFragment {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new ListQueryError(path, 'is not a field of this list');
  return allOf(
    membersOf(path, conditions).map(([operator, value]) => {
      const at = `${path}.${operator}`;
      work.conditions += 1;
      if (work.conditions > MAX_FILTER_CONDITIONS) {
        throw new ListQueryError('filter', `must not have more than ${MAX_FILTER_CONDITIONS} conditions`);
      }
      if (!OPERATORS[field.type].includes(operator)) {
        throw new ListQueryError(at, `is not an operator of this field: ${OPERATORS[field.type].join(', ')}`);
      }
      return compileCondition(field, operator, at, value, work.now);
    }),
  );
}

function compileCondition(field: ListField, operator: string, path: string, value: unknown, now: Date): SqlFragment {
  const { column } = field;
  if (field.words && value !== null) {
    const wanted = operator === 'in' ? readValues(path, field.type, value) : [readValue(path, field.type, value)];
    const conditions = Object.entries(field.words);
    // Values are no text of the statement: PostgreSQL drops the words that are not wanted.
    return anyOf(
      conditions.map(([word, condition]) =>
        allOf([condition, sql`${trustedSql(`'${word}'`)} = any(${arrayParameter(field.type, wanted)})`]),
      ),
    );
  }
  switch (operator) {
    case 'in': {
      if (field.type === 'time') return amongTimes(field, path, value);
      const wanted = readValues(path, field.type, value)
        .filter((each) => each !== '' || !field.emptyIsNone)
        .map((each) => inFormOf(field, each));
      return allOf(among(field, wanted));
    }
    case 'contains':
      return containsText(field, readText(path, value));
    case 'gte':
      return sql`${column} >= ${parameter(field.type, readValue(path, field.type, value))}`;
    case 'lt':
      return sql`${column} < ${parameter(field.type, readValue(path, field.type, value))}`;
    case 'withinLast':
      return sql`${column} >= ${parameter('time', readStart(path, value, now).toISOString())}`;
    case 'olderThan':
      return sql`${column} < ${parameter('time', readStart(path, value, now).toISOString())}`;
    case 'during':
      return within(column, path, value);
    default:
      if (value === null) return hasNone(field);
      if (value === '' && field.emptyIsNone) return trustedSql('false');
      return field.type === 'time' && isPeriod(value)
        ? within(column, path, value)
        : allOf(equalTo(field, inFormOf(field, readValue(path, field.type, value))));
  }
}

/** Fields of analytics, where an empty text is no value: neither a condition nor a dimension tells it from null. */
export function withoutEmptyTexts(fields: Readonly<Record<string, ListField>>): Readonly<Record<string, ListField>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === 'text' ? { ...field, emptyIsNone: true } : field,
    ]),
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
  if (!Array.isArray(values)) throw new ListQueryError(path, 'must be a list');
  if (values.length > MAX_IN_VALUES) throw new ListQueryError(path, `must not have more than ${MAX_IN_VALUES} values`);
  return values;
}

function readValues(path: string, type: FieldType, values: unknown) {
  return listOf(path, values).map((value, at) => readValue(`${path}[${at}]`, type, value));
}

function readStart(path: string, value: unknown, now: Date): Date {
  const [, count, unit] = (typeof value === 'string' && /^([1-9]\d{0,4})([mhdw])$/.exec(value)) || [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (unitMs === undefined)
    throw new ListQueryError(path, 'must be a whole number followed by m, h, d or w, such as 24h');
  return readTime(path, new Date(now.getTime() - Number(count) * unitMs));
}

function readPeriod(path: string, value: unknown): { readonly from: string; readonly to: string } {
  const { from, to } = Object.fromEntries(membersOf(path, value));
  return { from: readTime(path, from).toISOString(), to: readTime(path, to).toISOString() };
}

/** The members of an object that are not undefined. */
function membersOf(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) {
    throw new ListQueryError(path, 'must be an object');
  }
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
