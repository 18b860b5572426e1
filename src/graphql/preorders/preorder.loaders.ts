import { type PreorderEventView, readPreorderEvents } from '../../domain/preorders/index.ts';
import type { BatchRead } from '../context.ts';

/** The latest history of each preorder. */
export const preorderEvents: BatchRead<readonly PreorderEventView[]> = ({ em }, ids) => readPreorderEvents(em(), ids);
