import { fieldProblem } from '../../model/field-problems.ts';
import type { FilterNode } from '../lists/list-filter.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Aggregate, count, distinct, greatest, least, onlyWhere, percentileOf, sum, total } from './aggregates.ts';
import { type AskedCondition, type AskedValue, conditionsSql, type FoundValue, valueIn } from './asked-values.ts';
import { type Dataset, shownName } from './dataset.ts';
import { aggregatesOf, type Formula, minus, ratio, renamed, roundedRatio } from './formula.ts';
import { conditionOf } from './pass-rows.ts';
import { metricOf } from './query-parts.ts';
import type { DescribedMetric } from './question-set.ts';

/** A number of a question's own: an aggregate of a value, of the rows that match. */
export interface AskedMeasure {
  /** The name that the question gives it. */
  readonly as: string;
  /** One of these; without any of them it counts rows. */
  readonly metric?: string;
  readonly sum?: AskedValue;
  readonly avg?: AskedValue;
  readonly min?: AskedValue;
  readonly max?: AskedValue;
  readonly median?: AskedValue;
  readonly percentile?: AskedValue & { readonly at: number };
  /** How many different values a dimension has. */
  readonly distinct?: string;
  readonly filter?: FilterNode;
  readonly where?: readonly AskedCondition[];
  /** Whether it is of rows, too, that no other metric of the data set counts. */
  readonly all?: boolean;
}

const KINDS = ['metric', 'sum', 'avg', 'min', 'max', 'median', 'percentile', 'distinct'] as const;

/** A measure as the data set would have declared it. */
interface FoundMeasure {
  readonly metric: DescribedMetric;
  readonly aggregates: Readonly<Record<string, Aggregate>>;
}

/**
 * @param prefix of the names of its aggregates
 * @throws ListQueryError naming `part` for what the data set lacks
 */
export function measureOf(
  dataset: Dataset,
  asked: AskedMeasure,
  now: Date,
  prefix: string,
  part: string,
): FoundMeasure {
  const kinds = KINDS.filter((kind) => asked[kind] !== undefined);
  if (kinds.length > 1) throw new ListQueryError(fieldProblem(part, 'ONE_KIND', { given: kinds }));
  const { metric, filter, where = [], all } = asked;
  const conditions = [
    ...(filter ? [conditionOf(dataset, filter, now, `${part}.filter`)] : []),
    ...conditionsSql(dataset, where, `${part}.where`),
  ];
  if (metric !== undefined) return filteredMetric(dataset, asked, metric, conditions, prefix, part);
  const counted = dataset.counted && !all ? [dataset.counted] : [];
  const rows = [...counted, ...conditions];
  return aggregated(dataset, asked, rows, prefix, part);
}

function filteredMetric(
  dataset: Dataset,
  { as }: AskedMeasure,
  key: string,
  conditions: readonly SqlFragment[],
  prefix: string,
  part: string,
): FoundMeasure {
  const metric = metricOf(dataset, key);
  if (conditions.length === 0) return { metric: named(as, metric), aggregates: {} };
  const aggregates = aggregatesOf(metric.is).map((name) => {
    const aggregate = dataset.aggregates[name];
    if (!aggregate) throw new ListQueryError(fieldProblem(part, 'NO_CONDITIONS', { name: shownName(key) }));
    return [`${prefix}_${name}`, conditions.reduce(onlyWhere, aggregate)] as const;
  });
  const is = renamed(metric.is, (name) => `${prefix}_${name}`);
  return { metric: { ...named(as, metric), is }, aggregates: Object.fromEntries(aggregates) };
}

function named(name: string, metric: Omit<DescribedMetric, 'description'>): DescribedMetric {
  return { description: '', ...metric, name };
}

function aggregated(
  dataset: Dataset,
  { as, distinct: dimension, percentile, median, sum: summed, avg, min, max }: AskedMeasure,
  where: readonly SqlFragment[],
  prefix: string,
  part: string,
): FoundMeasure {
  const made = (is: Formula, aggregates: FoundMeasure['aggregates'], of?: FoundValue): FoundMeasure => {
    const { type = 'INTEGER', money, unit } = of ?? {};
    return { metric: named(as, { type, is, ...(money ? { money } : {}), ...(unit ? { unit } : {}) }), aggregates };
  };
  if (dimension !== undefined) {
    const found = Object.hasOwn(dataset.dimensions, dimension) ? dataset.dimensions[dimension] : undefined;
    if (!found) throw new ListQueryError(fieldProblem(part, 'NO_DIMENSION', { name: dimension }));
    return made(prefix, { [prefix]: distinct(found.sql, ...where) });
  }
  const inner = summed ?? avg ?? min ?? max ?? median ?? percentile;
  if (!inner) return made(prefix, { [prefix]: count(...where) });
  const value = valueIn(dataset, inner, part);
  const { money } = value;
  if (min) return made(prefix, { [prefix]: least(value.sql, ...where) }, value);
  if (max) return made(prefix, { [prefix]: greatest(value.sql, ...where) }, value);
  const fractional = { ...value, type: value.type === 'INTEGER' ? ('NUMBER' as const) : value.type };
  if (summed) return ofSum(value, where, prefix, made);
  if (avg) {
    const known = sql`${value.sql} is not null`;
    const counted = { [`${prefix}_count`]: count(...where, known) };
    const totals = { [prefix]: total(value.sql, ...where), ...counted };
    return made((money ? roundedRatio : ratio)(prefix, `${prefix}_count`), totals, fractional);
  }
  const repeats = inner.number !== undefined && inner.dividedBy === undefined;
  const aggregates = { [prefix]: percentileOf(percentile?.at ?? 0.5, value.sql, repeats, where) };
  // Money is of whole units.
  const isRounded = money ? { of: minus(prefix), by: trustedSql('1'), isRounded: true } : prefix;
  return made(isRounded, aggregates, fractional);
}

/** Whole numbers add up to 0 where there are none. An aggregate is of those above zero, so that the others have one of their own. */
function ofSum(
  value: FoundValue,
  where: readonly SqlFragment[],
  prefix: string,
  made: (is: Formula, aggregates: FoundMeasure['aggregates'], of?: FoundValue) => FoundMeasure,
): FoundMeasure {
  const isWhole = value.type === 'INTEGER' || value.type === 'MONEY';
  if (!isWhole) return made(prefix, { [prefix]: total(value.sql, ...where) }, value);
  if (!value.isSigned) return made(prefix, { [prefix]: sum(value.sql, ...where) }, value);
  const aggregates = {
    [prefix]: sum(sql`greatest(${value.sql}, 0)`, ...where),
    [`${prefix}_below`]: sum(sql`greatest(-${value.sql}, 0)`, ...where),
  };
  return made(minus(prefix, `${prefix}_below`), aggregates, value);
}
