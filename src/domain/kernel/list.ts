import { type Static, type TArray, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import type { Bound } from '../../model/edge.ts';
import { CALENDAR_PERIODS, enumeration } from '../../model/enums.ts';
import {
  MAX_CURSOR_LENGTH,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_IN_VALUES,
  MAX_SORT_KEYS,
} from '../../model/limits.ts';
import { validationFailed } from './errors.ts';
import { clearable, described, fields, integer, money, oneOf, reference, timestamp, verbatim } from './input.ts';

/** The typed inputs of lists: filters, orders and pages. persistence/lists/list-query.ts translates them to SQL. */

const MAX_TEXT_LENGTH = 200;

/** The options of every condition and filter. */
const ALL_GIVEN = 'All members that are given must match.';

/** Operators of a string: `eq` (null: has none), `in`, `contains`. Text that people type is compared in its search form. */
export const textField = fields(
  {
    ...equality(verbatim(0, MAX_TEXT_LENGTH)),
    contains: Type.Optional(
      described(
        verbatim(1, MAX_TEXT_LENGTH),
        'The text contains this, ignoring case, and in names and other text that people type also the kind of apostrophe and doubled spaces; a phone number its digits.',
      ),
    ),
  },
  { title: 'TextCondition', about: `A condition on text. ${ALL_GIVEN}` },
);

/** An age: `30m`, `24h`, `7d`, `4w`. */
const age = (description: string) =>
  Type.Optional(described(Type.String({ pattern: '^[1-9][0-9]{0,4}[mhdw]$' }), description));

/** The name of the conditions in which a date means a day (domain/filter-times.ts). */
export const TIME_CONDITION = 'TimeCondition';

/**
 * Operators of a timestamp: `eq`, `in`, `gte`, `lt`; `withinLast` and `olderThan` count back from the present, and `during`
 * is a period of the calendar.
 */
export const timeField = fields(
  {
    eq: clearable(described(timestamp(), 'Equal to this; a date: on this day; null: the record has no value.')),
    in: Type.Optional(
      described(
        Type.Array(timestamp(), { maxItems: MAX_IN_VALUES }),
        'Equal to one of these; a date stands for its whole day.',
      ),
    ),
    gte: Type.Optional(described(timestamp(), 'At this time or later; a date: on this day or later.')),
    lt: Type.Optional(described(timestamp(), 'Earlier than this; a date: before this day.')),
    withinLast: age('In the last minutes, hours, days or weeks: `30m`, `24h`, `7d`, `4w`.'),
    olderThan: age('Longer ago than these minutes, hours, days or weeks: `30m`, `24h`, `7d`, `4w`.'),
    during: Type.Optional(
      described(
        oneOf('CalendarPeriod', CALENDAR_PERIODS),
        'In this period of the calendar, in the business time zone.',
      ),
    ),
  },
  {
    title: TIME_CONDITION,
    about: `A condition on a time, given as an RFC 3339 date-time or as a date, which means that day in the business time zone. ${ALL_GIVEN}`,
  },
);

/** Operators of an integer: `eq`, `in`, `gte`, `lt`. */
export const integerField = fields(amount(integer(Number.MIN_SAFE_INTEGER)), {
  title: 'IntegerCondition',
  about: `A condition on a whole number. ${ALL_GIVEN}`,
});

/** The same operators of an amount of money. */
export const moneyField = fields(amount(money(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)), {
  title: 'MoneyCondition',
  about: `A condition on an amount of money. ${ALL_GIVEN}`,
});

/** Operators of a reference to another record: `eq` (null: has none), `in`. */
export const idField = fields(equality(Type.String({ format: 'uuid' })), {
  title: 'IdCondition',
  about: `A condition on a reference to another record. ${ALL_GIVEN}`,
});

/** The same operators of an id that is stored as text. */
export const idTextField = fields(equality(reference(verbatim(0, MAX_TEXT_LENGTH))), {
  title: 'AnyIdCondition',
  about: `A condition on a reference to something that may be gone. ${ALL_GIVEN}`,
});

/** Operators of a boolean: `eq`. */
export const booleanField = fields(equality(Type.Boolean()), {
  title: 'BooleanCondition',
  about: `A condition on a Boolean. ${ALL_GIVEN}`,
});

/** Operators of an enum: `eq`, `in`. `name` is the enum's name in the contract and in GraphQL. */
export function enumField<const Words extends readonly string[]>(name: string, words: Words) {
  return fields(equality(oneOf(name, words)), {
    title: `${name}Condition`,
    about: `A condition on a field of the type \`${name}\`. ${ALL_GIVEN}`,
  });
}

/** The type of a filter: all of its members must match. */
export type FilterOf<Fields extends Record<string, TObject>> = {
  readonly [Name in keyof Fields]?: Static<Fields[Name]>;
} & {
  readonly and?: readonly FilterOf<Fields>[];
  readonly or?: readonly FilterOf<Fields>[];
  readonly not?: FilterOf<Fields>;
};

/**
 * The schema of a list's filter, at most 5 levels deep. `title` is its name. A `$ref` in it points to the same filter
 * one level deeper with the same title: in GraphQL both are one input type.
 * @param name for example `DeviceFilter`
 * @param conditions the operators of each field, for example `{ status: enumField('DeviceStatus', DEVICE_STATUSES) }`
 */
export function filterOf<Fields extends Record<string, TObject>>(
  name: string,
  conditions: Fields,
): TUnsafe<FilterOf<Fields>> {
  const levels = Array.from({ length: MAX_FILTER_DEPTH }, (_, at) => filterLevel(name, conditions, at + 1));
  const deeper = levels.slice(1).map((level, at) => [`level${at + 2}`, level]);
  return Type.Unsafe<FilterOf<Fields>>({ $id: name, ...levels[0], $defs: Object.fromEntries(deeper) });
}

function filterLevel(title: string, conditions: Record<string, TObject>, level: number) {
  const own = Object.entries(conditions);
  return {
    title,
    about: `Which records a list shows. ${ALL_GIVEN}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(level < MAX_FILTER_DEPTH ? [...own, ...combinations(level + 1)] : own),
  };
}

function combinations(level: number): [string, object][] {
  const filter = { $ref: `#/$defs/level${level}` };
  const filters = { type: 'array', items: filter, maxItems: MAX_FILTER_CONDITIONS };
  return [
    ['and', { ...filters, description: 'All of these filters match.' }],
    ['or', { ...filters, description: 'At least one of these filters matches.' }],
    ['not', { ...filter, description: 'This filter does not match.' }],
  ];
}

/** The names of the operations that the conditions of a filter need: one for each edge that leads to a guarded record. */
export function neededBy(schema: TSchema, filter: unknown): ReadonlySet<string> {
  const { properties = {} } = schema as { properties?: Record<string, { readonly needs?: string }> };
  const needed = Object.entries(filter ?? {}).flatMap(([name, part]: [string, unknown]) => {
    if (name === 'and' || name === 'or' || name === 'not') {
      return [part].flat().flatMap((each) => [...neededBy(schema, each)]);
    }
    return part === null || part === undefined ? [] : (properties[name]?.needs ?? []);
  });
  return new Set(needed);
}

/** The conditions of a filter schema by field, without `and`, `or` and `not`; undefined for every other schema. */
export function conditionsOf(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
  const { $defs, properties } = schema as { $defs?: { level2?: unknown }; properties?: Record<string, TSchema> };
  if (!$defs?.level2 || !properties) return undefined;
  const { and: _and, or: _or, not: _not, ...conditions } = properties;
  return conditions;
}

const SORT_DIRECTIONS = enumeration('SortDirection', 'The direction of a sort.', {
  ASC: 'Smallest, oldest or alphabetically first value first.',
  DESC: 'Largest, newest or alphabetically last value first.',
});

/**
 * The schema of a list's order: fields with directions, the most significant first.
 * @param name the name of one sort key, for example `DeviceSort`; its fields are the enum `DeviceSortField`
 * @param meanings descriptions of the fields, by name
 */
export function sortOf(name: string, names: readonly string[], meanings: Readonly<Record<string, string>> = {}) {
  const values = enumeration(
    `${name}Field`,
    `The fields that \`${name}\` sorts by.`,
    Object.fromEntries(names.map((field) => [field, meanings[field] ?? ''])),
  );
  const key = fields(
    {
      field: described(oneOf(`${name}Field`, values), 'The field to sort by.'),
      direction: described(oneOf('SortDirection', SORT_DIRECTIONS), 'The direction of the sort.'),
    },
    { title: name, about: 'One sort key; earlier keys take precedence.' },
  );
  return Type.Array(key, { maxItems: MAX_SORT_KEYS });
}

function equality<Value extends TSchema>(
  value: Value,
): {
  eq: ReturnType<typeof clearable<Value>>;
  in: TOptional<TArray<Value>>;
} {
  return {
    eq: clearable(described(value, 'Equal to this; null: the record has no value.')),
    in: Type.Optional(described(Type.Array(value, { maxItems: MAX_IN_VALUES }), 'Equal to one of these.')),
  };
}

function amount<Value extends TSchema>(value: Value) {
  return {
    ...equality(value),
    gte: Type.Optional(described(value, 'At least this.')),
    lt: Type.Optional(described(value, 'Less than this.')),
  };
}

/** The shortest page of a list; one in a record can be empty. */
const LEAST = 1;

/** What the arguments of a page mean, on every list. */
export const PAGE_ARGUMENTS = {
  first: ({ default: usual, maximum }: Bound, least: number) =>
    `The maximum number of records from the start of the list or after \`after\`, from ${least} to ${maximum}; default ${usual}.`,
  after: 'Only records after this `endCursor` of a page of the same list.',
  last: ({ maximum }: Bound, least: number) =>
    `The maximum number of records at the end of the list or before \`before\`, from ${least} to ${maximum}; not together with \`first\`.`,
  before: 'Only records before this `startCursor` of a page of the same list.',
  filter: 'Only records that match.',
  sort: `The order of the list, up to ${MAX_SORT_KEYS} keys.`,
} as const;

/**
 * The list input of typed clients: a filter, an order and a page. Of the contract's parameters, those that the list cannot be read
 * without and the text of a search stay; the filter can say what the others do. The selection of fields is a separate argument
 * (model/selection.ts).
 * @param bound of a page
 * @param kept further parameters that no condition can replace
 */
export function typedList<Filter extends TSchema, Sort extends TSchema>(
  { required, properties }: TObject,
  bound: Bound,
  refinement: { readonly filter: Filter; readonly sort: Sort },
  kept: readonly string[],
): TObject {
  const names = [...(required ?? []), ...kept, 'search'];
  const own = Object.entries(properties).filter(([name]) => names.includes(name));
  const length = integer(LEAST, bound.maximum);
  const cursor = verbatim(1, MAX_CURSOR_LENGTH);
  return fields({
    ...Object.fromEntries(own),
    filter: Type.Optional(described(refinement.filter, PAGE_ARGUMENTS.filter)),
    sort: Type.Optional(described(refinement.sort, PAGE_ARGUMENTS.sort)),
    first: Type.Optional(described(length, PAGE_ARGUMENTS.first(bound, LEAST))),
    after: Type.Optional(described(cursor, PAGE_ARGUMENTS.after)),
    last: Type.Optional(described(length, PAGE_ARGUMENTS.last(bound, LEAST))),
    before: Type.Optional(described(cursor, PAGE_ARGUMENTS.before)),
  });
}

/** The arguments of a page as callers give them; null is as good as missing. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** The page that a caller asks for. */
export interface PageRequest {
  readonly take: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Whether it is the last records before `before`, or of the list, instead of the first ones. */
  readonly isBackward: boolean;
}

/**
 * Reads the arguments of a page: `last`, or a lone `before`, reads backward.
 * @param usual the length where none is given
 * @see https://relay.dev/graphql/connections.htm#sec-Pagination-algorithm
 * @throws DomainError 400 VALIDATION_FAILED for both lengths
 */
export function pageRequest(args: PageArguments, usual: number, owner = ''): PageRequest {
  const { first, after, last, before } = args;
  if (isGiven(first) && isGiven(last)) {
    throw validationFailed([{ field: `${owner}last`, message: 'must not be given together with first' }]);
  }
  return {
    take: last ?? first ?? usual,
    after: after ?? undefined,
    before: before ?? undefined,
    isBackward: isGiven(last) || (isGiven(before) && !isGiven(first) && !isGiven(after)),
  };
}

function isGiven(argument: unknown): boolean {
  return argument !== undefined && argument !== null;
}

/** The filter and the order that a typed client has sent; empty for the contract's form. */
export interface ListRefinement {
  readonly filter?: never;
  readonly sort?: never;
}

/** The refinement of an input, which `run` has validated against the typed schema; empty if there is none. */
export function refinementOf(input: object): ListRefinement {
  const { filter, sort } = input as ListRefinement;
  return { ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
}
