import { isDatabaseOutage } from '../database-error-classes.ts';
import { openHotPool } from '../devices/hot-pool.ts';
import { batched } from '../sql/batching.ts';
import { recordDecisions } from './offer-decisions.ts';
import { findOfferable, findRequesters, type OfferableSet } from './offer-look-up.ts';
import type { DecisionRow, OfferableRow, RequesterKey, RequesterRow } from './offer-rows.ts';

/** The reads and writes of firmware look-ups. Look-ups that arrive together share statements and commits. */
export interface OfferBatcher {
  /** The device that asks; undefined when it is revoked or retired, or its secret is not live any more. */
  findRequester(key: RequesterKey): Promise<RequesterRow | undefined>;
  /** The releases of a hardware revision, read after the call; callers share the array. */
  findOfferable(hardwareRevision: string): Promise<readonly OfferableRow[]>;
  /** Stores the decision for a device; resolves after its commit. */
  record(decision: DecisionRow): Promise<void>;
  /** Closes the connections; waiting calls fail. */
  close(): Promise<void>;
}

const MAX_BATCH_ITEMS = 256;
const MAX_WAITING = 10_000;
/** Hardware revisions whose releases are cached. */
const MAX_CACHED = 200;

/**
 * The hot path of firmware look-ups. The releases of a hardware revision are read once for all look-ups of a batch. It has
 * its own connections, like heartbeats.
 * @param url PostgreSQL connection URL
 */
export function offerBatcher(url: string, warn: (message: string) => void): OfferBatcher {
  const pool = openHotPool('offer', url, warn);
  const cache = new Map<string, OfferableSet>();
  const bounds = { concernsAll: isDatabaseOutage, maxItems: MAX_BATCH_ITEMS, maxWaiting: MAX_WAITING };
  return {
    findRequester: batched({ ...bounds, work: (keys: readonly RequesterKey[]) => findRequesters(pool, keys) }),
    findOfferable: batched({
      ...bounds,
      work: (revisions: readonly string[]) => {
        // Revisions are few. Should somebody ask for very many, the cache is emptied, so that it cannot grow without end.
        if (cache.size > MAX_CACHED) cache.clear();
        return findOfferable(pool, revisions, cache);
      },
    }),
    record: batched({ ...bounds, work: (decisions: readonly DecisionRow[]) => recordDecisions(pool, decisions) }),
    close: () => pool.end(),
  };
}
