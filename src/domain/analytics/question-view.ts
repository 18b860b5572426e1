import type { ColumnKind, TimeGrain } from '../../model/enums.ts';
import type { AnalyticsColumnView, AnalyticsTableView } from '../../model/records/analytics-table.ts';
import type { MetricType } from '../../persistence/analytics/dataset.ts';
import type { DescribedMetric, QuestionSet } from '../../persistence/analytics/question-set.ts';
import type { RawTable } from '../../persistence/analytics/read-tables.ts';
import { constantName } from '../../persistence/analytics/record-dimensions.ts';
import { addDays, type CalendarDate, dateIn, daysBetween, startOfDay, wallTimeIn } from '../kernel/business-time.ts';

type ColumnOfStatement = RawTable['columns'][number];

/** A name of an enumeration for people: `NET_REVENUE` is `Net revenue`. */
export function labelOf(key: string): string {
  const words = key.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the numbers of a metric count. @param currency of the question; null when there are several */
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
      return { key, label: labelOf(key), kind, type: set.dimensions[key]?.type ?? 'TEXT', unit: null };
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
  const key = constantName(name);
  return { key, label: labelOf(key), kind, type, unit: metric ? unitOf(metric, currency) : null };
}

/**
 * The rows of an answer, each value in the place of what was asked for.
 * @param currency what the question is limited to: without one, the rest has money of several
 */
export function rowsOf(
  set: QuestionSet,
  { columns, rows }: Pick<RawTable, 'columns' | 'rows'>,
  timeZone: string,
  currency: string | null,
): AnalyticsTableView['rows'] {
  const columnsOfKind = (kind: ColumnOfStatement['kind']) => columns.filter((column) => column.kind === kind);
  const grain = columns.find(({ kind }) => kind === 'TIME')?.key as TimeGrain | undefined;
  const dimensions = columnsOfKind('DIMENSION').map(({ name }) => name);
  const [metrics, previous, cumulative] = [
    columnsOfKind('METRIC'),
    columnsOfKind('COMPARISON'),
    columnsOfKind('CUMULATIVE'),
  ];
  return rows.map((row) => {
    const bucketStart = grain ? startOfBucket(grain, new Date(String(row.time)), timeZone) : null;
    const numbersOf = (asked: readonly ColumnOfStatement[]) =>
      asked.map(({ name, key }) => {
        const isMixed = row.rest === true && isOfSeveralCurrencies(set, key, currency);
        return isMixed ? null : ((row[name] ?? null) as number | null);
      });
    const values = numbersOf(metrics);
    const before = previous.length > 0 ? numbersOf(previous) : null;
    return {
      bucketStart,
      bucketLabel: grain && bucketStart ? bucketLabel(grain, bucketStart, timeZone) : null,
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

/** Whether a sum over all currencies, such as a total, says nothing of a metric. */
function isOfSeveralCurrencies(set: QuestionSet, metric: string, currency: string | null): boolean {
  return currency === null && set.metrics[metric]?.money === true;
}

/** How much a value changed, as a share of the one before; null where there is nothing to compare with. */
export function changeOf(value: number | null, before: number | null): number | null {
  return value === null || before === null || before === 0 ? null : (value - before) / Math.abs(before);
}

/** The name of a bucket: ISO 8601, with the week of its Thursday's year. */
export function bucketLabel(grain: TimeGrain, start: Date, timeZone: string): string {
  const date = dateIn(start, timeZone);
  switch (grain) {
    case 'HOUR':
      return wallTimeIn(start, timeZone);
    case 'DAY':
      return date;
    case 'WEEK':
      return weekOf(date);
    case 'MONTH':
      return date.slice(0, 7);
    case 'QUARTER':
      return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
    case 'YEAR':
      return date.slice(0, 4);
  }
}

function weekOf(monday: CalendarDate): string {
  const year = addDays(monday, 3).slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, addDays(monday, 3)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** A day that has two midnights begins with the earlier one; PostgreSQL truncates to the later. */
function startOfBucket(grain: TimeGrain, found: Date, timeZone: string): Date {
  return grain === 'HOUR' ? found : startOfDay(dateIn(found, timeZone), timeZone);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
