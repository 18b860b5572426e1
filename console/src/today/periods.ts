import type { RangePreset, SalesRange, TimeGrain } from '../api/generated/enums.ts';

export const PERIODS = ['TODAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_90_DAYS', 'YEAR'] as const satisfies SalesRange[];
export type Period = (typeof PERIODS)[number];

/** A question of the same time as the report of sales. */
export const QUESTION: Readonly<Record<Period, { readonly preset: RangePreset; readonly grain: TimeGrain }>> = {
  TODAY: { preset: 'TODAY', grain: 'HOUR' },
  LAST_7_DAYS: { preset: 'LAST_7_DAYS', grain: 'DAY' },
  LAST_30_DAYS: { preset: 'LAST_30_DAYS', grain: 'DAY' },
  LAST_90_DAYS: { preset: 'LAST_90_DAYS', grain: 'WEEK' },
  YEAR: { preset: 'LAST_12_MONTHS', grain: 'MONTH' },
};

export const isPeriod = (text: string | undefined): text is Period => PERIODS.some((period) => period === text);
