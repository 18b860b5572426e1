import {
  type ReleaseStatsView,
  type ReleaseView,
  readReleaseEvents,
  readReleaseStats,
  readReleases,
} from '../../domain/firmware/index.ts';
import type { ReleaseEventView } from '../../model/records/release.ts';
import type { BatchRead, ListRead } from '../context.ts';

/** Releases by id. */
export const releases: BatchRead<ReleaseView> = ({ em, clock }, ids) => readReleases(em(), ids, clock.now());

/** The latest history of each release. */
export const releaseEvents: ListRead<ReleaseEventView> = ({ em }, ids, { first }) =>
  readReleaseEvents(em(), ids, first);

/** The installation statistics of each release. */
export const releaseStats: BatchRead<ReleaseStatsView> = ({ em }, ids) => readReleaseStats(em(), ids);
