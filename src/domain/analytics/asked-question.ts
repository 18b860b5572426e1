import { constantName } from '../../model/enums.ts';
import { inside } from '../../model/field-problems.ts';
import { isTimeZone, timeZoneProblem } from '../../model/time-zones.ts';
import { type AskedParts, askedSet } from '../../persistence/analytics/asked-set.ts';
import type { AskedCondition, AskedValue } from '../../persistence/analytics/asked-values.ts';
import { ownName } from '../../persistence/analytics/dataset.ts';
import type { AskedEntities } from '../../persistence/analytics/entities.ts';
import type { AskedMeasure } from '../../persistence/analytics/measures.ts';
import type { AnalyticsQuery } from '../../persistence/analytics/query.ts';
import { usedIn } from '../../persistence/analytics/query-parts.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import type { FilterNode } from '../../persistence/lists/list-filter.ts';
import { withTimes } from '../filter-times.ts';
import { type DomainError, type FieldProblem, fieldProblem, validationFailed } from '../kernel/errors.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { MAX_DIMENSIONS, MAX_METRICS, namedIn, type Question } from './question-input.ts';
import { comparedRange, readRange } from './question-range.ts';

/** A question in the names of a data set that has what it defines. */
export interface AskedQuestion {
  readonly set: QuestionSet;
  readonly query: AnalyticsQuery;
  /** The range of its records, or of what it counts by. */
  readonly range: AnalyticsQuery['range'];
}

/**
 * @param question valid
 * @throws DomainError 400 VALIDATION_FAILED, INVALID_RANGE
 * @throws ListQueryError for what the data set lacks
 */
export function askedOf(set: QuestionSet, question: Question, now: Date, businessTimeZone: string): AskedQuestion {
  const query = queryOf(set, question, now, businessTimeZone);
  const parts = partsOf(set, question, now, businessTimeZone);
  const asked = askedSet(set, parts, query);
  const { range } = query;
  const needsMoney = usedIn(query).some((name) => asked.metrics[name]?.money) || usesMoneyPer(set, parts, now);
  const isOpen = query.currency === undefined && needsMoney && !query.dimensions?.includes('CURRENCY');
  const counted = parts.per ? entityQuery(query, parts.per) : query;
  return { set: asked, query: isOpen ? { ...counted, money: true } : counted, range };
}

/** The query of the entities: what applies to their records is in them. */
function entityQuery(query: AnalyticsQuery, { time }: AskedEntities): AnalyticsQuery {
  const { filter: _filter, search: _search, time: _time, range, ...rest } = query;
  if (time !== undefined) return { ...rest, ...(range ? { range } : {}) };
  if (query.compareTo) throw wrong(fieldProblem('compareTo', 'NEEDS_ENTITY_TIME'));
  return rest;
}

/** Whether the values of entities are amounts of money, which a condition of theirs can be of. */
function usesMoneyPer(set: QuestionSet, { per }: AskedParts, now: Date): boolean {
  if (!per) return false;
  const { numbers = {} } = set.at(now);
  const { texts } = namedIn(per);
  return texts.some((text) => numbers[text]?.money ?? set.metrics[nameIn(set, text)]?.money);
}

/** The name of a metric in its data set. */
function nameIn(set: QuestionSet, key: string): string {
  return Object.keys(set.metrics).find((name) => constantName(name) === key) ?? key;
}

/** The query of a question: names of the data set, times, one currency of money. */
function queryOf(set: QuestionSet, question: Question, now: Date, businessTimeZone: string): AnalyticsQuery {
  const { timezone: timeZone = businessTimeZone, range: asked, compareTo, currency, top, fill } = question;
  if (!isTimeZone(timeZone)) throw wrong(timeZoneProblem('timezone', timeZone));
  if (compareTo && !asked) throw wrong(fieldProblem('compareTo', 'NEEDS', { other: 'range' }));
  const range = asked && readRange(asked, now, timeZone);
  requireShort(set, question, range);
  const named = (metric: string | undefined, measure: string | undefined, part: string) => {
    if ((metric === undefined) === (measure === undefined)) throw wrong(fieldProblem(part, 'ONE_METRIC'));
    return measure === undefined ? nameIn(set, metric ?? '') : ownName(measure);
  };
  const { measures = [], formulas = [], derived = [], having = [], orderBy = [], cumulative = [] } = question;
  if (question.per && question.metrics?.length) {
    throw wrong(fieldProblem('metrics', 'NOT_WITH_PER'));
  }
  const own = [...measures, ...formulas].map(({ as }) => ownName(as));
  const metrics = [...(question.metrics ?? []).map((key) => nameIn(set, key)), ...own];
  const dimensions = [...(question.dimensions ?? []), ...derived.map(({ as }) => ownName(as))];
  if (metrics.length === 0) throw wrong(fieldProblem('metrics', 'EMPTY', { without: 'measures' }));
  if (metrics.length > MAX_METRICS) {
    throw wrong(
      fieldProblem('measures', 'TOO_MANY_TOGETHER', { maximum: MAX_METRICS, others: ['metrics', 'formulas'] }),
    );
  }
  if (dimensions.length > MAX_DIMENSIONS) {
    throw wrong(fieldProblem('derived', 'TOO_MANY_TOGETHER', { maximum: MAX_DIMENSIONS, others: ['dimensions'] }));
  }
  return {
    metrics,
    dimensions,
    timeZone,
    now,
    ...(question.grain ? { grain: question.grain } : {}),
    ...(range ? { range } : {}),
    ...(question.time ? { time: question.time } : {}),
    ...(asked && range && compareTo
      ? { compareTo: comparedRange(compareTo, asked, range, timeZone, question.grain) }
      : {}),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    ...(question.filter ? { filter: filterOf(set, question.filter, now, businessTimeZone) } : {}),
    ...(question.search ? { search: question.search } : {}),
    having: having.map(({ metric, measure, ...bounds }, at) => ({
      metric: named(metric, measure, `having[${at}]`),
      ...bounds,
    })),
    orderBy: orderBy.map((order, at) => readOrder(order, at, (key) => nameIn(set, key))),
    ...(top
      ? {
          top: {
            count: top.count,
            by: top.by || top.byMeasure ? named(top.by, top.byMeasure, 'top') : (metrics[0] ?? ''),
            direction: top.direction ?? 'DESC',
            rest: top.rest ?? true,
          },
        }
      : {}),
    cumulative: cumulative.map((key) => nameIn(set, key)),
    fill: fill !== 'NONE',
    ...(question.limit === undefined ? {} : { limit: question.limit }),
  };
}

const HOUR_MS = 3_600_000;

/** Of records that are too many, a question has a range, which applies to them. A day can have 25 hours. */
function requireShort({ mostDays }: QuestionSet, { per }: Question, range: AnalyticsQuery['range']): void {
  if (mostDays === undefined) return;
  if (per?.time !== undefined) throw wrong(fieldProblem('per.time', 'NOT_ACCEPTED'));
  const mostMs = (mostDays * 24 + 1) * HOUR_MS;
  if (range && range.to.getTime() - range.from.getTime() <= mostMs) return;
  throw wrong(fieldProblem('range', 'SHORT_RANGE', { days: mostDays }));
}

/** Days and periods in a filter are those of the business, as in every list, whatever zone the buckets are in. */
function filterOf({ model }: QuestionSet, filter: unknown, now: Date, businessTimeZone: string): FilterNode {
  return withTimes(refinementFor(model).filter, filter, now, { businessTimeZone }) as FilterNode;
}

type AskedOrder = NonNullable<Question['orderBy']>[number];

function readOrder(
  { metric, measure, dimension, derived, time, direction = 'ASC' }: AskedOrder,
  at: number,
  nameOf: (key: string) => string,
): NonNullable<AnalyticsQuery['orderBy']>[number] {
  const keys = [metric, measure, dimension, derived, time || undefined];
  if (keys.filter((key) => key !== undefined).length !== 1) {
    throw wrong(fieldProblem(`orderBy[${at}]`, 'ONE_ORDER'));
  }
  if (measure !== undefined) return { metric: ownName(measure), direction };
  if (metric !== undefined) return { metric: nameOf(metric), direction };
  const shown = derived === undefined ? dimension : ownName(derived);
  return shown === undefined ? { time: true, direction } : { dimension: shown, direction };
}

/** What a question defines, in the names of the data set. */
function partsOf(set: QuestionSet, question: Question, now: Date, businessTimeZone: string): AskedParts {
  const { measures = [], formulas = [], derived = [], where = [], per } = question;
  const measureOf = ({ filter, metric, where: conditions = [], ...measure }: Measure): AskedMeasure => ({
    ...measure,
    ...(metric === undefined ? {} : { metric: nameIn(set, metric) }),
    ...(filter ? { filter: filterOf(set, filter, now, businessTimeZone) } : {}),
    ...valuesOf(measure),
    where: conditions.map(valueIn),
  });
  return {
    measures: measures.map(measureOf),
    formulas: formulas.map((formula) => withMetrics(set, formula)),
    derived: derived.map(({ value, each, sinceEach, ...rest }) => ({
      ...rest,
      ...(value ? { value: valueIn(value) } : {}),
      ...(each === undefined ? {} : { time: ownName(each) }),
      ...(sinceEach === undefined ? {} : { since: ownName(sinceEach) }),
    })),
    where: where.map(valueIn),
    ...(per
      ? {
          per: {
            ...per,
            values: per.values.map(({ first, last, nth, ...value }) => ({
              ...measureOf(value),
              ...(first === undefined ? {} : { first }),
              ...(last === undefined ? {} : { last }),
              ...(nth ? { nth } : {}),
            })),
          },
        }
      : {}),
    named: new Set(namedIn(question).texts),
  };
}

type Measure = NonNullable<Question['measures']>[number];
type Value = NonNullable<Measure['avg']>;

const VALUES = ['sum', 'avg', 'min', 'max', 'median', 'percentile'] as const;

function valuesOf(measure: Omit<Measure, 'filter' | 'metric' | 'where'>): Pick<AskedMeasure, (typeof VALUES)[number]> {
  const found = VALUES.flatMap((kind) => (measure[kind] ? [[kind, valueIn(measure[kind])] as const] : []));
  return Object.fromEntries(found);
}

/** A value of entities has a name of the question's own. */
function valueIn<V extends Value & AskedCondition>({
  each,
  fromEach,
  toEach,
  ...value
}: V): AskedValue & Omit<V, 'each'> {
  return {
    ...value,
    ...(each === undefined ? {} : { number: ownName(each) }),
    ...(fromEach === undefined ? {} : { from: ownName(fromEach) }),
    ...(toEach === undefined ? {} : { to: ownName(toEach) }),
  } as AskedValue & Omit<V, 'each'>;
}

type Formula = NonNullable<Question['formulas']>[number];
type Term = { readonly metric?: string };

function withMetrics(
  set: QuestionSet,
  { as, shareOfTotal, shareOfBucket, movingAverage, earlier, ...operations }: Formula,
) {
  const termOf = <T extends Term>(term: T): T =>
    term.metric === undefined ? term : { ...term, metric: nameIn(set, term.metric) };
  return {
    as,
    ...Object.fromEntries(Object.entries(operations).map(([operation, terms]) => [operation, terms?.map(termOf)])),
    ...(shareOfTotal ? { shareOfTotal: termOf(shareOfTotal) } : {}),
    ...(shareOfBucket ? { shareOfBucket: termOf(shareOfBucket) } : {}),
    ...(movingAverage ? { movingAverage: termOf(movingAverage) } : {}),
    ...(earlier ? { earlier: termOf(earlier) } : {}),
  };
}

function wrong(problem: FieldProblem): DomainError {
  return validationFailed([inside('query', problem)]);
}
