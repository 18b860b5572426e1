import { createSavedView } from './create-saved-view.ts';
import { deleteSavedView } from './delete-saved-view.ts';
import { listSavedViews } from './list-saved-views.ts';
import { updateSavedView } from './update-saved-view.ts';

export { savedViewReader } from './saved-view-reads.ts';
export { outdatedParts } from './saved-view-rules.ts';
export { createSavedView, deleteSavedView, listSavedViews, updateSavedView };

/** The operations of the module, for the catalog. */
export const viewOperations = [listSavedViews, createSavedView, updateSavedView, deleteSavedView];
