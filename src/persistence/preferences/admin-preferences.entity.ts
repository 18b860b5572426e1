import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DENSITIES, LOCALES, THEMES } from '../../model/enums.ts';
import { enumColumn, timestamp } from '../columns.ts';

/** How an admin wants screens to be; null is the default. */
export const AdminPreferences = defineEntity({
  name: 'AdminPreferences',
  tableName: 'admin_preferences',
  properties: {
    adminId: p.uuid().primary(),
    language: enumColumn(LOCALES).nullable(),
    theme: enumColumn(THEMES).nullable(),
    density: enumColumn(DENSITIES).nullable(),
    timeZone: p.text().nullable(),
    pageSize: p.integer().nullable(),
    /** Ids of saved views by their lists. */
    defaultViews: p.json<Readonly<Record<string, string>>>(),
    updatedAt: timestamp(),
  },
});
export type AdminPreferencesRow = InferEntity<typeof AdminPreferences>;
