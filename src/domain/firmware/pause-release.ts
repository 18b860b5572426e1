import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../persistence/columns.ts';
import type { ReleaseRow } from '../../persistence/firmware/release.entity.ts';
import { addReleaseEvent, closeOffers } from '../../persistence/firmware/release-repository.ts';
import { insertAuditEntry } from '../audit/store.ts';
import { applyPause, type SYSTEM } from './release-rules.ts';

/**
 * Pauses a rollout automatically: no new offers, unstarted offers are withdrawn, started installations continue.
 * @param release locked (`lockRelease`)
 * @param reason stored as the pause reason, for example `FAILURE_RATE`
 * @returns false, with nothing changed, if it is not (or no longer) rolling out
 */
export async function pauseRelease(
  em: EntityManager,
  release: ReleaseRow,
  reason: string,
  _by: typeof SYSTEM,
  now: Date,
): Promise<boolean> {
  if (release.lifecycle !== 'ROLLING_OUT') return false;
  Object.assign(release, applyPause(release, reason), { updatedAt: now });
  addReleaseEvent(em, {
    releaseId: release.id,
    at: now,
    fromLifecycle: 'ROLLING_OUT',
    toLifecycle: 'PAUSED',
    fromPercentage: release.rolloutPercentage,
    toPercentage: release.rolloutPercentage,
    reason,
    actorId: null,
  });
  await em.flush();
  await closeOffers(em, release.id, 'RELEASE_PAUSED', now);
  await insertAuditEntry(em, {
    at: now,
    actorType: 'SYSTEM',
    actorId: null,
    actorLabel: null,
    action: 'pauseRelease',
    targetKind: 'Release',
    targetId: release.id,
    changes: { lifecycle: { from: 'ROLLING_OUT', to: 'PAUSED' } },
    detail: null,
    reason,
    requestId: newId(),
    ip: '',
    transport: 'SYSTEM',
  });
  return true;
}
