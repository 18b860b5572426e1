import type { Operation } from '../kernel/operation.ts';
import { openDownload } from './open-download.ts';

export { lockStoredObject } from './lock-stored-object.ts';
export { sweepObjects } from './sweep-objects.ts';
export { openDownload };

/** The operations of the module, for the catalog. */
export const objectOperations: readonly Operation[] = [openDownload];
