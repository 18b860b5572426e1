import type { EntityManager } from '@mikro-orm/postgresql';
import { Type } from 'typebox';
import { type ClosedReason, FIRMWARE_LIFECYCLES, type FirmwareLifecycle } from '../../model/enums.ts';
import { ReleaseDetailRecord } from '../../model/records/release.ts';
import type { ReleaseRow } from '../../persistence/firmware/release.entity.ts';
import {
  addReleaseEvent,
  closeOffers,
  findHighestBuild,
  findHighestSecurityVersion,
  findReleaseImage,
  lockRelease,
} from '../../persistence/firmware/release-repository.ts';
import { takeAdvisoryLock } from '../../persistence/sql/locks.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { conflict } from '../kernel/errors.ts';
import { described, fields, integer, oneOf } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { type Context, operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { findSystemSettings } from '../settings/store.ts';
import { readRelease } from './release-reads.ts';
import {
  applyLifecycleChange,
  isUnchanged,
  needsVerification,
  requireHigherBuild,
  requireSecurityVersion,
} from './release-rules.ts';
import { hasImage, requireImage, requireSignatures } from './stored-release.ts';
import { trustOf } from './trust.ts';

/** The states that withdraw offers, with the reason of the withdrawal. */
const WITHDRAWS: Readonly<Partial<Record<FirmwareLifecycle, ClosedReason>>> = {
  PAUSED: 'RELEASE_PAUSED',
  REVOKED: 'RELEASE_REVOKED',
};

export const setReleaseLifecycle = operation({
  name: 'setReleaseLifecycle',
  summary: 'Moves a release to another state, or changes its rollout percentage.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 120,
  effect: 'write',
  target: 'Release',
  takes: { revision: true },
  errors: [
    'INVALID_LIFECYCLE_TRANSITION',
    'RELEASE_CONFLICT',
    'PACKAGE_KEY_REVOKED',
    'PACKAGE_KEY_UNKNOWN',
    'PACKAGE_MALFORMED',
    'PACKAGE_SIGNATURE_INVALID',
  ],
  answers: ReleaseDetailRecord,
  input: fields({
    status: described(
      oneOf('FirmwareLifecycle', FIRMWARE_LIFECYCLES),
      'The new state; `availableActions` lists those that are possible.',
    ),
    rolloutPercentage: Type.Optional(
      described(
        integer(0, 100),
        'The percentage of matching devices to offer the release to; unchanged without it, and required to resume a rollout that the service paused.',
      ),
    ),
  }),
  // Reading a whole image takes too long to keep the release locked; the signed image never changes.
  async prepare({ em, runtime }, { id, status }) {
    const found = await findReleaseImage(em, id);
    if (!found) throw recordNotFound('Release');
    return mayNeedImage(found.lifecycle, status)
      ? hasImage(runtime.storage, found.firmwareSha256, found.firmwareSize)
      : undefined;
  },
  async handle(context, { id, ...change }, hasWholeImage) {
    const { em, now, principal, call, audit, unchanged } = context;
    const release = await lockRelease(em, id);
    if (!release) throw recordNotFound('Release');
    requireRevision(call, release);
    if (isUnchanged(release, change)) return unchanged(await readRelease(em, id, now));
    const { defaultRolloutPercentage } = await findSystemSettings(em);
    const after = applyLifecycleChange(release, change, {
      defaultPercentage: defaultRolloutPercentage,
      by: principal.adminId,
      now,
    });
    if (needsVerification(release.lifecycle, after.lifecycle)) await requireFit(context, release, hasWholeImage);
    if (release.lifecycle === 'READY' && after.lifecycle === 'ROLLING_OUT') await requireTopBuild(em, release);
    const before = { lifecycle: release.lifecycle, rolloutPercentage: release.rolloutPercentage };
    Object.assign(release, after, { updatedAt: now });
    addReleaseEvent(em, {
      releaseId: id,
      at: now,
      fromLifecycle: before.lifecycle,
      toLifecycle: after.lifecycle,
      fromPercentage: before.rolloutPercentage,
      toPercentage: after.rolloutPercentage,
      reason: null,
      actorId: principal.adminId,
    });
    await em.flush();
    const withdraws = WITHDRAWS[after.lifecycle];
    const withdrawn = withdraws ? await closeOffers(em, id, withdraws, now) : 0;
    audit({
      changes: changesBetween(before, release, ['lifecycle', 'rolloutPercentage']),
      ...(withdrawn > 0 ? { detail: { withdrawnOffers: withdrawn } } : {}),
    });
    return readRelease(em, id, now);
  },
});

function mayNeedImage(from: FirmwareLifecycle, to: FirmwareLifecycle): boolean {
  return needsVerification(from, to) || (from === 'DRAFT' && to === 'ROLLING_OUT');
}

/**
 * The stored image must be the uploaded one, signed by keys trusted today, with no lower security version than
 * completed releases.
 */
async function requireFit({ em, now, keys, settings }: Context, release: ReleaseRow, hasWholeImage?: boolean) {
  if (hasWholeImage === undefined) {
    throw conflict('REVISION_CONFLICT', 'RELEASE');
  }
  requireImage(hasWholeImage);
  requireSignatures(release, trustOf({ settings, keys, now }));
  requireSecurityVersion(release.securityVersion, await findHighestSecurityVersion(em, release.hardwareRevision));
}

/** Serializes the rollouts of one hardware and channel, so that two cannot both pass as the highest build. */
async function requireTopBuild(em: EntityManager, release: ReleaseRow): Promise<void> {
  await takeAdvisoryLock(em, `rollout:${release.channel}:${release.hardwareRevision}`);
  requireHigherBuild(release.buildNumber, await findHighestBuild(em, release));
}
