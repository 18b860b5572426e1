import type { Language } from '../text/triple.ts';
import { bucketText } from '../ui/bucket.ts';
import { type Counted, shortFigure } from '../ui/figure.ts';
import { scaleOf } from './scale.ts';

/** Half of the topmost figure lies above its line. */
export const MARGIN = { top: 10, right: 12, bottom: 0, left: 0 };

/** Each line has its figure: where not all figures fit, the lines of the others are left out as well. */
export const LINES = { tickLine: 'none', gridProps: { syncWithTicks: true } } as const;

/** The names below a chart: where not all fit, every second one or fewer, so that none is missing between two others. */
export const NAMES = { minTickGap: 10, interval: 'equidistantPreserveStart' } as const;

const LETTER = 7.4;
const GAP = 14;

/** An axis of numbers. @param ticks the figures on it */
export function axisOf(ticks: readonly number[], textOf: (value: number) => string) {
  const longest = Math.max(...ticks.map((tick) => textOf(tick).length));
  return {
    ticks: [...ticks],
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    // Those that fit stay at equal distances.
    interval: 'equidistantPreserveStart' as const,
    minTickGap: 12,
    tickFormatter: textOf,
    width: Math.ceil(longest * LETTER) + GAP,
  };
}

/** An axis for these numbers, which begins at zero. */
export const numberAxis = (values: readonly (number | null | undefined)[], counted: Counted, language: Language) =>
  axisOf(scaleOf(values, { isWhole: counted.type === 'INTEGER' }), (value) => shortFigure(value, counted, language));

/** The names of parts of a series: hours of several days have their day, days of several years their year. */
export function bucketNames(labels: readonly string[], language: Language): readonly string[] {
  const differ = (letters: number) => new Set(labels.map((label) => label.slice(0, letters))).size > 1;
  const [isOfDays, isOfYears] = [differ(10), differ(4)];
  return labels.map((label) => {
    const isHour = label.length > 10;
    if (!isHour) return bucketText(label, language, isOfYears);
    const hour = bucketText(label, language);
    return isOfDays ? `${bucketText(label.slice(0, 10), language, isOfYears)}, ${hour}` : hour;
  });
}
