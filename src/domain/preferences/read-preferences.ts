import type { EntityManager } from '@mikro-orm/postgresql';
import type { PreferencesView } from '../../model/records/preferences.ts';
import { findPreferences, type StoredPreferences } from '../../persistence/preferences/preferences-repository.ts';
import type { Runtime } from '../kernel/operation.ts';
import { findVisibleViews } from '../views/store.ts';
import { NO_PREFERENCES, viewPreferences } from './preferences-rules.ts';

/** The preferences of admins. */
export function readPreferences(
  { em }: Pick<Runtime, 'em'>,
  adminIds: readonly string[],
): Promise<readonly PreferencesView[]> {
  const manager = em();
  return Promise.all(
    adminIds.map(async (id) => preferencesOf(manager, id, (await findPreferences(manager, id)) ?? NO_PREFERENCES)),
  );
}

/** Stored preferences as the admin sees them. */
export async function preferencesOf(
  em: EntityManager,
  adminId: string,
  stored: StoredPreferences,
): Promise<PreferencesView> {
  const visible = await findVisibleViews(em, Object.values(stored.defaultViews), adminId);
  return viewPreferences(stored, visible);
}
