export { setPreferences } from './set-preferences.ts';
