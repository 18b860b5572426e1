import type { EntityManager } from '@mikro-orm/postgresql';
import type { Locale } from '../../model/enums.ts';
import { execute } from '../sql/query.ts';

/** A visit of the preorder page. */
export interface NewViewEvent {
  /** Keyed hashes of the anonymous session, 32 bytes each: by the current key, then by those that were before. */
  readonly sessionHashes: readonly Buffer[];
  /** `YYYY-MM-DD` in the business time zone. */
  readonly day: string;
  readonly locale: Locale;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  readonly utmContent: string | null;
  readonly utmTerm: string | null;
  readonly referrer: string | null;
  readonly at: Date;
}

/**
 * Stores the first visit of a session on a day. Later visits on that day change nothing, so the first campaign wins.
 */
export async function insertViewEvent(em: EntityManager, event: NewViewEvent): Promise<void> {
  const [current, ...older] = event.sessionHashes;
  await execute(
    em,
    `insert into preorder_view_event (session_hash, day, locale, utm_source, utm_medium, utm_campaign, utm_content,
                                      utm_term, referrer, created_at)
     select $1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10
      where not exists (select from preorder_view_event where session_hash = any($11) and day = $2::date)
     on conflict (session_hash, day) do nothing`,
    [
      current,
      event.day,
      event.locale,
      event.utmSource,
      event.utmMedium,
      event.utmCampaign,
      event.utmContent,
      event.utmTerm,
      event.referrer,
      event.at,
      older,
    ],
  );
}

/**
 * Turns the visits of days before `day` into counts per day, source and locale, in one statement.
 * @param day `YYYY-MM-DD`
 * @returns the number of counts written
 */
export function foldViewEvents(em: EntityManager, day: string): Promise<number> {
  return execute(
    em,
    `with old as (
       delete from preorder_view_event where day < $1::date returning day, coalesce(utm_source, '') as source, locale
     )
     insert into preorder_view_day (day, utm_source, locale, sessions)
     select day, source, locale, count(*) from old group by day, source, locale
     on conflict (day, utm_source, locale) do update set sessions = preorder_view_day.sessions + excluded.sessions`,
    [day],
  );
}
