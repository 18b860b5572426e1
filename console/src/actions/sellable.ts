import type { AvailableActionFragment } from '../api/generated/operations.ts';

/** How a sale stands on a record that can be sold, or sold to: its `availableActions` do not name `createSale`, which is an operation of sales. */
export const SELLABLE: AvailableActionFragment = {
  __typename: 'AvailableAction',
  operation: 'createSale',
  to: null,
  allowed: true,
  blockedBy: null,
  code: null,
  messageId: null,
  params: null,
  reason: null,
};
