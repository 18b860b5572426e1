import { CompositeChart } from '@mantine/charts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { useText } from '../text/index.tsx';
import { bucketText } from '../ui/bucket.ts';
import { type Counted, figureText, shortFigure } from '../ui/figure.ts';
import type { Point } from './point.ts';
import '../text/charts.ts';

interface Props {
  readonly title: string;
  readonly points: readonly Point[];
  readonly counted: Counted;
  /** What the numbers are compared with. */
  readonly before?: string;
  readonly height?: number;
}

/** One number over time as bars, those that are not over yet in a lighter colour, and the range before as a line. */
export default function TimeBars({ title, points, counted, before, height = 220 }: Props) {
  const { t, language } = useText();
  const hasBefore = points.some((point) => typeof point.before === 'number');
  const hasPartial = points.some(({ isPartial }) => isPartial);
  const data = points.map(({ label, now, isPartial, before: earlier }) => ({
    label: bucketText(label, language),
    now: isPartial ? null : now,
    partial: isPartial ? now : null,
    before: earlier,
  }));
  return (
    <div role="img" aria-label={t('chart.image', { title, n: points.length })}>
      <CompositeChart
        h={height}
        data={data}
        dataKey="label"
        series={[
          { name: 'now', label: title, color: 'karvon.6', type: 'bar' },
          ...(hasPartial
            ? [{ name: 'partial', label: t('chart.partial'), color: 'var(--k-chart-partial)', type: 'bar' as const }]
            : []),
          ...(hasBefore
            ? [
                {
                  name: 'before',
                  label: before ?? t('chart.before'),
                  color: 'var(--k-chart-before)',
                  type: 'line' as const,
                  strokeDasharray: '4 3',
                },
              ]
            : []),
        ]}
        withLegend={hasPartial || hasBefore}
        legendProps={{ verticalAlign: 'bottom' }}
        valueFormatter={(value) => figureText(value, counted, language)}
        gridAxis="x"
        curveType="linear"
        tickLine="none"
        strokeWidth={1.75}
        withDots={points.length < 3}
        barProps={{ stackId: 'now', radius: 2, isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        maxBarWidth={34}
        yAxisProps={{
          width: 62,
          tickCount: 4,
          // Where not all ticks fit, the rest stay at equal distances.
          interval: 'equidistantPreserveStart',
          allowDecimals: counted.type !== 'INTEGER',
          tickFormatter: (value: number) => shortFigure(value, counted, language),
        }}
        xAxisProps={{ minTickGap: 18 }}
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
