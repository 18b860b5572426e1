import { Text } from '@mantine/core';
import { Bars } from '../charts/lazy.tsx';
import { NumberTable } from '../charts/number-table.tsx';
import type { Bar } from '../charts/point.ts';
import { ChartCard } from '../record/chart-card.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { figureText } from '../ui/figure.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { WaitingBars } from '../ui/waiting.tsx';
import '../text/charts.ts';

interface Props {
  readonly title: string;
  /** Undefined while they are read. */
  readonly counts: readonly Bar[] | undefined;
  readonly problem: Problem | undefined;
  readonly empty: string;
  /** What the bars are. */
  readonly group: string;
  /** What they count. */
  readonly count: string;
}

/** A chart of more is hard to read; the table has all. */
const MOST_BARS = 8;
const COUNT = { type: 'INTEGER' } as const;

/** Numbers of records by one of their values. */
export function CountCard({ title, counts, problem, empty, group, count }: Props) {
  const { t, language } = useText();
  if (!counts) {
    return <Card title={title}>{problem ? <ProblemAlert problem={problem} /> : <WaitingBars />}</Card>;
  }
  const some = counts.filter(({ now }) => now !== 0);
  return (
    <ChartCard
      title={title}
      empty={
        some.length === 0 && (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        )
      }
      chart={
        <>
          <Bars title={count} bars={some.slice(0, MOST_BARS)} counted={COUNT} />
          {some.length > MOST_BARS && (
            <Text size="xs" c="dimmed" mt={8}>
              {t('chart.firstBars', { n: MOST_BARS, all: some.length })}
            </Text>
          )}
        </>
      }
      table={
        <NumberTable
          title={title}
          columns={[
            { key: 'group', label: group },
            { key: 'count', label: count, isNumber: true },
          ]}
          rows={counts.map(({ name, now }) => ({ key: name, cells: [name, figureText(now, COUNT, language)] }))}
        />
      }
    />
  );
}
