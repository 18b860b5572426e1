import type { EntityManager } from '@mikro-orm/postgresql';
import type { PreorderSettingsView } from '../../model/records/settings.ts';
import { findPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { viewPreorderSettings } from './preorder-settings-view.ts';

/** Reads the settings of preorders without a lock. */
export async function readPreorderSettings(em: EntityManager): Promise<PreorderSettingsView> {
  return viewPreorderSettings(await findPreorderSettings(em));
}
