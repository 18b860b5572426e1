import type { DataSet } from '../api/generated/enums.ts';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { hasOwnOrder } from './bar-order.ts';
import { type Formula, formulasWithout, type Having, keyOf, type Measure, ownKeys, type Term } from './own-numbers.ts';

export interface Where {
  readonly dimension?: string;
  readonly in?: readonly string[];
  readonly orNone?: boolean;
}

export interface Order {
  readonly metric?: string;
  readonly measure?: string;
  readonly dimension?: string;
  readonly time?: boolean;
  readonly direction?: string;
}

/** A question as the API takes it; parts that the screen has no field for are kept as they are. */
export interface Question {
  readonly metrics?: readonly string[];
  readonly measures?: readonly Measure[];
  readonly formulas?: readonly Formula[];
  readonly having?: readonly Having[];
  readonly dimensions?: readonly string[];
  readonly range?: { readonly preset?: string; readonly from?: string; readonly to?: string };
  readonly time?: string;
  readonly grain?: string;
  readonly compareTo?: string;
  readonly where?: readonly Where[];
  readonly orderBy?: readonly Order[];
  readonly limit?: number;
  readonly [part: string]: unknown;
}

/** What a field changes of a question; undefined takes a part away. */
export type Changes = { readonly [Part in keyof Question]?: Question[Part] | undefined };

/** The parts that have a field on the screen. */
const FIELDS = [
  'metrics',
  'measures',
  'formulas',
  'having',
  'dimensions',
  'range',
  'time',
  'grain',
  'compareTo',
  'where',
  'orderBy',
  'limit',
];

/** The parts that come from elsewhere. */
export const otherParts = (question: Question): readonly string[] =>
  Object.keys(question).filter((part) => !FIELDS.includes(part));

/** A condition that the screen shows with its values. */
export const isChoice = ({ dimension, ...others }: Where): boolean =>
  dimension !== undefined && Object.keys(others).every((name) => name === 'in' || name === 'orNone');

/** The question without parts that say nothing. */
export function tidy(question: Changes): Question {
  const isSaid = (value: unknown) =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(question).filter(([, value]) => isSaid(value)));
}

/** The names of its numbers, in the order of the answer. */
export const numbersOf = (question: Question): readonly string[] => [...(question.metrics ?? []), ...ownKeys(question)];

const keysOf = (question: Question): readonly string[] => [
  ...(question.metrics ?? []).map((metric) => keyOf({ metric })),
  ...ownKeys(question).map((measure) => keyOf({ measure })),
];

/** A change of the numbers or dimensions leaves no formula, condition or order that names one that is gone; without a period there is nothing to compare. */
export function changed(question: Question, changes: Changes): Question {
  const next = tidy({ ...question, ...changes });
  const { metrics = [], measures = [], dimensions = [], orderBy = [], range, compareTo, ...others } = next;
  // A condition may be on a metric that is not shown; one on a number that was removed has lost its ground.
  const before = keysOf(question);
  const formulas = formulasWithout(
    next.formulas ?? [],
    before.filter((key) => !keysOf(next).includes(key)),
  );
  const now = keysOf({ ...next, formulas });
  const isGone = (term: Term) => before.includes(keyOf(term)) && !now.includes(keyOf(term));
  const kept = orderBy.filter(({ metric, measure, dimension }) =>
    dimension ? dimensions.includes(dimension) : now.includes(keyOf({ metric, measure })),
  );
  return tidy({
    metrics,
    measures,
    dimensions,
    range,
    ...(range && { compareTo }),
    ...others,
    formulas,
    having: next.having?.filter((condition) => !isGone(condition)) ?? [],
    orderBy: kept,
  });
}

/** Rows of one answer. */
export const MOST_ROWS = 5_000;

/**
 * What is asked instead, where rows of the answer were cut off: a series without a limit of its own as far as one answer has it, and of
 * groups without an order those with most.
 */
export function instead(
  question: Question,
  { truncated, rowCount }: Pick<AnswerFragment, 'truncated' | 'rowCount'>,
): Question | undefined {
  const { metrics = [], measures = [], formulas = [], dimensions = [], orderBy = [], grain, limit, top } = question;
  if (!truncated) return undefined;
  if (grain) return limit === undefined ? { ...question, limit: Math.min(rowCount, MOST_ROWS) } : undefined;
  const [metric] = metrics;
  const measure = [...measures, ...formulas][0]?.as;
  const isOrdered = orderBy.length > 0 || top !== undefined || hasOwnOrder(dimensions);
  if (isOrdered || !(metric ?? measure)) return undefined;
  return { ...question, orderBy: [{ ...(metric ? { metric } : { measure }), direction: 'DESC' }] };
}

/** The parts that say which records count. */
const COUNTED = ['range', 'time', 'timezone', 'where', 'filter', 'derived'];

/** How many of the records of a question there are in each currency. @param metric counts records */
export const recordsByCurrency = (question: Question, metric: string): Question => ({
  ...Object.fromEntries(Object.entries(question).filter(([part]) => COUNTED.includes(part))),
  metrics: [metric],
  dimensions: ['CURRENCY'],
});

/** The question of an address; undefined if it is none. */
export function questionOf(text: string | undefined): Question | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Question) : undefined;
  } catch {
    return undefined;
  }
}

/** `FLEET_DAYS` is `fleetDays` in a saved question. */
export const memberOf = (set: DataSet): string =>
  set.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The question in a saved one; undefined for roles that may not ask it. */
export function questionIn(saved: unknown, set: DataSet): Question | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  return (saved as Readonly<Record<string, Question | undefined>>)[memberOf(set)];
}

/** The same text for the same value, whatever the order of its members. */
export const sameText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** The address of a question as a file. */
export function fileOf(field: string, question: Question, format: string): string {
  const name = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `/v1/admin/exports/${name}?${new URLSearchParams({ format, query: JSON.stringify(question) })}`;
}
