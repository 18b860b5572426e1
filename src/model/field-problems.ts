import { enumeration } from './enums.ts';
import { type Params, sentenceOf, type ValuesOf } from './wording.ts';

/** What can be wrong with a field, as a sentence about it (wording.ts). A client says the same by the code and its values. */
export const FIELD_TEXTS = {
  REQUIRED:
    'is required[ when {without} is absent][ to move from {from} to {to}][: one of {values}][: a list of {items}]',
  REQUIRED_TO_RESUME: 'is required to resume a rollout that the service paused',
  CURRENCY_REQUIRED: 'is needed for money, or the dimension {dimension=CURRENCY}',
  EXACTLY_ONE: 'must have exactly one of {values}',
  MUST_BE_ABSENT: 'must be absent when {with} is given',
  NOT_TOGETHER: 'must not be given together with {other}',
  NOT_WITH_CURSOR: 'must not be given together with a cursor',
  NOT_WITH_PER: 'cannot be given with `per`: name them in `per.values`, and what is counted of these in `measures`',
  NEEDS: 'needs a {other}',
  SHORT_RANGE: 'is required, of at most {days} days',
  NEEDS_ENTITY_TIME: 'needs `per.time`, the time of what is compared',
  NEEDS_BOTH: 'needs both `from` and `to`',
  NEEDS_ONE_OF: 'needs one of {values}',
  ONLY_FOR: 'is only for {other}={value}',
  UNKNOWN_FIELD: 'is not a known field[ (did you mean {nearest|quoted}?)][: the members are {values}]',
  UNKNOWN_PARAMETER: 'is not a known parameter',
  NOT_ACCEPTED: 'is not accepted',
  NOT_IN_LIST: 'is not a field of this list',
  NO_VIEW_COLUMN: 'is no field of the list[: {given|quoted}][ (did you mean {nearest|quoted}?)]',
  ANOTHER_LIST: 'must be {expected}',
  NO_VISIBLE_VIEW: 'must be a saved view of this list that you see',
  NOT_IN_DATA_SET: 'is not known to this data set',
  NO_DATA_SET: 'is no data set',
  NO_COLUMN: 'names no column[: {given|quoted}][ (did you mean {nearest|quoted}?)]. The columns are {values}',
  NO_DIMENSION: 'has no dimension {name}',
  NO_NUMBER: 'has no {what} {name}[: {values}]',
  NO_ENTITY_VALUE: 'names {name}, which is no {what} of `per`[: {values}]',
  NO_MEASURE: 'names {name}, which no measure or earlier formula is called',
  NONE_OF: 'is none of {values}',
  UNKNOWN_OPERATOR: 'is not an operator of this field: {values}',
  NOT_IN_ENUM: 'must be one of {values}[, not {given|quoted}][ (did you mean {nearest|quoted}?)]',
  WRONG_TYPE: 'must be {type|type}',
  NO_CONDITION: 'must be conditions, such as {example}',
  NULL: 'must not be null',
  WRONG_FORMAT: 'must be {format|format}',
  WRONG_PATTERN: 'must match pattern "{pattern}"',
  WRONG_EXTENSION: 'must be a {extension} file',
  UNSIGNED_GRAMMAR: 'does not match the grammar of signed fields',
  BAD_TEXT: 'must not contain NUL or {characters}',
  BAD_NAME: 'must not have a field name with NUL or lone surrogates',
  OLD_TIME_ZONE: 'is an abbreviation or an old name, which not every system reads alike: use {nearest} or the like',
  EMPTY: 'must not be empty[ where there are no {without}]',
  TOO_SHORT: 'must not have fewer than {minimum} characters',
  TOO_LONG: 'must not have more than {maximum} {of}',
  TOO_FEW: 'must not have fewer than {minimum} items',
  TOO_MANY: 'must not have more than {maximum} {of}',
  TOO_MANY_TOGETHER: 'must be at most {maximum} with {others|and}',
  TOO_MANY_EDGES: 'must not follow more than {maximum} edges',
  TOO_MANY_ACROSS: 'must not ask for other records more than {maximum} times',
  WRONG_NUMBER: 'must have {minimum} to {maximum} {of}, not {count}',
  WRONG_COUNT: 'must have {minimum} to {maximum} records, not {count}: call the mutation several times',
  TOO_DEEP: 'must not be deeper than {maximum}',
  TOO_SMALL: 'must be at least {minimum}',
  TOO_LARGE: 'must be at most {maximum}',
  NOT_IN_RANGE: 'must be [{type|type} ]from {minimum} to {maximum}',
  EXCEEDS: 'must not exceed {other}',
  NOT_BEFORE: 'must be before {other}',
  TOO_LONG_BEFORE: 'must be at most {hours} hours before {other}',
  ENDS_FIRST: 'must end after it begins',
  TOO_EARLY: 'must not be before the year {year}',
  TOO_LATE: 'must be before the year {year}',
  NOT_IN_FUTURE: 'must be in the future',
  TOO_FAR_AHEAD: 'must be at most {days} days from now',
  IN_FUTURE: 'must not be more than {hours} hours in the future',
  NOT_UNIQUE: 'must not contain duplicates[ (items {first} and {second} are identical[: {name}])]',
  REPEATED: 'must not be repeated',
  NAMED_TWICE: 'names {name|quoted} twice',
  SORTED_TWICE: 'is given twice',
  LIST_TWICE: 'must not be given twice',
  NAME_TWICE: 'is given twice: {name}',
  RECORD_TWICE: 'must not name a record twice: remove the repeated ids',
  TOO_COMMON: 'is too easy to guess',
  INVALID: 'is invalid',
  REFUND_INSTEAD: 'must not be {value}: refund the sale instead',
  ANOTHER_CURSOR: 'is a cursor of another list or order',
  NO_CURSOR: 'is not a cursor of this list',
  TOO_MANY_PARTS: 'must not divide the range into more than {maximum} parts',
  TOO_MANY_ROWS: 'would make more than {maximum} rows: use NONE, `top` or a longer grain',
  NOT_WITH_METRICS: 'must be left out with these metrics',
  NOT_SUMMED: 'cannot contain {name}, which is no sum of what its parts are',
  NOT_INCREASING: 'must increase',
  NOT_WITH_THESE_METRICS: 'cannot be given with these metrics, which count other rows as well',
  NO_CONDITIONS: 'cannot have conditions: {name} counts other rows as well',
  OTHER_ROWS: 'counts other rows as well',
  ONE_KIND: 'must be of one kind[, not {given|andEach}]',
  ONE_METRIC: 'must name a metric or a measure, and one of them only',
  ONE_TERM: 'must have terms that name a metric, a measure or a value, and one of them only',
  ONE_OPERATION: 'can have `dividedBy` or `minus`, not both',
  TOO_FEW_TERMS: 'needs two terms or more',
  TOO_MANY_NUMBERS: 'must not be made of more than {maximum} numbers, with those of the formulas that it names',
  QUESTION_TOO_COSTLY: 'costs {cost}; the maximum is {maximum}: ask with fewer filters and conditions',
  NO_METRIC: 'must name a metric or a measure',
  NO_VALUE: 'must name a number, or `from` and `to`',
  NO_BOUND: 'needs a bound: {values|or}',
  NO_DERIVED: 'needs `value` with `width` or `bounds`, or `time` with `part`',
  NO_HOURS: 'is a day, which has no hours',
  NO_STEPS: 'cannot count hours or weekdays `since` a time',
  NOT_OF_SHARE: 'cannot be of a share, a moving average or an earlier bucket',
  NOT_ADDED_UP: 'needs a number that adds up: a count, a sum, or a sum less another',
  NOT_BY_MOVING: 'cannot be by what each bucket has: a share of it, a moving average or an earlier bucket',
  NOT_WITH_TOP: 'cannot be relative to the {relative=AVERAGE}, or of what each bucket has, with `top`',
  MOVING_NEEDS:
    'with a share of the bucket, a moving average or an earlier bucket need a grain, and `fill: {fill=ZERO}`',
  DEPENDS_ON_TIME:
    'depends on the present time, so that records begin and cease to match without an event: give times (gte, lt) in place of withinLast, olderThan and during, and no status that is derived from the time',
  UNKNOWN_ORDER: 'must name a metric, a dimension of the query, or time where there is a grain',
  ONE_ORDER: 'must name a metric, a measure, a dimension or the time, and one of them only',
  OUT_OF_RANGE: 'has a result that is beyond what numbers can be, or has a part that is: {name}',
  SUM_TOO_LARGE:
    'has a sum that JSON does not carry without loss: {name} is beyond 2^53 - 1 ({maximum}). Ask for fewer records.',
} as const;

export type FieldErrorCode = keyof typeof FIELD_TEXTS;

export const FIELD_ERROR_CODES = enumeration(
  'FieldErrorCode',
  'What is wrong with a field. The sentence about it has the values of `params` in braces; a part in brackets is there if it has its values.',
  FIELD_TEXTS,
);

/** One invalid field of an input: its path (`customer.email`) and the problem. */
export interface FieldProblem {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly params: Params;
  readonly message: string;
}

/** The path of a member: names joined by points, and places in brackets, as in `measures[0].as`. */
export function pathOf(members: readonly (string | number)[]): string {
  return members.reduce<string>((path, member) => {
    if (/^\d+$/.test(String(member))) return `${path}[${member}]`;
    return path === '' ? String(member) : `${path}.${member}`;
  }, '');
}

/** The same problem of a field that is inside another. */
export function inside(path: string, problem: FieldProblem): FieldProblem {
  return { ...problem, path: [path, problem.path].filter(Boolean).join('.') };
}

/** A problem of a field. @param values of its sentence */
export function fieldProblem<Code extends FieldErrorCode>(
  path: string,
  code: Code,
  ...values: ValuesOf<(typeof FIELD_TEXTS)[Code]>
): FieldProblem {
  return { path, code, ...sentenceOf(FIELD_TEXTS[code], ...values) };
}
