import type { EntityManager } from '@mikro-orm/postgresql';
import { ReleaseEventRecord, ReleaseRecord, type ReleaseStatsView } from '../../model/records/release.ts';
import { releaseEventList, releaseList } from '../../persistence/firmware/release-list.ts';
import { countInstallations } from '../../persistence/firmware/release-repository.ts';
import { follow, reader, readRecord } from '../reader.ts';
import { failureRateOf, readFailureSamples } from '../rollouts/index.ts';
import { releaseCountsOf } from './release-counts.ts';
import { type ReleaseDetailView, viewRelease } from './release-view.ts';

/** History entries in a detail response. */
const SHOWN_EVENTS = 50;

export const releaseReader = reader(ReleaseRecord, releaseList, viewRelease);
export const releaseEventReader = reader(ReleaseEventRecord, releaseEventList);

/** Reads one release with its latest history and its statistics. @throws DomainError 404 RELEASE_NOT_FOUND */
export async function readRelease(em: EntityManager, id: string, now: Date): Promise<ReleaseDetailView> {
  const release = await readRecord(releaseReader, em, id, now);
  const window = { first: SHOWN_EVENTS };
  const [events = []] = await follow(ReleaseRecord, 'events', releaseEventReader, em, [id], window, now);
  const [stats] = await readReleaseStats(em, [id]);
  if (!stats) throw new Error('the statistics of a release were not read');
  return { ...release, events, stats };
}

/** Reads the installation statistics of each release, in two statements. @returns in the order of the ids */
export async function readReleaseStats(em: EntityManager, ids: readonly string[]): Promise<ReleaseStatsView[]> {
  const counts = await readReleaseCounts(em, ids);
  const samples = await readFailureSamples(em, ids);
  return counts.map((each, index) => ({ ...each, failureRate: failureRateOf(samples[index]) }));
}

/** The statistics but for `failureRate`, which reads each failure. @returns in the order of the ids */
export async function readReleaseCounts(
  em: EntityManager,
  ids: readonly string[],
): Promise<Omit<ReleaseStatsView, 'failureRate'>[]> {
  const counts = Map.groupBy(await countInstallations(em, ids), ({ releaseId }) => releaseId);
  return ids.map((id) => releaseCountsOf(counts.get(id) ?? []));
}
