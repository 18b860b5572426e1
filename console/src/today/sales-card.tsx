import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { TodaySalesBeforeDocument, TodaySalesDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { Bars, TimeBars } from '../charts/lazy.tsx';
import { NumberTable } from '../charts/number-table.tsx';
import type { Point } from '../charts/point.ts';
import { ChartCard } from '../record/chart-card.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { figureText } from '../ui/figure.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { WaitingBars, WaitingColumns } from '../ui/waiting.tsx';
import { Changed } from './changed.tsx';
import { salesIn } from './first-questions.ts';
import type { Period } from './periods.ts';
import { usePolicy } from './questions.ts';
import { Ranges } from './ranges.tsx';
import { SeriesTable } from './series-table.tsx';
import classes from './today.module.css';
import '../text/today.ts';

/** What was sold in the period, beside the one before. */
export function SalesCard({ period }: { readonly period: Period }) {
  const { t } = useText();
  const [{ data, error }] = useQuery({
    query: TodaySalesDocument,
    variables: salesIn(period),
    requestPolicy: usePolicy(),
  });
  const sales = data?.salesAnalytics;
  const { from = '', to = '' } = sales?.previous ?? {};
  const [{ data: earlier }] = useQuery({
    query: TodaySalesBeforeDocument,
    variables: { from, to, currency: sales?.range.currency ?? '' },
    pause: !sales,
  });
  const problem = problemOf(error);
  const title = t('today.sales');
  if (!sales) {
    return <Card title={title}>{problem ? <ProblemAlert problem={problem} /> : <WaitingColumns figures={4} />}</Card>;
  }
  const { range, totals, previous, series, generatedAt } = sales;
  const money = { type: 'MONEY', unit: range.currency } as const;
  // While another period is read, the answer is still that to the one before.
  const answered = earlier?.salesAnalytics;
  const before = answered?.range.from === from && answered.range.to === to ? answered : undefined;
  // The range before is cut by its own rules: it is shown where its parts meet those of the range.
  const beforeAt = (at: number) => (before?.range.grain === range.grain ? before.series[at]?.netRevenue : undefined);
  const points = series.map(({ date, start, netRevenue }, at): Point => {
    const end = series[at + 1]?.start ?? range.to;
    return { label: date, now: netRevenue, isPartial: end > generatedAt || start < range.from, before: beforeAt(at) };
  });
  const isEmpty = totals.orders === 0 && previous.orders === 0;
  const empty = isEmpty && (
    <Text size="sm" c="dimmed">
      {t('today.salesEmpty')}
    </Text>
  );
  return (
    <ChartCard
      title={title}
      empty={empty}
      chart={<TimeBars title={title} points={points} counted={money} />}
      table={<SeriesTable title={title} points={points} counted={money} />}
    >
      {!isEmpty && (
        <>
          <dl className={classes.changes}>
            <Changed label={title} now={totals.netRevenue} before={previous.netRevenue} counted={money} />
            <Changed
              label={t('today.sold', { currency: range.currency })}
              now={totals.orders}
              before={previous.orders}
              counted={{ type: 'INTEGER' }}
            />
            <Changed
              label={t('today.average')}
              now={totals.averageOrderValue}
              before={previous.averageOrderValue}
              counted={money}
            />
            <Changed label={t('today.refunded')} now={totals.refunded} before={previous.refunded} counted={money} />
          </dl>
          <Text size="xs" c="dimmed">
            {t('today.net')}
          </Text>
          <Ranges from={range.from} to={range.to} beforeFrom={previous.from} beforeTo={previous.to} />
        </>
      )}
    </ChartCard>
  );
}

/** The same period by the channels of the sales. */
export function ChannelsCard({ period }: { readonly period: Period }) {
  const { t, word, language } = useText();
  const [{ data, error }] = useQuery({ query: TodaySalesDocument, variables: salesIn(period) });
  const problem = problemOf(error);
  const title = t('today.channels');
  const sales = data?.salesAnalytics;
  if (!sales) {
    return <Card title={title}>{problem ? <ProblemAlert problem={problem} /> : <WaitingBars />}</Card>;
  }
  const money = { type: 'MONEY', unit: sales.range.currency } as const;
  const channels = sales.byChannel.map(({ channel, netRevenue, orders }) => ({
    name: word('SalesChannel', channel),
    now: netRevenue,
    orders,
  }));
  return (
    <ChartCard
      title={title}
      empty={
        channels.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('today.salesEmpty')}
          </Text>
        )
      }
      chart={<Bars title={t('today.sales')} bars={channels} counted={money} />}
      table={
        <NumberTable
          title={title}
          columns={[
            { key: 'channel', label: t('today.channel') },
            { key: 'revenue', label: t('today.sales'), isNumber: true },
            { key: 'orders', label: t('today.sold', { currency: sales.range.currency }), isNumber: true },
          ]}
          rows={channels.map(({ name, now, orders }) => ({
            key: name,
            cells: [name, figureText(now, money, language), figureText(orders, { type: 'INTEGER' }, language)],
          }))}
        />
      }
    />
  );
}
