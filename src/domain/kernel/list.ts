import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import type { Bound } from '../../model/edge.ts';
import { CALENDAR_PERIODS, constantName, enumeration } from '../../model/enums.ts';
import { PERIOD } from '../../model/grammar.ts';
import {
  MAX_AT_LEAST,
  MAX_CURSOR_LENGTH,
  MAX_FILTER_CONDITIONS,
  MAX_IN_VALUES,
  MAX_SORT_KEYS,
} from '../../model/limits.ts';
import { fieldProblem, validationFailed } from './errors.ts';
import { described, fields, integer, money, oneOf, reference, timestamp, verbatim } from './input.ts';
import { nameSchema } from './named-schemas.ts';

/** The typed inputs of lists: filters, orders and pages. persistence/lists/list-query.ts translates them to SQL. */

const MAX_TEXT_LENGTH = 200;

/** As `not` matches it. */
const OR_NONE = 'A record without a value matches too.';
const isNull = optional(Type.Boolean(), 'True: the record has no value; false: it has one.');

/** The options of every condition and filter. */
const ALL_GIVEN = 'All members that are given must match; null counts as not given.';

/** What comparisons of text ignore. */
const AS_TYPED =
  'ignoring case, and in names and other text that people type also the kind of apostrophe and doubled spaces; a phone number its digits.';

/** Operators of a string. Text that people type is compared in its search form. */
export const textField = fields(
  {
    ...equality(verbatim(0, MAX_TEXT_LENGTH)),
    contains: optional(verbatim(1, MAX_TEXT_LENGTH), `The text contains this, ${AS_TYPED}`),
    startsWith: optional(verbatim(1, MAX_TEXT_LENGTH), `The text starts with this, ${AS_TYPED}`),
  },
  { title: 'TextCondition', about: `A condition on text. ${ALL_GIVEN}` },
);

const age = (description: string) => optional(Type.String({ pattern: PERIOD.source }), description);

/** The name of the conditions in which a date means a day (domain/filter-times.ts). */
export const TIME_CONDITION = 'TimeCondition';

/** Operators of a timestamp: `withinLast` and `olderThan` count back from the present, and `during` is a period of the calendar. */
export const timeField = fields(
  {
    eq: optional(timestamp(), 'Equal to this; a date: on this day.'),
    ne: optional(timestamp(), `Not equal to this; a date: not on this day. ${OR_NONE}`),
    in: optional(
      listed(timestamp()),
      'Equal to one of these; a date stands for its whole day. An empty list matches nothing.',
    ),
    notIn: optional(listed(timestamp()), `Equal to none of these; a date stands for its whole day. ${OR_NONE}`),
    gt: optional(timestamp(), 'Later than this; a date: after this day.'),
    gte: optional(timestamp(), 'At this time or later; a date: on this day or later.'),
    lt: optional(timestamp(), 'Earlier than this; a date: before this day.'),
    lte: optional(timestamp(), 'At this time or earlier; a date: on this day or earlier.'),
    withinLast: age('In the last minutes, hours, days or weeks: `30m`, `24h`, `7d`, `4w`.'),
    olderThan: age('Longer ago than these minutes, hours, days or weeks: `30m`, `24h`, `7d`, `4w`.'),
    during: optional(
      oneOf('CalendarPeriod', CALENDAR_PERIODS),
      'In this period of the calendar, in the business time zone.',
    ),
    isNull,
  },
  {
    title: TIME_CONDITION,
    about: `A condition on a time, given as an RFC 3339 date-time or as a date, which means that day in the business time zone. ${ALL_GIVEN}`,
  },
);

/** Operators of an integer. */
export const integerField = fields(amount(integer(Number.MIN_SAFE_INTEGER)), {
  title: 'IntegerCondition',
  about: `A condition on a whole number. ${ALL_GIVEN}`,
});

/** The same operators of an amount of money. */
export const moneyField = fields(amount(money(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)), {
  title: 'MoneyCondition',
  about: `A condition on an amount of money. ${ALL_GIVEN}`,
});

/** Operators of a reference to another record. */
export const idField = fields(equality(Type.String({ format: 'uuid' })), {
  title: 'IdCondition',
  about: `A condition on a reference to another record. ${ALL_GIVEN}`,
});

/** The same operators of an id that is stored as text. */
export const idTextField = fields(equality(reference(verbatim(0, MAX_TEXT_LENGTH))), {
  title: 'AnyIdCondition',
  about: `A condition on a reference to something that may be gone. ${ALL_GIVEN}`,
});

/** Operators of a boolean. */
export const booleanField = fields(equality(Type.Boolean()), {
  title: 'BooleanCondition',
  about: `A condition on a Boolean. ${ALL_GIVEN}`,
});

/** Operators of an enum. `name` is the enum's name in the contract and in GraphQL. */
export function enumField<const Words extends readonly string[]>(name: string, words: Words) {
  return fields(equality(oneOf(name, words)), {
    title: `${name}Condition`,
    about: `A condition on a field of the type \`${name}\`. ${ALL_GIVEN}`,
  });
}

/** The type of a filter without its edges: all of its members must match. */
export type FilterOf<Fields extends Record<string, TObject>> = {
  readonly [Name in keyof Fields]?: Static<Fields[Name]>;
} & {
  readonly and?: readonly FilterOf<Fields>[];
  readonly or?: readonly FilterOf<Fields>[];
  readonly not?: FilterOf<Fields>;
};

/**
 * The schema of a list's filter. A `$ref` in it names the filter of a record: in GraphQL each is one input type. How deep a filter
 * is does not follow from its schema (`requireDepth`).
 * @param name for example `DeviceFilter`
 * @param conditions the operators of each field, for example `{ status: enumField('DeviceStatus', DEVICE_STATUSES) }`
 * @param edges the schemas of `acrossEdge`
 */
export function filterOf<Fields extends Record<string, TObject>>(
  name: string,
  conditions: Fields,
  edges: Readonly<Record<string, TSchema>> = {},
): TUnsafe<FilterOf<Fields>> {
  const same = { $ref: name };
  const filters = { type: 'array', items: same, maxItems: MAX_FILTER_CONDITIONS, leavesOutNulls: true };
  const schema = Type.Unsafe<FilterOf<Fields>>({
    $id: name,
    title: name,
    about: `Which records a list shows. ${ALL_GIVEN}`,
    type: 'object',
    leavesOutNulls: true,
    additionalProperties: false,
    properties: {
      ...conditions,
      ...edges,
      and: { ...filters, description: 'All of these filters match.' },
      or: { ...filters, description: 'At least one of these filters matches.' },
      not: { ...same, description: 'This filter does not match.' },
    },
  });
  nameSchema(name, () => schema);
  return schema;
}

/** An edge that conditions can cross. */
interface EdgeFilter {
  /** The name of the record that it leads to, whose filter is `${to}Filter`. */
  readonly to: string;
  readonly isMany: boolean;
  readonly description: string;
  /** The operation whose roles may follow it. */
  readonly needs?: string;
}

/** The schema of the conditions across an edge: the filter of the record that it leads to, for edges to many as `some`, `none` and `every`. */
export function acrossEdge({ to, isMany, needs, description: own }: EdgeFilter): TSchema {
  const $ref = `${to}Filter`;
  const description = `${own}${needs ? ` ROLE_FORBIDDEN for roles that may not call ${needs}.` : ''}`;
  const facts = { description, ...(needs ? { needs } : {}) };
  if (!isMany) return Type.Unsafe({ $ref, ...facts });
  const matching = (meaning: string) => Type.Optional(Type.Unsafe({ $ref, description: meaning }));
  const quantified = fields(
    {
      some: matching('At least one of them matches.'),
      none: matching('None of them matches; a record without any has none.'),
      atLeast: Type.Optional(
        described(
          fields(
            {
              count: Type.Optional(
                described(integer(1, MAX_AT_LEAST), `How many, from 1 to ${MAX_AT_LEAST}; default 1.`),
              ),
              of: matching('Which of them count; default all.'),
            },
            { title: `${to}AtLeast`, about: 'How many of the records that an edge leads to match.' },
          ),
          'At least so many of them match.',
        ),
      ),
      every: matching('All of them match; a record without any has none that does not.'),
    },
    { title: `${to}ListFilter`, about: `Conditions on the records that an edge leads to. ${ALL_GIVEN}` },
  );
  return { ...quantified, ...facts };
}

const SORT_DIRECTIONS = enumeration('SortDirection', 'The direction of a sort.', {
  ASC: 'Smallest, oldest or alphabetically first value first.',
  DESC: 'Largest, newest or alphabetically last value first.',
});

/** What a list can be sorted by. */
interface SortField {
  /** Of a field across an edge, its path: `customer.fullName`. */
  readonly name: string;
  readonly description: string;
  /** The operation whose roles may follow the edge. */
  readonly needs?: string | undefined;
}

/**
 * The schema of a list's order: fields with directions, the most significant first. Its `needs` name the operations of fields across edges.
 * @param name the name of one sort key, for example `DeviceSort`; its fields are the enum `DeviceSortField`
 */
export function sortOf(name: string, sorted: readonly SortField[]) {
  const values = enumeration(
    `${name}Field`,
    `The fields that \`${name}\` sorts by.`,
    Object.fromEntries(sorted.map((field) => [field.name, field.description])),
    Object.fromEntries(sorted.map((field) => [field.name, constantName(field.name)])),
  );
  const key = fields(
    {
      field: described(oneOf(`${name}Field`, values), 'The field to sort by.'),
      direction: described(oneOf('SortDirection', SORT_DIRECTIONS), 'The direction of the sort.'),
    },
    { title: name, about: 'One sort key; earlier keys take precedence.' },
  );
  const needs = Object.fromEntries(sorted.flatMap((field) => (field.needs ? [[field.name, field.needs]] : [])));
  return Type.Array(key, { maxItems: MAX_SORT_KEYS, needs });
}

function equality<Value extends TSchema>(value: Value) {
  return {
    eq: optional(value, 'Equal to this.'),
    ne: optional(value, `Not equal to this. ${OR_NONE}`),
    in: optional(listed(value), 'Equal to one of these; an empty list matches nothing.'),
    notIn: optional(listed(value), `Equal to none of these; an empty list matches everything. ${OR_NONE}`),
    isNull,
  };
}

function amount<Value extends TSchema>(value: Value) {
  return {
    ...equality(value),
    gt: optional(value, 'Greater than this.'),
    gte: optional(value, 'At least this.'),
    lt: optional(value, 'Less than this.'),
    lte: optional(value, 'At most this.'),
  };
}

function listed<Value extends TSchema>(value: Value) {
  return Type.Array(value, { maxItems: MAX_IN_VALUES, leavesOutNulls: true });
}

function optional<Value extends TSchema>(value: Value, description: string) {
  return Type.Optional(described(value, description));
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
    throw validationFailed([fieldProblem(`${owner}last`, 'NOT_TOGETHER', { other: 'first' })]);
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
