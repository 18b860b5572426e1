import { CompositeChart } from '@mantine/charts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { useText } from '../text/index.tsx';
import { type Counted, figureText } from '../ui/figure.ts';
import { bucketNames, LINES, MARGIN, NAMES, numberAxis } from './axes.ts';
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

/** More bars are thinner than a line. */
const MOST_BARS = 150;
/** On a phone each part of the legend has a line of its own. */
const LEGEND_LINE = 26;

/** One number over time as bars (as a line where there are many), those that are not over yet in a lighter colour, and the range before as a line. */
export default function TimeBars({ title, points, counted, before, height = 220 }: Props) {
  const { t, language } = useText();
  const hasBefore = points.some((point) => typeof point.before === 'number');
  const type = points.length > MOST_BARS ? ('line' as const) : ('bar' as const);
  const hasPartial = type === 'bar' && points.some(({ isPartial }) => isPartial);
  const names = bucketNames(
    points.map(({ label }) => label),
    language,
  );
  const data = points.map(({ now, isPartial, before: earlier }, at) => ({
    label: names[at],
    now: hasPartial && isPartial ? null : now,
    partial: isPartial ? now : null,
    before: earlier,
  }));
  return (
    <div role="img" aria-label={t('chart.image', { title, n: points.length })}>
      <CompositeChart
        h={{ base: height + LEGEND_LINE * (Number(hasPartial) + Number(hasBefore)), sm: height }}
        data={data}
        dataKey="label"
        series={[
          { name: 'now', label: title, color: 'karvon.6', type },
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
        {...LINES}
        strokeWidth={1.75}
        withDots={points.length < 3}
        barProps={{ stackId: 'now', radius: 2, isAnimationActive: false }}
        lineProps={{ isAnimationActive: false }}
        maxBarWidth={34}
        yAxisProps={numberAxis(
          points.flatMap((point) => [point.now, point.before]),
          counted,
          language,
        )}
        xAxisProps={NAMES}
        composedChartProps={{ accessibilityLayer: false, margin: MARGIN }}
      />
    </div>
  );
}
