import { BarChart } from '@mantine/charts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { useText } from '../text/index.tsx';
import { type Counted, figureText } from '../ui/figure.ts';
import { LINES, MARGIN, numberAxis } from './axes.ts';
import type { Bar } from './point.ts';
import '../text/charts.ts';

interface Props {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly counted: Counted;
  /** What the numbers are compared with. */
  readonly before?: string;
  readonly color?: string;
}

const BAR = 30;
const PAIR = 42;
const AXIS = 56;
const NAME_GAP = 24;
/** Two lines of the axis. */
const LONGEST = 36;
/** More bars than fit on a screen have their axis above. */
const LONG = 12;

const short = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** A number of each group as bars, beside that of the range before. */
export default function Bars({ title, bars, counted, before, color = 'karvon.6' }: Props) {
  const { t, language } = useText();
  const hasBefore = bars.some((bar) => typeof bar.before === 'number');
  const names = bars.map(({ name }) => short(name));
  const lengthOf = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  // A serial has no place to break.
  const nameWidth = Math.max(
    Math.min(150, NAME_GAP + lengthOf(names) * 6.4),
    Math.min(176, NAME_GAP + lengthOf(names.flatMap((name) => name.split(' '))) * 7.4),
  );
  const { width, ...axis } = numberAxis(
    bars.flatMap((bar) => [bar.now, bar.before]),
    counted,
    language,
  );
  return (
    <div role="img" aria-label={t('chart.image', { title, n: bars.length })}>
      <BarChart
        h={bars.length * (hasBefore ? PAIR : BAR) + AXIS + (hasBefore ? 28 : 0)}
        data={bars.map((bar, at) => ({ ...bar, name: names[at] }))}
        dataKey="name"
        orientation="vertical"
        series={[
          { name: 'now', label: title, color },
          ...(hasBefore
            ? [{ name: 'before', label: before ?? t('chart.before'), color: 'var(--k-chart-before)' }]
            : []),
        ]}
        withLegend={hasBefore}
        // A long chart ends below the screen: what the bars mean is said above them.
        legendProps={{ verticalAlign: 'top' }}
        valueFormatter={(value) => figureText(value, counted, language)}
        gridAxis="y"
        {...LINES}
        barProps={{ radius: 3, maxBarSize: 16, isAnimationActive: false }}
        xAxisProps={{
          orientation: bars.length > LONG ? 'top' : 'bottom',
          ...axis,
        }}
        yAxisProps={{ width: nameWidth, interval: 0 }}
        // Half of the last figure lies beside its line.
        barChartProps={{ accessibilityLayer: false, margin: { ...MARGIN, right: width / 2 } }}
      />
    </div>
  );
}
