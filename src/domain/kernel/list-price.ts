import { isGroup, isQuantifier, quantifiedFilter } from '../../model/filter-language.ts';

/** What a request may cost: a query, a mutation, a saved question. */
export const MAX_COST = 10_000;

/**
 * The prices of work that costs more than one record. Measured on 100,000 rows of each kind, where 1 is about a tenth of a
 * millisecond: a count or a sort may read all matching rows, `contains` and `search` may compare the text of every row.
 */
export const LIST_PRICES = {
  totalCount: 200,
  search: 500,
  /** `contains` and `startsWith`. */
  contains: 100,
  condition: 10,
  /** A condition on another record: each compared row may look one up. */
  across: 100,
  /** The same of records that an edge to many leads to: each compared row may look several up. */
  acrossMany: 200,
  /** A part of a filter: `and`, `or` and `not` contain parts, with or without conditions. */
  part: 1,
  sort: 200,
  /** A key of an order that is a field across an edge: each sorted row may look another one up. */
  sortAcross: 200,
  /** Rows that `skip` skips are read, but not returned. */
  rowsSkippedForOne: 10,
} as const;

/** The length of a page by default. */
const USUAL_PAGE = 50;

/** Arguments of a list that are not conditions, or have a price of their own. */
const NO_CONDITION: readonly string[] = [
  'first',
  'after',
  'last',
  'before',
  'take',
  'skip',
  'sort',
  'filter',
  'search',
];

/** Operators that compare a part of each text. */
const LOOKS_INSIDE: readonly string[] = ['contains', 'startsWith'];

type Args = Readonly<Record<string, unknown>>;

/** The price of a page of a list and its total: its records, and the reads that find them. */
export function priceOfPage(args: Args): number {
  return Number(args.take ?? USUAL_PAGE) + LIST_PRICES.totalCount + priceOfArguments(args);
}

/** The price of a list in addition to its records. */
export function priceOfArguments(args: Args): number {
  const conditions = Object.entries(args).filter(
    ([name, value]) => !NO_CONDITION.includes(name) && (value ?? '') !== '',
  );
  return (
    conditions.length * LIST_PRICES.condition +
    priceOfFilter(args.filter) +
    (args.search ? LIST_PRICES.search : 0) +
    priceOfSort(args.sort, LIST_PRICES.sort, LIST_PRICES.sortAcross) +
    Math.ceil(Math.max(0, Number(args.skip ?? 0)) / LIST_PRICES.rowsSkippedForOne)
  );
}

/** The price of an order. @param across of each field across an edge, whose name is a path */
export function priceOfSort(sort: unknown, price: number, across: number): number {
  if (!Array.isArray(sort) || sort.length === 0) return 0;
  return price + across * sort.filter(({ field }: { readonly field: string }) => field.includes('.')).length;
}

/**
 * The price of the filter and the search that facets repeat: once for all fields that the filter has no condition on, and once for each
 * other, which is counted without that condition.
 */
export function priceOfFacets({ sort: _sort, ...args }: Args, fields: readonly string[]): number {
  const apart = fields.filter((name) => isRequired(args.filter, name)).length;
  return (apart + (apart < fields.length ? 1 : 0)) * priceOfArguments(args);
}

/** Whether all records have to meet a condition on a field. */
function isRequired(filter: unknown, name: string): boolean {
  const { [name]: own, and = [] } = (filter ?? {}) as Args & { readonly and?: unknown };
  return own !== undefined || (Array.isArray(and) ? and : [and]).some((part) => isRequired(part, name));
}

/**
 * Every part of a filter counts, even an empty one, which is evaluated too. Filters of other records cost as much as those of the list.
 * @param filter coerced by the schema, without what is null
 */
export function priceOfFilter(filter: unknown): number {
  return Object.entries(filter ?? {}).reduce((sum, [name, part]) => sum + priceOfPart(name, part), 0);
}

function priceOfPart(name: string, part: unknown): number {
  if (isGroup(name)) {
    const filters = (Array.isArray(part) ? part : [part]) as readonly unknown[];
    return filters.reduce<number>((sum, each) => sum + LIST_PRICES.part + priceOfFilter(each), 0);
  }
  const members = Object.entries(part ?? {});
  if (members.some(([member]) => isQuantifier(member)))
    return members.reduce(
      (sum, [quantifier, value]) => sum + LIST_PRICES.acrossMany + priceOfFilter(quantifiedFilter(quantifier, value)),
      0,
    );
  if (members.some(([member, value]) => isGroup(member) || isConditions(value)))
    return LIST_PRICES.across + priceOfFilter(part);
  return members.reduce(
    (sum, [operator]) => sum + (LOOKS_INSIDE.includes(operator) ? LIST_PRICES.contains : LIST_PRICES.condition),
    0,
  );
}

/** A member of the filter of the record that an edge leads to, where operators have values. */
function isConditions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
