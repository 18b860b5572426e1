import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useText } from '../text/index.tsx';
import type { Cause } from './causes.ts';
import '../text/firmware.ts';

const BAR = 34;

/** Failed attempts by cause, the most frequent first. */
export default function CauseChart({ causes }: { readonly causes: readonly Cause[] }) {
  const { t } = useText();
  return (
    <BarChart
      h={causes.length * BAR + 40}
      data={causes.map(({ name, count }) => ({ name, count }))}
      dataKey="name"
      orientation="vertical"
      series={[{ name: 'count', label: t('release.count'), color: 'red.6' }]}
      gridAxis="x"
      tickLine="none"
      barProps={{ radius: 3, maxBarSize: 18 }}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 180 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
