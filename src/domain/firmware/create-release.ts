import type { FirmwareChannel } from '../../model/enums.ts';
import type { StagedObject } from '../../model/ports.ts';
import type { ReleaseRow } from '../../persistence/firmware/release.entity.ts';
import {
  addRelease,
  addReleaseEvent,
  findReleaseOfBuild,
  type NewRelease,
} from '../../persistence/firmware/release-repository.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import { conflict } from '../kernel/errors.ts';
import type { Context, Preparation } from '../kernel/operation.ts';
import { lockStoredObject } from '../objects/index.ts';
import { readRelease } from './release-reads.ts';
import type { ReleaseDetailView } from './release-view.ts';
import { requireTarget } from './target-device.ts';

/** The stored facts of a release; its other columns have the values of a new DRAFT. */
export type ReleaseFacts = Omit<
  NewRelease,
  | 'lifecycle'
  | 'targetDeviceId'
  | 'rolloutStartedAt'
  | 'completedAt'
  | 'revokedAt'
  | 'failureWindowFrom'
  | 'pauseReason'
  | 'pausedBy'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt'
>;

/** A release whose image is stored and whose row is not yet written. */
export interface PreparedRelease extends ReleaseFacts {
  readonly targetDeviceId: string | null;
}

/**
 * Checks a release, then commits its staged image. If the row is not stored afterwards, the sweeper removes the
 * orphaned object, so a release never lacks its image.
 * @param staged the image; discarded on any error
 * @param deviceId the target device as the caller sent it
 * @throws DomainError 400 TARGET_DEVICE_INCOMPATIBLE, 409 RELEASE_CONFLICT; errors of the storage
 */
export async function prepareRelease(
  { em }: Pick<Preparation, 'em'>,
  staged: StagedObject,
  facts: ReleaseFacts,
  deviceId: string | undefined,
): Promise<PreparedRelease> {
  try {
    const { channel, hardwareRevision, model = null } = facts;
    const targetDeviceId = await requireTarget(em, { channel, hardwareRevision, model }, deviceId);
    // Fails early, before the storage is used; the unique constraint decides.
    if (await findReleaseOfBuild(em, facts)) {
      throw conflict('RELEASE_CONFLICT', 'SAME_BUILD');
    }
    await staged.commit();
    return { ...facts, targetDeviceId };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/** Stores a prepared release as a DRAFT, with the first entry of its history. */
export async function createRelease(
  context: Context<AdminPrincipal>,
  prepared: PreparedRelease,
): Promise<ReleaseDetailView> {
  const { em, now, principal, audit } = context;
  await lockStoredObject(context, prepared.firmwareSha256, prepared.firmwareSize);
  const release: ReleaseRow = addRelease(em, {
    ...prepared,
    lifecycle: 'DRAFT',
    createdBy: principal.adminId,
    createdAt: now,
    updatedAt: now,
  });
  addReleaseEvent(em, {
    releaseId: release.id,
    at: now,
    fromLifecycle: null,
    toLifecycle: 'DRAFT',
    fromPercentage: null,
    toPercentage: prepared.rolloutPercentage,
    reason: null,
    actorId: principal.adminId,
  });
  await em.flush();
  audit({ target: { kind: 'Release', id: release.id }, detail: auditDetail(prepared) });
  return readRelease(em, release.id, now);
}

function auditDetail(release: PreparedRelease): Record<string, string | number | boolean | FirmwareChannel | string[]> {
  const { version, buildNumber, hardwareRevision, channel, firmwareSha256, signedBy } = release;
  return { version, buildNumber, hardwareRevision, channel, firmwareSha256, signedBy: [...signedBy] };
}
