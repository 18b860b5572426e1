import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { TodayFunnelDocument, TodayPreordersDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { TimeBars } from '../charts/lazy.tsx';
import type { Point } from '../charts/point.ts';
import { ChartCard } from '../record/chart-card.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { WaitingColumns } from '../ui/waiting.tsx';
import { Changed } from './changed.tsx';
import { CountCard } from './count-card.tsx';
import { preordersIn } from './first-questions.ts';
import type { Period } from './periods.ts';
import { usePolicy } from './questions.ts';
import { Ranges } from './ranges.tsx';
import { SeriesTable } from './series-table.tsx';
import classes from './today.module.css';
import '../text/today.ts';

const COUNT = { type: 'INTEGER' } as const;

/** Preorders that were placed in the period, beside the one before. */
export function PreorderCard({ period }: { readonly period: Period }) {
  const { t } = useText();
  const [{ data, error }] = useQuery({
    query: TodayPreordersDocument,
    variables: preordersIn(period),
    requestPolicy: usePolicy(),
  });
  const problem = problemOf(error);
  const title = t('today.preorders');
  const answer = data?.preorderMetrics;
  if (!answer) {
    return (
      <Card title={title}>
        {problem ? <ProblemAlert problem={problem} /> : <WaitingColumns height={180} figures={1} />}
      </Card>
    );
  }
  const points = answer.rows.flatMap(({ bucketLabel, metrics, previous, partial, previousBucketLabel }): Point[] =>
    bucketLabel
      ? [
          {
            label: bucketLabel,
            now: metrics[0] ?? null,
            before: previous?.[0],
            isPartial: partial,
            beforeLabel: previousBucketLabel,
          },
        ]
      : [],
  );
  const [now = null, before] = [answer.totals[0], answer.previousTotals?.[0]];
  const empty = !now && !before && (
    <Text size="sm" c="dimmed">
      {t('today.preordersEmpty')}
    </Text>
  );
  return (
    <ChartCard
      title={title}
      empty={empty}
      chart={<TimeBars title={title} points={points} counted={COUNT} height={180} />}
      table={<SeriesTable title={title} points={points} counted={COUNT} />}
    >
      {!empty && (
        <>
          <dl className={classes.changes}>
            <Changed label={title} now={now} before={before} counted={COUNT} />
          </dl>
          <Ranges from={answer.from} to={answer.to} beforeFrom={answer.previousFrom} beforeTo={answer.previousTo} />
        </>
      )}
    </ChartCard>
  );
}

/** All preorders by their status. */
export function FunnelCard() {
  const { t, word } = useText();
  const [{ data, error }] = useQuery({ query: TodayFunnelDocument, requestPolicy: usePolicy() });
  return (
    <CountCard
      title={t('today.funnel')}
      problem={problemOf(error)}
      counts={data?.preorderAnalytics?.funnel.byStatus.map(({ status, count }) => ({
        name: word('PreorderStatus', status),
        now: count,
      }))}
      empty={t('today.funnelEmpty')}
      group={t('today.status')}
      count={t('nav.preorders')}
    />
  );
}
