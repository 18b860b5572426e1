import type { AnalyticsRow } from '../../persistence/analytics/read-tables.ts';

/** Preorders divided by unique views; null without views. */
export function conversionOf(preorders: number, uniqueViews: number): number | null {
  return uniqueViews > 0 ? preorders / uniqueViews : null;
}

/** The remaining capacity; null without a limit, 0 if the capacity was lowered below the reserved quantity. */
export function remainingOf(capacity: number | null, reserved: number): number | null {
  return capacity === null ? null : Math.max(capacity - reserved, 0);
}

/** One count for each value of the enumeration, in its order; zeros included. */
export function statusCounts<S extends string, M extends string>(
  statuses: readonly S[],
  rows: readonly AnalyticsRow<M, 'STATUS'>[],
  metric: M,
): { readonly status: S; readonly count: number }[] {
  const counts = new Map(rows.map((row) => [row.dimensions.STATUS, row.metrics[metric]]));
  return statuses.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

/** The sum over rows of an additive metric. */
export function sumOf<M extends string>(rows: readonly AnalyticsRow<M>[], metric: M): number {
  return rows.reduce((sum, row) => sum + (row.metrics[metric] ?? 0), 0);
}

/** Joins views and preorders by the same dimension: every value with either, most preorders first. */
export function conversionsBy<D extends string>(
  dimension: D,
  preorders: readonly AnalyticsRow<'preorders' | 'quantity', D>[],
  views: readonly AnalyticsRow<'uniqueViews', D>[],
) {
  const ordered = new Map(preorders.map((row) => [row.dimensions[dimension], row.metrics]));
  const viewed = new Map(views.map((row) => [row.dimensions[dimension], row.metrics.uniqueViews ?? 0]));
  return [...new Set([...ordered.keys(), ...viewed.keys()])].map((key) => {
    const preorders = ordered.get(key)?.preorders ?? 0;
    const uniqueViews = viewed.get(key) ?? 0;
    const quantity = ordered.get(key)?.quantity ?? 0;
    return { key, uniqueViews, preorders, quantity, conversion: conversionOf(preorders, uniqueViews) };
  });
}
