import type { SalesRange } from '../../model/enums.ts';
import type { Grain, TimeRange } from '../../persistence/analytics/query.ts';
import { addDays, dateIn, readFrom, readTo, startOfDay, startOfNextDay, yearBefore } from '../formats/business-time.ts';
import { invalid } from '../kernel/errors.ts';
import { earlier, lengthOf } from './compared-range.ts';
import { requireCountedYears } from './counted-years.ts';

/** Days of each preset, including today; `year` starts the day after this date last year. */
const PRESET_DAYS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;
const HOUR_MS = 3_600_000;
/** The grain of a custom range: hours up to two days, days up to a year; daylight saving may add an hour to either. */
const BY_HOUR_UP_TO_MS = 49 * HOUR_MS;
const BY_DAY_UP_TO_MS = (366 * 24 + 1) * HOUR_MS;
const MAX_RANGE_YEARS = 5;
const MAX_RANGE_MS = MAX_RANGE_YEARS * 366 * 24 * HOUR_MS;

/** A range, the range of equal length before it (as many months for whole months, else as many days), and the grain of its series. */
export interface ReportPeriod {
  readonly range: TimeRange;
  readonly previous: TimeRange;
  readonly grain: Grain;
}

/**
 * Reads the requested period. Presets are whole business days up to today. `to` is exclusive; a date includes its whole
 * day.
 * @param from,to valid timestamps (kernel/input.ts); required for `custom`, not allowed otherwise
 * @throws DomainError 400 INVALID_RANGE
 */
export function readPeriod(
  request: { readonly range: SalesRange; readonly from?: string; readonly to?: string },
  now: Date,
  timeZone: string,
): ReportPeriod {
  if (request.range === 'custom') return customPeriod(request.from, request.to, timeZone);
  if (request.from !== undefined || request.to !== undefined) {
    throw invalid('INVALID_RANGE', 'ONLY_CUSTOM');
  }
  const today = dateIn(now, timeZone);
  const first =
    request.range === 'year' ? addDays(yearBefore(today), 1) : addDays(today, 1 - PRESET_DAYS[request.range]);
  const range = { from: startOfDay(first, timeZone), to: startOfNextDay(today, timeZone) };
  const length = request.range === 'year' ? { months: 12 } : { days: PRESET_DAYS[request.range] };
  return { range, previous: earlier(range, length, timeZone), grain: grainOfPreset(request.range) };
}

/** The last `days` business days, including today. */
export function lastDays(days: number, now: Date, timeZone: string): TimeRange {
  const today = dateIn(now, timeZone);
  return { from: startOfDay(addDays(today, 1 - days), timeZone), to: startOfNextDay(today, timeZone) };
}

function customPeriod(from: string | undefined, to: string | undefined, timeZone: string): ReportPeriod {
  if (from === undefined || to === undefined) throw invalid('INVALID_RANGE', 'CUSTOM_NEEDS_BOTH');
  const range = { from: readFrom(from, timeZone), to: readTo(to, timeZone) };
  const lengthMs = range.to.getTime() - range.from.getTime();
  if (!(lengthMs > 0)) throw invalid('INVALID_RANGE', 'ENDS_FIRST');
  if (lengthMs > MAX_RANGE_MS) throw invalid('INVALID_RANGE', 'TOO_MANY_YEARS', { years: MAX_RANGE_YEARS });
  requireCountedYears(range, timeZone);
  const previous = earlier(range, lengthOf(range, timeZone), timeZone);
  return { range, previous, grain: grainOfLength(lengthMs) };
}

function grainOfPreset(range: Exclude<SalesRange, 'custom'>): Grain {
  if (range === 'today') return 'HOUR';
  return range === 'year' ? 'MONTH' : 'DAY';
}

function grainOfLength(lengthMs: number): Grain {
  if (lengthMs <= BY_HOUR_UP_TO_MS) return 'HOUR';
  return lengthMs <= BY_DAY_UP_TO_MS ? 'DAY' : 'MONTH';
}
