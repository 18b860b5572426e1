import type { ActorType } from '../../model/enums.ts';
import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';
import { presencesCountedAt } from './presence-tally.ts';

/** The capacity of preorders, and the reserved part. */
export interface CapacityFacts {
  /** Null = unlimited. */
  readonly capacity: number | null;
  readonly reserved: number;
}

interface CurrencyFacts {
  readonly defaultCurrency: string;
}

/** An action without its actor and target. */
export interface Activity {
  readonly at: Date;
  readonly action: string;
  readonly actorType: ActorType;
  readonly targetKind: string | null;
}

/** The thresholds for online and active devices. */
export interface DeviceThresholds {
  readonly onlineMinutes: number;
  readonly activeDays: number;
}

/** When the presences of a large fleet were counted by the present thresholds; null where they have to be counted now. */
export interface PresenceFacts {
  readonly presencesAt: Date | null;
}

/** The capacity of preorders; the migration created the row. */
export async function findCapacity(db: Queryable): Promise<CapacityFacts> {
  const found = await row<CapacityFacts>(db, 'select preorder_capacity as capacity, reserved from preorder_settings');
  return present(found);
}

/** The thresholds of the business settings; the migration created the row. */
export async function findThresholds(db: Queryable, now: Date): Promise<DeviceThresholds & PresenceFacts> {
  return present(
    await row<DeviceThresholds & PresenceFacts>(
      db,
      `select online_threshold_minutes as "onlineMinutes", active_threshold_days as "activeDays",
              ${presencesCountedAt('$1::timestamptz')} as "presencesAt" from business_settings`,
      [now],
    ),
  );
}

/**
 * Reads the capacity, the default currency, when the presences were counted, and the latest actions, newest first. Rejected calls are omitted, because anyone can cause many.
 * @param count maximum entries
 */
export async function findCapacityAndActivity(
  db: Queryable,
  count: number,
  now: Date,
): Promise<CapacityFacts & CurrencyFacts & PresenceFacts & { readonly activity: readonly Activity[] }> {
  type Found = CapacityFacts &
    CurrencyFacts &
    PresenceFacts & { readonly activity: readonly (Omit<Activity, 'at'> & { at: string })[] };
  const found = await row<Found>(
    db,
    `select preorder_capacity as capacity, reserved, (select default_currency from business_settings) as "defaultCurrency",
            ${presencesCountedAt('$2::timestamptz')} as "presencesAt",
            (select coalesce(json_agg(a), '[]')
               from (select at, action, actor_type as "actorType", target_kind as "targetKind"
                       from audit_entry
                      where action not in ('loginFailed', 'accessDenied')
                      order by at desc, id desc
                      limit $1) a) as activity
       from preorder_settings`,
    [count, now],
  );
  const { activity, ...capacity } = present(found);
  return { ...capacity, activity: activity.map((entry) => ({ ...entry, at: new Date(entry.at) })) };
}

function present<Row>(found: Row | undefined): Row {
  if (!found) throw new Error('The settings row is missing, although a migration creates it and nothing deletes it.');
  return found;
}
