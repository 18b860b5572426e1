import type { Operation } from '../kernel/operation.ts';
import { assignPreorder } from './assign-preorder.ts';
import { createPreorder } from './create-preorder.ts';
import { deletePreorder } from './delete-preorder.ts';
import { exportPreorders } from './export-preorders.ts';
import { getPreorder } from './get-preorder.ts';
import { getPreorderByNumber } from './get-preorder-by-number.ts';
import { getPreorderConfig } from './get-preorder-config.ts';
import { getPreorderSettings } from './get-preorder-settings.ts';
import { listPreorders } from './list-preorders.ts';
import { recordPreorderView } from './record-preorder-view.ts';
import { setPreorderStatus } from './set-preorder-status.ts';
import { updatePreorderSettings } from './update-preorder-settings.ts';

export { preorderActions } from './preorder-actions.ts';
export { preorderEventReader, preorderReader } from './preorder-reads.ts';
export { PREORDER_TRANSITIONS, type PreorderTransition } from './preorder-rules.ts';
export { readPreorderSettings } from './preorder-settings-read.ts';
export type { PreorderDetailView, PreorderEventView, PreorderView } from './preorder-view.ts';
export { purgePreorderViews } from './purge-view-events.ts';
export {
  assignPreorder,
  createPreorder,
  deletePreorder,
  exportPreorders,
  getPreorder,
  getPreorderByNumber,
  getPreorderConfig,
  getPreorderSettings,
  listPreorders,
  recordPreorderView,
  setPreorderStatus,
  updatePreorderSettings,
};

/** The operations of the module, for the catalog. */
export const preorderOperations: readonly Operation[] = [
  getPreorderConfig,
  createPreorder,
  recordPreorderView,
  listPreorders,
  exportPreorders,
  getPreorder,
  getPreorderByNumber,
  deletePreorder,
  setPreorderStatus,
  assignPreorder,
  getPreorderSettings,
  updatePreorderSettings,
];
