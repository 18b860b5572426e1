export * from './operations.ts';
export { preorderActions } from './preorder-actions.ts';
export { preorderEventReader, preorderReader } from './preorder-reads.ts';
export { PREORDER_TRANSITIONS, type PreorderTransition } from './preorder-rules.ts';
export { readPreorderSettings } from './preorder-settings-read.ts';
export type { PreorderDetailView, PreorderEventView, PreorderView } from './preorder-view.ts';
export { purgePreorderViews } from './purge-view-events.ts';
