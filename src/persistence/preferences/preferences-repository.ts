import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../sql/query.ts';
import { AdminPreferences, type AdminPreferencesRow } from './admin-preferences.entity.ts';

/** What is stored of an admin's preferences; null is the default. */
export type StoredPreferences = Omit<AdminPreferencesRow, 'adminId' | 'updatedAt'>;

/** The preferences of an admin; undefined for one who has never set any. */
export function findPreferences(em: EntityManager, adminId: string): Promise<StoredPreferences | undefined> {
  return row(
    em,
    `select language, theme, density, time_zone as "timeZone", page_size as "pageSize", default_views as "defaultViews"
       from admin_preferences where admin_id = $1`,
    [adminId],
  );
}

/** Replaces the preferences of an admin. */
export async function storePreferences(
  em: EntityManager,
  adminId: string,
  preferences: StoredPreferences,
  updatedAt: Date,
): Promise<void> {
  await em.upsert(AdminPreferences, { ...preferences, adminId, updatedAt });
}
