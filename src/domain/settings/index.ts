import { getSettings } from './get-settings.ts';
import { updateBusinessSettings } from './update-business-settings.ts';
import { updateSystemSettings } from './update-system-settings.ts';

export { readDefaultCurrency } from './default-currency.ts';
export { getSettings, updateBusinessSettings, updateSystemSettings };

/** The operations of the module, for the catalog. */
export const settingsOperations = [getSettings, updateSystemSettings, updateBusinessSettings];
