export const AGGREGATES = ['avg', 'sum', 'median', 'min', 'max', 'distinct'] as const;
export type Aggregate = (typeof AGGREGATES)[number];
export const OPERATORS = ['divide', 'subtract', 'add', 'multiply', 'shareOfTotal'] as const;
export type Operator = (typeof OPERATORS)[number];
export const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
export type Bound = (typeof BOUNDS)[number];

export interface Term {
  readonly metric?: string | undefined;
  readonly measure?: string | undefined;
  readonly value?: number;
}

/** A number of the question's own: of each record, `avg: { number: TOTAL }`, or the number of different ones, `distinct: DEVICE`. */
export interface Measure {
  readonly as: string;
  readonly [part: string]: unknown;
}

/** A number that follows from others. */
export interface Formula {
  readonly as: string;
  readonly [part: string]: unknown;
}

/** A condition on a number of a row. */
export interface Having extends Term {
  readonly [part: string]: unknown;
}

/** What the viewer may count of each record of a data set: numbers, and for the different ones what divides it. */
export interface Countable {
  readonly numbers: readonly { readonly allowed: boolean }[];
  readonly dimensions: readonly { readonly allowed: boolean }[];
}

/** The aggregates that have something to count; none where the role may count nothing of it. */
export function usableAggregates({ numbers, dimensions }: Countable): readonly Aggregate[] {
  const has = (all: Countable['numbers']) => all.some(({ allowed }) => allowed);
  return AGGREGATES.filter((one) => has(one === 'distinct' ? dimensions : numbers));
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A term of a formula or of a condition as the value of a field: `metric:ORDERS`, `measure:avgTotal`. */
export const keyOf = ({ metric, measure }: Term): string => (metric ? `metric:${metric}` : `measure:${measure}`);

export function termOf(key: string): Term {
  const [kind = '', name = ''] = key.split(':');
  return kind === 'metric' ? { metric: name } : { measure: name };
}

/** A name that no other number of the question has: `avgTotal`, `avgTotal2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const words = wanted.toLowerCase().split(/[^a-z0-9]+/);
  const base = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  const name = base.slice(0, 36);
  for (let count = 1; ; count += 1) {
    const found = count === 1 ? name : `${name}${count}`;
    if (!taken.includes(found)) return found;
  }
}

/** The numbers of a question's own. */
export interface Numbers {
  readonly measures?: readonly Measure[];
  readonly formulas?: readonly Formula[];
}

/** The names of numbers of a question's own, which conditions, orders and formulas call measures. */
export const ownKeys = ({ measures = [], formulas = [] }: Numbers): readonly string[] =>
  [...measures, ...formulas].map(({ as }) => as);

/** Formulas without those that name one of these numbers, and without those that follow from them. */
export function formulasWithout(formulas: readonly Formula[], gone: readonly string[]): readonly Formula[] {
  const kept = formulas.filter((formula) => !termsOf(formula).some((term) => gone.includes(keyOf(term))));
  if (kept.length === formulas.length) return kept;
  const dropped = formulas.filter((formula) => !kept.includes(formula));
  return formulasWithout(kept, [...gone, ...dropped.map(({ as }) => keyOf({ measure: as }))]);
}

const termsOf = (formula: Formula): readonly Term[] =>
  Object.values(formula).flatMap((part) => (Array.isArray(part) ? part : [part]).filter(isRecord));
