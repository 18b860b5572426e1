/** Steps that are easy to count in, times a power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const MOST_STEPS = 4;

interface Kind {
  /** There is nothing between two whole numbers. */
  readonly isWhole: boolean;
  /** Lengths of bars are compared from zero. */
  readonly isFromZero?: boolean;
}

/** The figures of an axis, at equal distances: no value lies outside of the first and the last, so the outermost lines have a figure as well. */
export function scaleOf(
  values: readonly (number | null | undefined)[],
  { isWhole, isFromZero = true }: Kind,
): number[] {
  const known = values.filter((value) => typeof value === 'number');
  const all = isFromZero || known.length === 0 ? [0, ...known] : known;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const least = (high - low || Math.abs(high) || 1) / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    STEPS.map((times) => times * power).find((one) => one >= least && (!isWhole || Number.isInteger(one))) ?? 1;
  const from = Math.floor(low / step);
  const to = Math.max(Math.ceil(high / step), from + 1);
  // A product has fewer wrong digits than a sum of steps; the rest is cut.
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
}
