import type { EntityManager } from '@mikro-orm/postgresql';
import type { FirmwareChannel } from '../../model/enums.ts';
import { rows } from '../sql/query.ts';
import type { DeviceProofFacts, LockedInstallation } from './installation-fields.ts';
import {
  type ChangedInstallation,
  lockInstallations,
  lockReleasesForShare,
  readDeviceProofs,
  writeDeviceWatches,
  writeInstallationEvents,
  writeInstallations,
} from './installation-store.ts';

export interface UnfinishedRow {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
  readonly channel: FirmwareChannel;
}

/** The installations of locked devices that have not ended and were not withdrawn. */
export function findUnfinished(em: EntityManager, deviceIds: readonly string[]): Promise<UnfinishedRow[]> {
  return rows(
    em,
    `select i.id, i.device_id as "deviceId", i.release_id as "releaseId", r.channel
       from unnest($1::uuid[]) as asked (device_id)
      cross join lateral (select id, device_id, release_id from installation
                           where device_id = asked.device_id and status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK')
                             and closed_reason is null offset 0) i
       join release r on r.id = i.release_id`,
    [deviceIds],
  );
}

/** Locks installations for update, their releases for share; their devices are locked already. */
export async function lockUnfinished(
  em: EntityManager,
  unfinished: readonly UnfinishedRow[],
): Promise<{ readonly installations: LockedInstallation[]; readonly devices: DeviceProofFacts[] }> {
  await lockReleasesForShare(em, [...new Set(unfinished.map(({ releaseId }) => releaseId))]);
  const installations = await lockInstallations(
    em,
    unfinished.map(({ id }) => id),
  );
  const devices = await readDeviceProofs(em, [...new Set(unfinished.map(({ deviceId }) => deviceId))]);
  return { installations, devices };
}

/** An installation that was ended because its device was taken out of service. */
export interface WithdrawnInstallation extends ChangedInstallation {
  readonly outcome: string;
  /** True if heartbeats of the device need not verify it any more. */
  readonly unwatched: boolean;
}

/** Stores withdrawn installations with their histories. */
export async function writeWithdrawals(
  em: EntityManager,
  withdrawn: readonly WithdrawnInstallation[],
  { now: at, actorId }: { readonly now: Date; readonly actorId: string | null },
): Promise<void> {
  await writeInstallations(em, withdrawn, at);
  await writeInstallationEvents(
    em,
    withdrawn.map(({ before, after, outcome }) => ({
      installationId: before.id,
      at,
      source: 'OPERATOR',
      signedMs: null,
      proofHash: null,
      reportedStatus: null,
      fromStatus: before.status,
      toStatus: after.status,
      applied: true,
      outcome,
      failureReason: after.failureReason,
      actorId,
    })),
  );
  const unwatched = withdrawn.flatMap((each) => (each.unwatched ? [each.before.deviceId] : []));
  await writeDeviceWatches(
    em,
    unwatched.map((deviceId) => ({ deviceId, watchedInstallationId: null, confirmedSecurityVersion: 0 })),
  );
}
