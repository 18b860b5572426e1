export * from './operations.ts';
export type { SearchHit } from './search.ts';
export { readerOfKind } from './search-kinds.ts';
