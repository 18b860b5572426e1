import { FIRST_RELEASE, type Lamp, SECOND_RELEASE } from './lamp.ts';
import type { MemoryService } from './memory-service.ts';
import { DAY_MS, type World } from './world.ts';

/** The people who roll out a release, and who take devices out of service. */
export interface Operator {
  /** Puts what they do into the queue. */
  plan(): void;
  /** The service has paused a release. */
  paused(releaseId: string): void;
}

interface Desk {
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly lamps: readonly Lamp[];
  /** Does something at a time of the world. */
  at(ms: number, act: () => void): void;
  /** A lamp that waits for a change asks again. */
  wake(lamp: Lamp): void;
  changedRelease(releaseId: string): void;
  changedDevice(deviceId: string): void;
}

export function operatorOf(world: World, service: MemoryService, desk: Desk): Operator {
  const lifecycleOf = (releaseId: string) => service.store.releases.get(releaseId)?.lifecycle;

  function rollOut(releaseId: string, rolloutPercentage: number): void {
    service.changeRelease(releaseId, { status: 'ROLLING_OUT', rolloutPercentage }, desk.now());
    desk.changedRelease(releaseId);
    for (const lamp of desk.lamps) desk.wake(lamp);
  }

  function release(id: string, version: string, percentage: number): void {
    if (lifecycleOf(id)) return;
    service.addRelease(id, version);
    rollOut(id, percentage);
  }

  const succeed = () => release(SECOND_RELEASE, '2.1.0', 100);

  /** Revokes a release with a fault for a better one, or finds nothing wrong and goes on. */
  function decideOn(releaseId: string): void {
    if (lifecycleOf(releaseId) !== 'PAUSED') return;
    if (!world.fault || releaseId !== FIRST_RELEASE) {
      rollOut(releaseId, 100);
      return;
    }
    service.changeRelease(releaseId, { status: 'REVOKED' }, desk.now());
    desk.changedRelease(releaseId);
    succeed();
  }

  return {
    plan() {
      for (const [index, { atMs, percentage }] of world.stages.entries()) {
        desk.at(atMs, () => {
          if (index === 0) release(FIRST_RELEASE, '2.0.0', percentage);
          else if (lifecycleOf(FIRST_RELEASE) === 'ROLLING_OUT') rollOut(FIRST_RELEASE, percentage);
        });
      }
      if (world.successorAtMs !== null) desk.at(world.successorAtMs, succeed);
      for (const lamp of desk.lamps) {
        for (const { atMs, status } of lamp.member.fates) {
          desk.at(atMs, () => {
            service.setStatus(lamp.id, status, desk.now());
            desk.changedDevice(lamp.id);
            if (status === 'ACTIVE') desk.wake(lamp);
          });
        }
      }
    },
    paused: (releaseId) => desk.at(desk.nowMs() + DAY_MS, () => decideOn(releaseId)),
  };
}
