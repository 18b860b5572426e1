export * from './operations.ts';
export { readPreferences } from './read-preferences.ts';
