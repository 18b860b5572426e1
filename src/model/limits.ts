/** The bounds of what callers may ask of a list. The input schemas refuse more, and the compiler of lists does too. */

/** `and`, `or` and `not` nest this deep, the filter itself counted. */
export const MAX_FILTER_DEPTH = 5;
/** Conditions of a whole filter, and members of one `and` or `or`. */
export const MAX_FILTER_CONDITIONS = 50;
/** `and`, `or` and `not` may stand without a condition, so their number is bounded as well. */
export const MAX_FILTER_NODES = 2 * MAX_FILTER_CONDITIONS;
export const MAX_IN_VALUES = 200;
export const MAX_SORT_KEYS = 5;
/** Characters. */
export const MAX_CURSOR_LENGTH = 2000;
