import type { Operation } from '../kernel/operation.ts';
import { search } from './search.ts';

export type { SearchHit } from './search.ts';
export { readerOfKind } from './search-kinds.ts';
export { search };

/** The operations of the module, for the catalog. */
export const searchOperations: readonly Operation[] = [search];
