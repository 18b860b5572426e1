export { findVisibleViews } from '../../persistence/views/saved-view-repository.ts';
