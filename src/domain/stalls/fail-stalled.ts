import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { findSilent, type SilentRow } from '../../persistence/stalls/silent-installations.ts';
import {
  decideLastHeartbeat,
  lockInstallationContext,
  type Outcome,
  pauseIfFailing,
  storeChange,
} from '../installations/index.ts';
import type { Runtime } from '../kernel/operation.ts';
import { randomShare } from '../kernel/random-share.ts';
import { installs, SILENCES } from '../rollouts/index.ts';
import { decideStall } from './stall-rules.ts';

type Scope = Pick<Runtime, 'em' | 'clock' | 'settings' | 'warn'>;

/** Installations in one read; the job repeats at once if there are more. */
const AT_ONCE = 500;

/**
 * Marks installations that are silent for too long as stuck, and gives up those that are stuck for too long. Each has a
 * transaction of its own: one that fails stops none of the others.
 * @returns how many were changed
 */
export async function failStalled(scope: Scope): Promise<number> {
  let changed = 0;
  const failed = new Set<string>();
  for (;;) {
    const silent = await findSilent(scope.em(), SILENCES, scope.clock.now(), AT_ONCE);
    const stalls = await settle(scope, silent, failed);
    changed += stalls;
    // Installations that cannot be changed would be found again and again.
    if (stalls === 0) break;
  }
  for (const releaseId of failed) await pauseIfFailing(scope, releaseId);
  return changed;
}

async function settle(scope: Scope, silent: readonly SilentRow[], failed: Set<string>): Promise<number> {
  let changed = 0;
  for (const installation of silent) {
    try {
      const stall = await inTransaction(scope.em(), (em) => apply(em, installation, scope.clock.now()));
      if (stall) changed += 1;
      if (stall?.failed) failed.add(installation.releaseId);
    } catch (error) {
      scope.warn('a silent installation was left to the next look', { err: error, installationId: installation.id });
    }
  }
  return changed;
}

interface Settled {
  readonly outcome: Outcome;
  readonly failed: boolean;
}

/**
 * The last heartbeat decides first, in case it could not be compared with the installation when it arrived; then the silence.
 */
async function apply(em: EntityManager, silent: SilentRow, now: Date): Promise<Settled | undefined> {
  const held = await lockInstallationContext(em, silent);
  if (!held) return undefined;
  const { installation, release, device } = held;
  const seen = decideLastHeartbeat(held);
  if (seen) {
    const { after, outcome, failed } = seen;
    await storeChange(em, held, after, { at: now, source: 'HEARTBEAT', outcome });
    return { outcome, failed };
  }
  const lastSeenAt = device.presence?.lastSeenAt ?? null;
  const outOfService = !installs(device.status, release.channel);
  const stall = decideStall(installation, { now, lastSeenAt, random: randomShare(), outOfService });
  if (!stall) return undefined;
  const { after, outcome } = stall;
  const failed = outcome === 'STALLED';
  await storeChange(em, held, after, {
    at: now,
    source: 'SERVER',
    outcome,
    failureReason: failed ? after.failureReason : null,
  });
  return { outcome, failed };
}
