import { type ComponentProps, lazy, Suspense } from 'react';
import { WaitingBars, WaitingColumns } from '../ui/waiting.tsx';
import type BarsOf from './bars.tsx';
import type LinesOf from './lines.tsx';
import type TimeBarsOf from './time-bars.tsx';

const loadBars = () => import('./bars.tsx');
const loadTimeBars = () => import('./time-bars.tsx');
const LazyBars = lazy(loadBars);
const LazyLines = lazy(() => import('./lines.tsx'));
const LazyTimeBars = lazy(loadTimeBars);

/** Loads the charts of a screen while their numbers are still read. */
export const loadCharts = () => void Promise.allSettled([loadBars(), loadTimeBars()]);

/** Charts whose code comes when the first of them is shown. */
export const Bars = (props: ComponentProps<typeof BarsOf>) => (
  <Suspense fallback={<WaitingBars />}>
    <LazyBars {...props} />
  </Suspense>
);

export const Lines = (props: ComponentProps<typeof LinesOf>) => (
  <Suspense fallback={<WaitingColumns />}>
    <LazyLines {...props} />
  </Suspense>
);

export const TimeBars = (props: ComponentProps<typeof TimeBarsOf>) => (
  <Suspense fallback={<WaitingColumns height={props.height ?? 220} />}>
    <LazyTimeBars {...props} />
  </Suspense>
);
