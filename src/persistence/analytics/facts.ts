import type { ActorType, TargetKind } from '../../model/enums.ts';
import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';

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
  readonly targetKind: TargetKind | null;
}

/** The thresholds for online and active devices. */
export interface DeviceThresholds {
  readonly onlineMinutes: number;
  readonly activeDays: number;
}

/** The capacity of preorders; the migration created the row. */
export async function findCapacity(db: Queryable): Promise<CapacityFacts> {
  const found = await row<CapacityFacts>(db, 'select preorder_capacity as capacity, reserved from preorder_settings');
  return present(found);
}

/** The thresholds of the business settings; the migration created the row. */
export async function findThresholds(db: Queryable): Promise<DeviceThresholds> {
  return present(
    await row<DeviceThresholds>(
      db,
      'select online_threshold_minutes as "onlineMinutes", active_threshold_days as "activeDays" from business_settings',
    ),
  );
}

/**
 * Reads the capacity, the default currency and the latest actions, newest first. Rejected calls are omitted, because anyone can cause many.
 * @param count maximum entries
 */
export async function findCapacityAndActivity(
  db: Queryable,
  count: number,
): Promise<CapacityFacts & CurrencyFacts & { readonly activity: readonly Activity[] }> {
  type Found = CapacityFacts &
    CurrencyFacts & { readonly activity: readonly (Omit<Activity, 'at'> & { at: string })[] };
  const found = await row<Found>(
    db,
    `select preorder_capacity as capacity, reserved, (select default_currency from business_settings) as "defaultCurrency",
            (select coalesce(json_agg(a), '[]')
               from (select at, action, actor_type as "actorType", target_kind as "targetKind"
                       from audit_entry
                      where action not in ('loginFailed', 'accessDenied')
                      order by at desc, id desc
                      limit $1) a) as activity
       from preorder_settings`,
    [count],
  );
  const { activity, ...capacity } = present(found);
  return { ...capacity, activity: activity.map((entry) => ({ ...entry, at: new Date(entry.at) })) };
}

function present<Row>(found: Row | undefined): Row {
  if (!found) throw new Error('The settings row is missing, although a migration creates it and nothing deletes it.');
  return found;
}
