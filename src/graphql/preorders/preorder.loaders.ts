import { type PreorderEventView, readPreorderEvents } from '../../domain/preorders/index.ts';
import type { ListRead } from '../context.ts';

/** The latest history of each preorder. */
export const preorderEvents: ListRead<PreorderEventView> = ({ em }, ids, { first }) =>
  readPreorderEvents(em(), ids, first);
