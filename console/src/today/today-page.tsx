import { SegmentedControl, Text, Title } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { useAfterPaint } from '../ui/after-paint.ts';
import { Checklist } from './checklist.tsx';
import { Figures } from './figures.tsx';
import { periodOf } from './first-questions.ts';
import { PERIODS } from './periods.ts';
import classes from './today.module.css';
import '../text/today.ts';

/** What lies below the figures is drawn after them. */
const TodayBody = lazy(() => import('./today-body.tsx'));
const CHARTS = ['getSalesAnalytics', 'getPreorderMetrics', 'getPreorderAnalytics', 'getOperationsAnalytics'];

/** The first screen: how the business stands, and what needs a person. */
export default function TodayPage() {
  const { t } = useText();
  const { timeZone } = useViewer();
  const may = useMay();
  const navigate = useNavigate();
  const { period: given } = useRouterState({ select: ({ location }) => location.search });
  const period = periodOf(given);
  const hasCharts = CHARTS.some(may);
  const isPainted = useAfterPaint();
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <Title order={1}>{t('nav.today')}</Title>
          <Text size="sm" c="dimmed">
            {t('today.zone', { zone: timeZone })}
          </Text>
        </div>
        {hasCharts && (
          <SegmentedControl
            size="xs"
            className={classes.periods}
            aria-label={t('today.period')}
            value={period}
            onChange={(next) => void navigate({ to: '/today', search: { period: next }, replace: true })}
            data={PERIODS.map((value) => ({ value, label: t(`today.${value}`) }))}
          />
        )}
      </div>
      <div className={classes.top}>
        <Checklist />
        <Figures />
      </div>
      <div className={classes.body} data-alone={!hasCharts || undefined}>
        <Suspense>{isPainted && <TodayBody period={period} hasCharts={hasCharts} />}</Suspense>
      </div>
    </div>
  );
}
