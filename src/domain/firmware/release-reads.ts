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

/** Entries of one release's history that a detail reply shows. */
const SHOWN_EVENTS = 50;

/**
 * Releases in one statement.
 * @returns in the order of the ids, undefined where there is none
 */
export async function readReleases(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(ReleaseView | undefined)[]> {
  return readByIds(em, releaseList, ids, now, viewRelease);
}

/** One release with its latest history and how it goes. @throws DomainError 404 RELEASE_NOT_FOUND */
export async function readRelease(em: EntityManager, id: string, now: Date): Promise<ReleaseDetailView> {
  const [release] = await readReleases(em, [id], now);
  if (!release) throw noSuch('Release');
  const [events = []] = await readReleaseEvents(em, [id]);
  const [stats = statsOf([], 0)] = await readReleaseStats(em, [id]);
  return { ...release, events, stats };
}

/**
 * The latest history of each release, newest first, in one statement.
 * @param limit entries of one release
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

/** How the installations of each release go, in two statements. @returns in the order of the ids */
export async function readReleaseStats(em: EntityManager, ids: readonly string[]): Promise<ReleaseStatsView[]> {
  const counts = Map.groupBy(await countInstallations(em, ids), ({ releaseId }) => releaseId);
  const interrupted = new Map((await countInterrupted(em, ids)).map(({ releaseId, count }) => [releaseId, count]));
  return ids.map((id) => statsOf(counts.get(id) ?? [], interrupted.get(id) ?? 0));
}
