import { useEffect } from 'react';
import { loadCharts } from '../charts/lazy.tsx';
import { useMay } from '../session/use-session.ts';
import { FleetCards } from './fleet-cards.tsx';
import type { Period } from './periods.ts';
import { FunnelCard, PreorderCard } from './preorder-cards.tsx';
import { askedEarly } from './questions.ts';
import { Queue } from './queue.tsx';
import { ChannelsCard, SalesCard } from './sales-card.tsx';
import classes from './today.module.css';

interface Props {
  readonly period: Period;
  /** Whether the admin may see one of the charts. */
  readonly hasCharts: boolean;
}

/** What waits for a person, and the charts. */
export default function TodayBody({ period, hasCharts }: Props) {
  const may = useMay();
  useEffect(askedEarly, []);
  useEffect(() => void (hasCharts && loadCharts()), [hasCharts]);
  return (
    <>
      <Queue />
      {hasCharts && (
        <div className={classes.charts}>
          {may('getSalesAnalytics') && <SalesCard period={period} />}
          <div className={classes.columns}>
            {may('getPreorderMetrics') && <PreorderCard period={period} />}
            {may('getSalesAnalytics') && <ChannelsCard period={period} />}
            {may('getPreorderAnalytics') && <FunnelCard />}
            {may('getOperationsAnalytics') && <FleetCards />}
          </div>
        </div>
      )}
    </>
  );
}
