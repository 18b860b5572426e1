import type { AnalyticsColumnType } from '../api/generated/enums.ts';
import { grouped, type Language, say, type Triple } from '../text/triple.ts';

/** What a number counts: an amount has its currency as `unit`. */
export interface Counted {
  readonly type: AnalyticsColumnType;
  readonly unit?: string | null | undefined;
}

const NONE = '–';
const MINUS = '\u2212';

/** `1 234.5`: at most so many digits behind the point, the others in groups of three. */
function rounded(value: number, digits: number): string {
  const factor = 10 ** digits;
  const [whole = '0', rest] = String(Math.round(Math.abs(value) * factor) / factor).split('.');
  const text = rest ? `${grouped(Number(whole))}.${rest}` : grouped(Number(whole));
  return value < 0 && text !== '0' ? MINUS + text : text;
}

/** A number of an answer as a person reads it. */
export function figureText(value: number | null | undefined, { type, unit }: Counted): string {
  if (value === null || value === undefined) return NONE;
  if (type === 'RATIO') return `${rounded(value * 100, 1)}\u00a0%`;
  if (type === 'MONEY') return unit ? `${rounded(value, 0)}\u00a0${unit}` : rounded(value, 0);
  return rounded(value, 2);
}

/** How much more or less: `+12 %`. */
export function changeText(share: number | null | undefined): string {
  if (share === null || share === undefined) return NONE;
  const text = rounded(Math.abs(share) * 100, Math.abs(share) < 0.1 ? 1 : 0);
  if (text === '0') return '0\u00a0%';
  return `${share > 0 ? '+' : MINUS}${text}\u00a0%`;
}

/** The part that is more or less than before; null where there is nothing to compare with. */
export function changeOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null;
  return (now - before) / Math.abs(before);
}

const SCALES: readonly (readonly [number, Triple])[] = [
  [1_000_000_000, ['{n}B', '{n} млрд', '{n} mlrd']],
  [1_000_000, ['{n}M', '{n} млн', '{n} mln']],
  [1_000, ['{n}k', '{n} тыс', '{n} ming']],
];

/** A number beside an axis: `1.2M`. */
export function shortFigure(value: number, { type }: Counted, language: Language): string {
  if (type === 'RATIO') return `${rounded(value * 100, 1)}%`;
  const scale = SCALES.find(([from]) => Math.abs(value) >= from);
  return scale ? say(scale[1], language, { n: rounded(value / scale[0], 1) }) : rounded(value, 2);
}
