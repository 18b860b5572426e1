import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text/index.tsx';
import { Card } from './record-page.tsx';
import '../text/charts.ts';

interface Props {
  readonly title: string;
  readonly chart: ReactNode;
  /** The same numbers. */
  readonly table: ReactNode;
  /** In place of both, where there is nothing to show. */
  readonly empty?: ReactNode;
  readonly children?: ReactNode;
}

/** A chart, or the table of its numbers. */
export function ChartCard({ title, chart, table, empty, children }: Props) {
  const { t } = useText();
  const [view, setView] = useState('chart');
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={title}
      value={view}
      onChange={setView}
      data={[
        { value: 'chart', label: t('chart.chart') },
        { value: 'table', label: t('chart.table') },
      ]}
    />
  );
  return (
    <Card title={title} side={!empty && views}>
      {empty || (view === 'chart' ? chart : table)}
      {children}
    </Card>
  );
}
