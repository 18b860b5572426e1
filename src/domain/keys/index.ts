export { changeKeys, type KeyChange } from './change-keys.ts';
export { findKeyProblems, needsOf } from './key-needs.ts';
export { requireKeys } from './require-keys.ts';
export { reseal } from './reseal.ts';
