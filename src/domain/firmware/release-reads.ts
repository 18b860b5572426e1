import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseEventView } from '../../model/records/release.ts';
import { releaseList } from '../../persistence/firmware/release-list.ts';
import {
  countInstallations,
  countInterrupted,
  listReleaseEvents,
} from '../../persistence/firmware/release-repository.ts';
import { readByIds } from '../../persistence/list-reader.ts';
import { noSuch } from '../kernel/not-found.ts';
import { statsOf } from './release-stats.ts';
import { type ReleaseDetailView, type ReleaseStatsView, type ReleaseView, viewRelease } from './release-view.ts';

/** History entries in a detail response. */
const SHOWN_EVENTS = 50;

/**
 * Reads releases in one statement.
 * @returns in the order of the ids; undefined for an unknown id
 */
export async function readReleases(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(ReleaseView | undefined)[]> {
  return readByIds(em, releaseList, ids, now, viewRelease);
}

/** Reads one release with its latest history and its statistics. @throws DomainError 404 RELEASE_NOT_FOUND */
export async function readRelease(em: EntityManager, id: string, now: Date): Promise<ReleaseDetailView> {
  const [release] = await readReleases(em, [id], now);
  if (!release) throw noSuch('Release');
  const [events = []] = await readReleaseEvents(em, [id]);
  const [stats = statsOf([], 0)] = await readReleaseStats(em, [id]);
  return { ...release, events, stats };
}

/**
 * Reads the latest history of each release, newest first, in one statement.
 * @param limit entries per release
 * @returns in the order of the ids
 */
export async function readReleaseEvents(
  em: EntityManager,
  ids: readonly string[],
  limit = SHOWN_EVENTS,
): Promise<ReleaseEventView[][]> {
  const byRelease = Map.groupBy(await listReleaseEvents(em, ids, limit), ({ releaseId }) => releaseId);
  return ids.map((id) => byRelease.get(id) ?? []);
}

/** Reads the installation statistics of each release, in two statements. @returns in the order of the ids */
export async function readReleaseStats(em: EntityManager, ids: readonly string[]): Promise<ReleaseStatsView[]> {
  const counts = Map.groupBy(await countInstallations(em, ids), ({ releaseId }) => releaseId);
  const interrupted = new Map((await countInterrupted(em, ids)).map(({ releaseId, count }) => [releaseId, count]));
  return ids.map((id) => statsOf(counts.get(id) ?? [], interrupted.get(id) ?? 0));
}
