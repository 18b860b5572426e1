import { fieldProblem } from '../../model/field-problems.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { allOf, type SqlFragment } from '../sql/sql.ts';
import { type AskedCondition, conditionsSql } from './asked-values.ts';
import { type Dataset, ownName } from './dataset.ts';
import { type AskedDimension, derivedDimension } from './derived-dimensions.ts';
import { type AskedEntities, entityDataset } from './entities.ts';
import { aggregatesOf, type Formula, usesTotal, type Windowed, windowedIn } from './formula.ts';
import { type AskedMeasure, measureOf } from './measures.ts';
import type { AnalyticsQuery } from './query.ts';
import { isAdditive, metricOf } from './query-parts.ts';
import type { DescribedDimension, DescribedMetric, QuestionSet } from './question-set.ts';

/** A part of a formula: a metric of the data set, a measure or an earlier formula of the question, or a number. */
interface AskedTerm {
  readonly metric?: string;
  readonly measure?: string;
  readonly value?: number;
}

/** A number of a question's own that follows from others. */
interface AskedFormula {
  readonly as: string;
  readonly add?: readonly AskedTerm[];
  readonly subtract?: readonly AskedTerm[];
  readonly multiply?: readonly AskedTerm[];
  readonly divide?: readonly AskedTerm[];
  readonly shareOfTotal?: AskedTerm;
  readonly shareOfBucket?: AskedTerm;
  readonly movingAverage?: AskedTerm & { readonly buckets: number };
  readonly earlier?: AskedTerm & { readonly buckets: number };
}

/** What a question defines beside what its data set has. */
export interface AskedParts {
  readonly measures?: readonly AskedMeasure[];
  readonly formulas?: readonly AskedFormula[];
  readonly derived?: readonly AskedDimension[];
  readonly where?: readonly AskedCondition[];
  readonly per?: AskedEntities;
  /** Every dimension that the question names. */
  readonly named: ReadonlySet<string>;
}

/**
 * A data set with the metrics and dimensions that a question defines, under names of their own (`ownName`). So the question is compiled
 * like every other: its parts are computed correctly for a bucket, a row and the total.
 * @throws ListQueryError naming the part that is wrong
 */
export function askedSet(set: QuestionSet, parts: AskedParts, query: AnalyticsQuery): QuestionSet {
  const { measures = [], formulas = [], derived = [], where = [], per, named } = parts;
  requireDifferent({ measures, formulas, derived });
  requireDifferent({ 'per.values': per?.values ?? [] });
  const { now } = query;
  const declared = set.at(now);
  const rows = per ? entityDataset(declared, per, query, named) : declared;
  const conditions = conditionsSql(rows, where, 'where');
  const base = conditions.length > 0 ? onlyRows(rows, conditions) : rows;
  const dimensions = derived.map(
    (each, at) => [ownName(each.as), derivedDimension(base, each, query, `derived[${at}]`)] as const,
  );
  const found = measures.map((each, at) => ({
    as: each.as,
    ...measureOf(base, each, now, `q${at}`, `measures[${at}]`),
  }));
  const own: Record<string, DescribedMetric> = Object.fromEntries(found.map(({ as, metric }) => [ownName(as), metric]));
  const aggregates = Object.assign({}, base.aggregates, ...found.map((each) => each.aggregates));
  const all = (): Dataset => ({ ...base, aggregates, metrics: { ...base.metrics, ...own } });
  for (const [at, formula] of formulas.entries())
    own[ownName(formula.as)] = formulaOf(all(), formula, `formulas[${at}]`);
  const dataset: Dataset = {
    ...all(),
    dimensions: { ...base.dimensions, ...Object.fromEntries(dimensions) },
  };
  return {
    ...set,
    metrics: { ...(per ? {} : set.metrics), ...own },
    dimensions: { ...set.dimensions, ...(Object.fromEntries(dimensions) as Record<string, DescribedDimension>) },
    at: () => dataset,
  };
}

/** Rollups and further rows do not have what conditions are of. */
function onlyRows(
  { rollups: _rollups, further: _further, where, ...dataset }: Dataset,
  conditions: readonly SqlFragment[],
): Dataset {
  return { ...dataset, where: allOf([...(where ? [where] : []), ...conditions]) };
}

function requireDifferent(named: Readonly<Record<string, readonly { readonly as: string }[]>>): void {
  const names = new Set<string>();
  for (const [part, members] of Object.entries(named)) {
    for (const [at, { as: name }] of members.entries()) {
      if (names.has(name)) throw new ListQueryError(fieldProblem(`${part}[${at}].as`, 'NAME_TWICE', { name }));
      names.add(name);
    }
  }
}

const OPERATIONS = ['add', 'subtract', 'multiply', 'divide'] as const;
const FORMULAS = [...OPERATIONS, 'shareOfTotal', 'shareOfBucket', 'movingAverage', 'earlier'] as const;
const MIN_OPERANDS = 2;
/** Aggregates of a formula, those of the formulas that it names among them: each of these is written out where it is named. */
const MAX_AGGREGATES = 100;

function formulaOf(dataset: Dataset, asked: AskedFormula, part: string): DescribedMetric {
  const { as: name, shareOfTotal, shareOfBucket, movingAverage, earlier } = asked;
  const kinds = FORMULAS.filter((kind) => asked[kind] !== undefined);
  if (kinds.length !== 1) throw new ListQueryError(fieldProblem(part, 'NEEDS_ONE_OF', { values: FORMULAS }));
  const whole = shareOfTotal ?? shareOfBucket ?? movingAverage ?? earlier;
  if (whole) {
    const term = termOf(dataset, whole, part);
    const { is, type, money, unit } = term;
    if (typeof is !== 'string' && (usesTotal(is) || windowedIn(is).length > 0)) {
      throw new ListQueryError(fieldProblem(part, 'NOT_OF_SHARE'));
    }
    if (shareOfBucket && !isAdditive(dataset, term)) {
      throw new ListQueryError(fieldProblem(part, 'NOT_ADDED_UP'));
    }
    const more = { description: '', name, ...(money ? { money } : {}) };
    if (shareOfTotal) return required({ ...more, type: 'RATIO', is: { shareOf: is } }, part);
    const { buckets = 1 } = movingAverage ?? earlier ?? {};
    const over = (kind: Windowed['kind']) => ({ windowOf: is, kind, buckets });
    if (shareOfBucket) return required({ ...more, type: 'RATIO', is: over('bucketShare') }, part);
    if (earlier) return required({ ...more, type, is: over('earlier'), ...(unit ? { unit } : {}) }, part);
    const ofMean = type === 'RATIO' ? 'share' : unit;
    return required({ ...more, type: 'NUMBER', is: over('average'), ...(ofMean ? { unit: ofMean } : {}) }, part);
  }
  const operation = OPERATIONS.find((each) => asked[each] !== undefined) ?? 'add';
  const terms = (asked[operation] ?? []).map((term) => termOf(dataset, term, part));
  if (terms.length < MIN_OPERANDS) throw new ListQueryError(fieldProblem(`${part}.${operation}`, 'TOO_FEW_TERMS'));
  if (terms.flatMap(({ is }) => aggregatesOf(is)).length > MAX_AGGREGATES) {
    throw new ListQueryError(fieldProblem(part, 'TOO_MANY_NUMBERS', { maximum: MAX_AGGREGATES }));
  }
  const money = terms.some((term) => term.money);
  const isShare = operation === 'divide' && areOfOneUnit(terms);
  return required(
    {
      description: '',
      name,
      type: isShare ? 'RATIO' : 'NUMBER',
      is: { operation, operands: terms.map(({ is }) => is) },
      ...(money ? { money } : {}),
      ...(isShare ? { unit: 'share' } : {}),
    },
    part,
  );
}

type Term = Pick<DescribedMetric, 'is' | 'type' | 'money' | 'unit'>;

/** Whether terms are of one unit, so that one of them is a share of another. */
function areOfOneUnit(terms: readonly Term[]): boolean {
  return (
    new Set(terms.map(({ unit, money, type }) => unit ?? (money && type !== 'RATIO' ? 'money' : 'count'))).size === 1
  );
}

function required(metric: DescribedMetric, part: string): DescribedMetric {
  if (aggregatesOf(metric.is).length === 0) throw new ListQueryError(fieldProblem(part, 'NO_METRIC'));
  return metric;
}

function termOf(dataset: Dataset, { metric, measure, value }: AskedTerm, part: string): Term {
  if ([metric, measure, value].filter((each) => each !== undefined).length !== 1) {
    throw new ListQueryError(fieldProblem(part, 'ONE_TERM'));
  }
  if (value !== undefined) {
    const is: Formula = { constant: value };
    return { is, type: 'NUMBER' };
  }
  const key = measure === undefined ? (metric ?? '') : ownName(measure);
  if (measure !== undefined && !Object.hasOwn(dataset.metrics, key)) {
    throw new ListQueryError(fieldProblem(part, 'NO_MEASURE', { name: measure }));
  }
  return metricOf(dataset, key);
}
