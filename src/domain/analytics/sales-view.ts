import { SalesBucketRecord, type SalesBucketView, type SalesRangeView } from '../../model/records/sales-analytics.ts';
import { type FigureName, viewFigures } from '../../persistence/analytics/figures.ts';
import type { AnalyticsRow } from '../../persistence/analytics/read-tables.ts';
import { dateIn, wallTimeIn } from '../formats/business-time.ts';

/** A bucket of the series. A bucket that begins before the range is dated by the range's first day. */
export function viewBucket(
  row: AnalyticsRow<FigureName<typeof SalesBucketRecord>, never>,
  { from, grain, timezone }: SalesRangeView,
): SalesBucketView {
  const begins = row.time ?? from;
  const start = begins < from ? from : begins;
  const date = grain === 'HOUR' ? wallTimeIn(start, timezone) : dateIn(start, timezone);
  return { date, start, ...viewFigures(SalesBucketRecord, row.metrics) };
}
