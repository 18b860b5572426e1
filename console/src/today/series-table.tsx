import { NumberTable } from '../charts/number-table.tsx';
import type { Point } from '../charts/point.ts';
import { useText } from '../text/index.tsx';
import { bucketText } from '../ui/bucket.ts';
import { type Counted, changeOf, changeText, figureText } from '../ui/figure.ts';
import '../text/charts.ts';

interface Props {
  readonly title: string;
  readonly points: readonly Point[];
  readonly counted: Counted;
}

/** A series as a table, the latest first, each beside the period before. */
export function SeriesTable({ title, points, counted }: Props) {
  const { t, language } = useText();
  return (
    <NumberTable
      title={title}
      columns={[
        { key: 'period', label: t('chart.period') },
        { key: 'now', label: title, isNumber: true },
        { key: 'before', label: t('chart.before'), isNumber: true },
        { key: 'change', label: t('chart.change'), isNumber: true },
      ]}
      rows={[...points].reverse().map(({ label, now, before, isPartial }) => ({
        key: label,
        cells: [
          <>
            {bucketText(label, language, true)} {isPartial && <small>({t('chart.partial').toLowerCase()})</small>}
          </>,
          figureText(now, counted, language),
          figureText(before, counted, language),
          changeText(changeOf(now, before), language),
        ],
      }))}
    />
  );
}
