export { batchActions } from './batch-actions.ts';
export { batchReader } from './batch-reads.ts';
export type { BatchView } from './batch-view.ts';
export { BATCH_TRANSITIONS } from './inventory-rules.ts';
export * from './operations.ts';
