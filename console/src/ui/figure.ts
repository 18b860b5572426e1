import type { AnalyticsColumnType } from '../api/generated/enums.ts';
import { decimal, type Language, say, type Triple } from '../text/triple.ts';

/** What a number counts: an amount has its currency as `unit`. */
export interface Counted {
  readonly type: AnalyticsColumnType;
  readonly unit?: string | null | undefined;
}

const NONE = '–';
const MINUS = '\u2212';

/** A number of an answer as a person reads it. */
export function figureText(value: number | null | undefined, { type, unit }: Counted, language: Language): string {
  if (value === null || value === undefined) return NONE;
  if (type === 'RATIO') return `${decimal(value * 100, language, 1)}\u00a0%`;
  if (type === 'MONEY') return unit ? `${decimal(value, language, 0)}\u00a0${unit}` : decimal(value, language, 0);
  return decimal(value, language);
}

/** How much more or less: `+12 %`. */
export function changeText(share: number | null | undefined, language: Language): string {
  if (share === null || share === undefined) return NONE;
  const text = decimal(Math.abs(share) * 100, language, Math.abs(share) < 0.1 ? 1 : 0);
  if (text === '0') return '0\u00a0%';
  return `${share > 0 ? '+' : MINUS}${text}\u00a0%`;
}

/** The part that is more or less than before; null where there is nothing to compare with. */
export function changeOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null;
  return (now - before) / Math.abs(before);
}

const SCALES: readonly (readonly [number, Triple])[] = [
  [1_000_000_000_000, ['{n}T', '{n} трлн', '{n} trln']],
  [1_000_000_000, ['{n}B', '{n} млрд', '{n} mlrd']],
  [1_000_000, ['{n}M', '{n} млн', '{n} mln']],
  [1_000, ['{n}k', '{n} тыс', '{n} ming']],
];

/** A number beside an axis: `1.2M`. */
export function shortFigure(value: number, { type }: Counted, language: Language): string {
  if (type === 'RATIO') return `${decimal(value * 100, language)}%`;
  const scale = SCALES.find(([from]) => Math.abs(value) >= from);
  return scale ? say(scale[1], language, { n: decimal(value / scale[0], language) }) : decimal(value, language);
}
