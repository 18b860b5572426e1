import { setPreferences } from './set-preferences.ts';

export { readPreferences } from './read-preferences.ts';
export { setPreferences };

/** The operations of the module, for the catalog. */
export const preferenceOperations = [setPreferences];
