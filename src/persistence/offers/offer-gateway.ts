import { isDatabaseOutage } from '../database-error-classes.ts';
import { openHotPool } from '../devices/hot-pool.ts';
import { batched } from '../sql/batching.ts';
import { recordDecisions } from './offer-decisions.ts';
import { findAskers, findOfferable, type OfferableSet } from './offer-look-up.ts';
import type { AskerRow, AskRow, DecisionRow, OfferableRow } from './offer-rows.ts';

export interface OfferGateway {
  /** What is known of the device that asks; undefined when it may not speak any more. */
  findAsker(ask: AskRow): Promise<AskerRow | undefined>;
  /** The releases of a hardware revision, read after the call; callers share the array. */
  findOfferable(hardwareRevision: string): Promise<readonly OfferableRow[]>;
  /** Stores what a device was told; resolves after its commit. */
  record(decision: DecisionRow): Promise<void>;
  /** Closes its connections; what waits is refused. */
  close(): Promise<void>;
}

const MAX_BATCH_ITEMS = 256;
const MAX_WAITING = 10_000;
/** Hardware revisions whose releases are remembered. */
const MAX_CACHED = 200;

/**
 * The hot path of looking for firmware: questions that arrive together share statements and commits, so that what many
 * releases cost is paid once for all of them. On connections of its own, as heartbeats are.
 * @param url PostgreSQL connection URL
 */
export function offerGateway(url: string, warn: (message: string) => void): OfferGateway {
  const pool = openHotPool('offer', url, warn);
  const cache = new Map<string, OfferableSet>();
  const bounds = { concernsAll: isDatabaseOutage, maxItems: MAX_BATCH_ITEMS, maxWaiting: MAX_WAITING };
  return {
    findAsker: batched({ ...bounds, work: (asks: readonly AskRow[]) => findAskers(pool, asks) }),
    findOfferable: batched({
      ...bounds,
      work: (revisions: readonly string[]) => {
        // Revisions are few; should somebody ask for very many, what is known is forgotten rather than kept for ever.
        if (cache.size > MAX_CACHED) cache.clear();
        return findOfferable(pool, revisions, cache);
      },
    }),
    record: batched({ ...bounds, work: (decisions: readonly DecisionRow[]) => recordDecisions(pool, decisions) }),
    close: () => pool.end(),
  };
}
