/** Limits of list queries, enforced by the input schemas and by the list compiler. */

/** Maximum nesting of `and`, `or` and `not`, including the filter itself. */
export const MAX_FILTER_DEPTH = 5;
/** Maximum conditions of a filter, and members of one `and` or `or`. */
export const MAX_FILTER_CONDITIONS = 50;
/** `and`, `or` and `not` may have no conditions, so their number is limited too. */
export const MAX_FILTER_NODES = 2 * MAX_FILTER_CONDITIONS;
/** Maximum conditions of a filter on other records: each of them is a separate look-up. */
export const MAX_CONDITIONS_ACROSS = 5;
export const MAX_IN_VALUES = 200;
/** Currencies of the totals of a list: those with the most records. */
export const MAX_TOTALS = 50;
export const MAX_SORT_KEYS = 5;
/**
 * Maximum characters of a cursor: a value of 254 code points per sort key, six bytes each if JSON escapes them, and the id, in
 * base64.
 */
export const MAX_CURSOR_LENGTH = 12_000;
