export { changeKeys, type KeyChange } from './change-keys.ts';
export { findKeyProblems, needsOf } from './key-needs.ts';
export { keyWarnings, missingKeys, requireKeys } from './require-keys.ts';
export { reseal } from './reseal.ts';
