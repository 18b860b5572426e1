import { type ColumnKind, constantName, type TimeGrain } from '../../model/enums.ts';
import type { AnalyticsColumnView, AnalyticsTableView } from '../../model/records/analytics-table.ts';
import type { MetricType } from '../../persistence/analytics/dataset.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import type { DescribedMetric, QuestionSet } from '../../persistence/analytics/question-set.ts';
import type { RawTable } from '../../persistence/analytics/read-tables.ts';
import { viewSlot } from './bucket-view.ts';

export { bucketLabel } from './bucket-view.ts';

type ColumnOfStatement = RawTable['columns'][number];

/** A name of an enumeration for people: `NET_REVENUE` is `Net revenue`. */
export function labelOf(key: string): string {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The unit of a metric. @param currency of the question; null when there are several */
export function unitOf({ type, unit, money }: DescribedMetric, currency: string | null): string | null {
  if (unit) return unit;
  if (type === 'RATIO') return 'share';
  return money ? currency : 'count';
}

/** @param currency what the question is limited to */
export function columnsOf(
  set: QuestionSet,
  { columns }: Pick<RawTable, 'columns'>,
  currency: string | null,
): AnalyticsColumnView[] {
  const found = columns.map(({ kind, key, type }): AnalyticsColumnView => {
    if (kind === 'TIME') return { key, label: labelOf(key), kind, type: 'DATETIME', unit: null };
    if (kind === 'DIMENSION') {
      const { type: own = 'TEXT', name } = set.dimensions[key] ?? {};
      return { key: name ?? key, label: name ?? labelOf(key), kind, type: own, unit: null };
    }
    return metricColumn(set, key, kind === 'COMPARISON' ? 'PREVIOUS' : kind, type as MetricType, currency);
  });
  const changes = found.filter(({ kind }) => kind === 'PREVIOUS');
  const at = found.findLastIndex(({ kind }) => kind === 'PREVIOUS') + 1;
  return found.toSpliced(
    at,
    0,
    ...changes.map((column) => ({ ...column, kind: 'CHANGE', type: 'RATIO', unit: 'share' }) as const),
  );
}

function metricColumn(
  set: QuestionSet,
  name: string,
  kind: ColumnKind,
  type: MetricType,
  currency: string | null,
): AnalyticsColumnView {
  const metric = set.metrics[name];
  const key = metric?.name ?? constantName(name);
  return { key, label: metric?.name ?? labelOf(key), kind, type, unit: metric ? unitOf(metric, currency) : null };
}

/** What the rows of an answer are of. */
export interface Asked {
  readonly grain?: TimeGrain;
  readonly range?: TimeRange;
  readonly compareTo?: TimeRange;
  /** The currency of the question; without one, `rest` has money of several. */
  readonly currency?: string;
  /** Whether its money is in the default currency, while it is limited to none. */
  readonly money?: true;
  readonly now: Date;
}

/** The rows of an answer, with the values in the order of the question. */
export function rowsOf(
  set: QuestionSet,
  { columns, rows, slots }: Pick<RawTable, 'columns' | 'rows' | 'slots'>,
  asked: Asked,
): AnalyticsTableView['rows'] {
  const columnsOfKind = (kind: ColumnOfStatement['kind']) => columns.filter((column) => column.kind === kind);
  const dimensions = columnsOfKind('DIMENSION').map(({ name }) => name);
  const [metrics, previous, cumulative] = [
    columnsOfKind('METRIC'),
    columnsOfKind('COMPARISON'),
    columnsOfKind('CUMULATIVE'),
  ];
  return rows.map((row) => {
    const slot = slots[Number(row.bucket) - 1];
    const numbersOf = (columns: readonly ColumnOfStatement[], isThere = true) =>
      columns.map(({ name, key }) => {
        const isMixed = row.rest === true && !asked.money && isOfSeveralCurrencies(set, key, asked.currency ?? null);
        return isMixed || !isThere ? null : ((row[name] ?? null) as number | null);
      });
    // A bucket that does not exist has no value, rather than 0.
    const values = numbersOf(metrics, slot === undefined || slot.current !== undefined);
    const before = asked.compareTo ? numbersOf(previous, slot === undefined || slot.previous !== undefined) : null;
    return {
      ...viewSlot(slot, asked),
      rest: row.rest === true,
      dimensions: dimensions.map((name) => textOf(row[name])),
      labels: dimensions.map((name, at) => textOf(row[`t${at}`]) ?? textOf(row[name])),
      metrics: values,
      previous: before,
      change: before && values.map((value, at) => changeOf(value, before[at] ?? null)),
      cumulative: cumulative.length > 0 ? numbersOf(cumulative) : null,
    };
  });
}

/** The totals of a period. @param kind METRIC for the range, COMPARISON for the one before */
export function totalsOf(
  set: QuestionSet,
  { columns, totals }: RawTable,
  kind: 'METRIC' | 'COMPARISON',
  currency: string | null,
): (number | null)[] {
  return columns
    .filter((column) => column.kind === kind)
    .map(({ name, key }) => (isOfSeveralCurrencies(set, key, currency) ? null : (totals[name] ?? null)));
}

/** True if a sum over all currencies, such as a total, is meaningless for a metric. */
function isOfSeveralCurrencies(set: QuestionSet, metric: string, currency: string | null): boolean {
  return currency === null && set.metrics[metric]?.money === true;
}

/** The change of a value, as a share of the previous one; null without a previous one. */
export function changeOf(value: number | null, before: number | null): number | null {
  return value === null || before === null || before === 0 ? null : (value - before) / Math.abs(before);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
