import type { Operation } from '../kernel/operation.ts';

export { readRelease, readReleaseEvents, readReleaseStats, readReleases } from './release-reads.ts';
export type {
  FileView,
  ReleaseDetailView,
  ReleaseEventView,
  ReleaseStatsView,
  ReleaseView,
} from './release-view.ts';

/** The room's operations, for the catalogue. */
export const firmwareOperations: readonly Operation[] = [];
