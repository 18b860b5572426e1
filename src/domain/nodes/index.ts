import type { Operation } from '../kernel/operation.ts';
import { getNode } from './get-node.ts';
import { getNodes } from './get-nodes.ts';

export type { FoundNode } from './find-nodes.ts';
export { getNode, getNodes };

/** The operations of the module, for the catalog. */
export const nodeOperations: readonly Operation[] = [getNode, getNodes];
