import type { BatchStatus } from '../api/generated/enums.ts';

/** In the order of a batch's life. */
export const BATCH_STATUSES: readonly BatchStatus[] = [
  'DRAFT',
  'READY',
  'PROVISIONING',
  'COMPLETED',
  'CANCELLED',
  'ARCHIVED',
];
