import type { EntityManager } from '@mikro-orm/postgresql';
import { foldViewEvents } from '../../persistence/preorders/view-event-repository.ts';
import { addDays, dateIn } from '../formats/business-time.ts';

/** Individual visits are kept for this long, then only their daily counts. */
const VIEW_RETENTION_DAYS = 90;

/**
 * Turns visits older than 90 business days into daily counts by source and locale.
 * @param timeZone IANA name of the business time zone
 * @returns how many counts were written
 */
export function purgePreorderViews(em: EntityManager, now: Date, timeZone: string): Promise<number> {
  return foldViewEvents(em, addDays(dateIn(now, timeZone), -VIEW_RETENTION_DAYS));
}
