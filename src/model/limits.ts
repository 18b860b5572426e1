/** Limits of list queries, enforced by the input schemas and by the list compiler. */

/** Maximum nesting of `and`, `or` and `not`, including the filter itself and the groups inside of edges. */
export const MAX_FILTER_DEPTH = 5;
/** Maximum conditions of a filter, and members of one `and` or `or`. */
export const MAX_FILTER_CONDITIONS = 50;
/** `and`, `or` and `not` may have no conditions, so their number is limited too. */
export const MAX_FILTER_NODES = 2 * MAX_FILTER_CONDITIONS;
/** Maximum conditions of a filter on other records, at any depth: each of them is a separate look-up. */
export const MAX_CONDITIONS_ACROSS = 5;
/** Maximum edges that a condition of a filter follows, one after the other: each multiplies the rows that may be looked up. */
export const MAX_EDGES_DEEP = 2;
export const MAX_IN_VALUES = 200;
/** The greatest count of `atLeast`: so many records are looked up for each compared row. */
export const MAX_AT_LEAST = 100;
/** Currencies of the totals of a list: those with the most records. */
export const MAX_TOTALS = 50;
export const MAX_SORT_KEYS = 5;
/**
 * Maximum characters of a cursor: a value of 254 code points per sort key, six bytes each if JSON escapes them, and the id, in
 * base64.
 */
export const MAX_CURSOR_LENGTH = 12_000;
