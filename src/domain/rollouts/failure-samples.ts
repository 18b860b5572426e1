import type { EntityManager } from '@mikro-orm/postgresql';
import { countAttempts } from '../installations/store.ts';
import { type FailureSample, NOT_THE_RELEASE, sampleOf } from './evidence-rules.ts';

/** Reads the evidence of devices about releases. @returns in the order of the ids */
export async function readFailureSamples(em: EntityManager, releaseIds: readonly string[]): Promise<FailureSample[]> {
  const attempts = Map.groupBy(await countAttempts(em, releaseIds, NOT_THE_RELEASE), ({ releaseId }) => releaseId);
  return releaseIds.map((id) => sampleOf(attempts.get(id) ?? []));
}
