import { LineChart } from '@mantine/charts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { useText } from '../text/index.tsx';
import { type Counted, figureText } from '../ui/figure.ts';
import { bucketNames, LINES, MARGIN, NAMES, numberAxis } from './axes.ts';
import '../text/charts.ts';

export interface Line {
  readonly name: string;
  /** By the labels of the points. */
  readonly values: Readonly<Record<string, number | null>>;
}

interface Props {
  readonly title: string;
  readonly labels: readonly string[];
  readonly lines: readonly Line[];
  readonly counted: Counted;
}

/** Lines differ by their dashes as well, not by colour alone. */
const LOOKS = [
  ['karvon.6', undefined],
  ['orange.6', '6 3'],
  ['blue.6', '2 3'],
  ['grape.6', '8 3 2 3'],
  ['pink.6', undefined],
  ['lime.8', '6 3'],
  ['indigo.5', '2 3'],
  ['var(--k-chart-before)', '8 3 2 3'],
] as const;

const LEGEND_LINE = 20;

export const MAX_LINES = LOOKS.length;

/** A number of each group over time. */
export default function Lines({ title, labels, lines, counted }: Props) {
  const { t, language } = useText();
  const shown = lines.slice(0, MAX_LINES);
  const names = bucketNames(labels, language);
  return (
    <div role="img" aria-label={t('chart.image', { title, n: labels.length })}>
      <LineChart
        // On a phone the legend is high.
        h={{ base: 320 + LEGEND_LINE * shown.length, sm: 320 }}
        data={labels.map((label, at) => ({
          label: names[at],
          ...Object.fromEntries(shown.map(({ values }, index) => [`line${index}`, values[label] ?? null])),
        }))}
        dataKey="label"
        series={shown.map(({ name }, at) => {
          const [color, dashes] = LOOKS[at] ?? LOOKS[0];
          return { name: `line${at}`, label: name, color, strokeDasharray: dashes };
        })}
        withLegend
        legendProps={{ verticalAlign: 'bottom' }}
        valueFormatter={(value) => figureText(value, counted, language)}
        curveType="linear"
        withDots={labels.length < 3}
        strokeWidth={1.75}
        gridAxis="x"
        {...LINES}
        lineProps={{ isAnimationActive: false }}
        yAxisProps={numberAxis(
          shown.flatMap(({ values }) => Object.values(values)),
          counted,
          language,
        )}
        xAxisProps={NAMES}
        lineChartProps={{ accessibilityLayer: false, margin: MARGIN }}
      />
    </div>
  );
}
