export * from './operations.ts';
export { savedViewReader } from './saved-view-reads.ts';
export { outdatedParts } from './saved-view-rules.ts';
