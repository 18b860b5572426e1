import { isTimeZone } from '../../model/time-zones.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { DomainError } from '../kernel/errors.ts';
import { withoutNullParts } from '../kernel/filter-parts.ts';
import { LIST_PRICES, priceOfFilter } from '../kernel/list-price.ts';
import { type AskedRange, readRange } from './question-range.ts';

/** Of a question, in addition to its rows: it may read a whole table. */
const PRICE = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a question asks for, as far as its price depends on it. */
export interface PricedQuestion {
  readonly filter?: unknown;
  readonly search?: string | null;
  readonly measures?: readonly Filtered[] | null;
  readonly per?: { readonly values: readonly Filtered[] } | null;
  readonly range?: { readonly [member in keyof AskedRange]?: AskedRange[member] | null } | null;
  readonly timezone?: string | null;
  readonly compareTo?: unknown;
}

interface Filtered {
  readonly filter?: unknown;
}

/** What the price of a question depends on beside the question. */
export interface Pricing {
  /** Its data set; undefined where the document does not say it. */
  readonly set?: QuestionSet;
  readonly now: Date;
  /** That of presets without a time zone of their own. */
  readonly businessTimeZone: string;
}

/**
 * The price of a question without its rows: of its filters and its search, of entities, which are counted after their records were, and of
 * the days of records that are too many for a question without a range.
 */
export function priceOfQuestion(question: PricedQuestion, pricing: Pricing): number {
  const { filter, search, measures, per } = question;
  const filters = [filter, ...[...(measures ?? []), ...(per?.values ?? [])].map((each) => each?.filter)];
  const price = PRICE * daysOf(question, pricing) * (per ? 2 : 1) + (search ? LIST_PRICES.search : 0);
  return filters.reduce<number>((sum, each) => sum + priceOfFilter(withoutNullParts(each)), price);
}

/** The days that a question pays for: 1 for records of any range, and for a range that is refused when the question is asked. */
function daysOf({ range, timezone, compareTo }: PricedQuestion, { set, now, businessTimeZone }: Pricing): number {
  const zone = timezone ?? businessTimeZone;
  if (set?.mostDays === undefined || !range || !isTimeZone(zone)) return 1;
  try {
    const { from, to } = readRange(withoutNulls(range), now, zone);
    // A day in which clocks go back has an hour more.
    const days = Math.ceil((to.getTime() - from.getTime() - HOUR_MS) / DAY_MS);
    return Math.min(Math.max(days, 1), set.mostDays) * (compareTo ? 2 : 1);
  } catch (error) {
    if (error instanceof DomainError) return 1;
    throw error;
  }
}

function withoutNulls({ preset, from, to }: NonNullable<PricedQuestion['range']>): AskedRange {
  return { ...(preset ? { preset } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
