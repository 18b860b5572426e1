import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceStatus } from '../../model/enums.ts';
import { findUnfinished, lockUnfinished, writeWithdrawals } from '../installations/store.ts';
import { installs } from './service-rules.ts';
import { decideWithdrawal } from './silence-rules.ts';

/** The change that took devices out of service. */
interface Withdrawing {
  /** The devices' new status. */
  readonly status: DeviceStatus;
  readonly actorId: string | null;
  readonly now: Date;
}

/**
 * Ends the unfinished installations of locked devices that may not install them in their new status. The history of each keeps
 * its progress.
 */
export async function withdrawInstallations(
  em: EntityManager,
  deviceIds: readonly string[],
  { status, actorId, now }: Withdrawing,
): Promise<void> {
  const unfinished = (await findUnfinished(em, deviceIds)).filter(({ channel }) => !installs(status, channel));
  if (unfinished.length === 0) return;
  const { installations, devices } = await lockUnfinished(em, unfinished);
  const deviceOf = new Map(devices.map((device) => [device.id, device]));
  const withdrawn = installations.flatMap((before) => {
    const device = deviceOf.get(before.deviceId);
    const lastSeenAt = device?.presence?.lastSeenAt ?? null;
    const decided = decideWithdrawal(before, { now, lastSeenAt, retryAt: null });
    if (!decided) return [];
    const isWithdrawn = decided.outcome === 'OUT_OF_SERVICE';
    return [{ before, ...decided, unwatched: isWithdrawn && device?.watchedInstallationId === before.id }];
  });
  await writeWithdrawals(em, withdrawn, { now, actorId });
}
