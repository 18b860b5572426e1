import { withoutNullParts } from '../kernel/filter-parts.ts';
import { LIST_PRICES, priceOfFilter } from '../kernel/list-price.ts';

/** Of a question, in addition to its rows: it may read a whole table. */
const PRICE = 500;

/** What a question asks for, as far as its price depends on it. */
export interface PricedQuestion {
  readonly filter?: unknown;
  readonly search?: string | null;
  readonly measures?: readonly Filtered[] | null;
  readonly per?: { readonly values: readonly Filtered[] } | null;
}

interface Filtered {
  readonly filter?: unknown;
}

/** The price of a question without its rows: of its filters and its search, and of entities, which are counted after their records were. */
export function priceOfQuestion({ filter, search, measures, per }: PricedQuestion): number {
  const filters = [filter, ...[...(measures ?? []), ...(per?.values ?? [])].map((each) => each?.filter)];
  const price = PRICE * (per ? 2 : 1) + (search ? LIST_PRICES.search : 0);
  return filters.reduce<number>((sum, each) => sum + priceOfFilter(withoutNullParts(each)), price);
}
