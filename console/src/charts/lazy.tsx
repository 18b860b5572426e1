import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import type BarsOf from './bars.tsx';
import type LinesOf from './lines.tsx';
import type TimeBarsOf from './time-bars.tsx';

const LazyBars = lazy(() => import('./bars.tsx'));
const LazyLines = lazy(() => import('./lines.tsx'));
const LazyTimeBars = lazy(() => import('./time-bars.tsx'));

const waiting = <Skeleton height={220} />;

/** Charts whose code comes when the first of them is shown. */
export const Bars = (props: ComponentProps<typeof BarsOf>) => (
  <Suspense fallback={waiting}>
    <LazyBars {...props} />
  </Suspense>
);

export const Lines = (props: ComponentProps<typeof LinesOf>) => (
  <Suspense fallback={waiting}>
    <LazyLines {...props} />
  </Suspense>
);

export const TimeBars = (props: ComponentProps<typeof TimeBarsOf>) => (
  <Suspense fallback={waiting}>
    <LazyTimeBars {...props} />
  </Suspense>
);
