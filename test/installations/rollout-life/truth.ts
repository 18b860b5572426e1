import type { RolloutSettings } from '../../../src/model/ports.ts';
import { FIRST_RELEASE, type Harm, type Lamp } from './lamp.ts';
import type { MemoryStore } from './memory-store.ts';

/** What became of the devices whose attempt has ended, by what really happened to them, not by what was stored. */
export interface Truth {
  readonly succeeded: number;
  readonly harmed: Readonly<Record<Harm, number>>;
}

export function truthOf(lamps: readonly Lamp[], store: MemoryStore): Truth {
  const harmed: Record<Harm, number> = { BRICKED: 0, FELL_BACK: 0, FAILED: 0 };
  let succeeded = 0;
  for (const lamp of lamps) {
    const ended = store.rowsOf(lamp.id).findLast((row) => row.releaseId === FIRST_RELEASE && row.finishedAt !== null);
    if (!ended) continue;
    const harm = lamp.harm();
    // A device that reported nothing from INSTALLING on, and falls silent, may just as well be switched off.
    const isKnown = harm !== 'BRICKED' || lamp.isKnownToInstall();
    if (harm && isKnown && ended.status !== 'SUCCESS') harmed[harm] += 1;
    if (!harm && ended.status === 'SUCCESS') succeeded += 1;
  }
  return { succeeded, harmed };
}

/** The thresholds as docs/devices/rollout.md states them: enough devices fell back or are bricked, or too large a share failed. */
export function isBeyondThresholds({ succeeded, harmed }: Truth, settings: RolloutSettings): boolean {
  const { BRICKED, FELL_BACK, FAILED } = harmed;
  if (BRICKED + FELL_BACK >= settings.pauseRollbacks) return true;
  const failed = BRICKED + FELL_BACK + FAILED;
  const finished = failed + succeeded;
  // A single silent device may be unplugged; several count twice.
  if (failed === 1 && BRICKED === 1) return false;
  const weight = failed + BRICKED;
  return finished >= settings.pauseMinSample && weight / finished >= settings.pauseFailurePercent / 100;
}
