import type { DeviceView, SimulatedDevice, Turn } from './device.ts';
import type { Activity, DeviceEvent } from './device-state.ts';
import { UNPLUGGED } from './unplugged.ts';

/** Counts of a fleet at one time. */
export interface FleetSummary {
  readonly devices: number;
  /** Devices by activity. */
  readonly activities: Readonly<Partial<Record<Activity, number>>>;
  /** Devices by firmware: `1.4.2 (142)`; `off` without power. */
  readonly firmware: Readonly<Record<string, number>>;
  /** Ended updates since the start, by outcome. */
  readonly updates: Readonly<Record<'SUCCESS' | 'FAILED' | 'ROLLED_BACK' | 'aborted', number>>;
  readonly powerCuts: number;
  /** Times that a device was unplugged. */
  readonly unplugged: number;
  readonly resumedDownloads: number;
  /** Turns in which the network or the service was unreachable. */
  readonly unreachable: number;
  readonly refusals: Readonly<Record<string, number>>;
  /** Devices by the reason of their last poll. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly reportsWaiting: number;
}

export interface FleetTally {
  /** For one device's `onEvent`. */
  event(event: DeviceEvent): void;
  turn(device: Pick<SimulatedDevice, 'serial'>, turn: Turn): void;
  summary(views: readonly DeviceView[]): FleetSummary;
}

/** Counts the events and turns of a fleet. */
export function fleetTally(): FleetTally {
  const updates = { SUCCESS: 0, FAILED: 0, ROLLED_BACK: 0, aborted: 0 };
  const refusals: Record<string, number> = {};
  const lastReason = new Map<string, string>();
  let powerCuts = 0;
  let unplugged = 0;
  let resumedDownloads = 0;
  let unreachable = 0;
  return {
    event(event) {
      if (event.type === 'powerCut' && event.point !== UNPLUGGED) powerCuts += 1;
      if (event.type === 'aborted') updates.aborted += 1;
      if (event.type === 'downloading' && event.from > 0 && event.status === 206) resumedDownloads += 1;
      if (event.type === 'finished' && isEnd(event.status)) updates[event.status] += 1;
    },
    turn({ serial }, { outcome, reason }) {
      if (outcome === 'UNREACHABLE') unreachable += 1;
      if (outcome === 'UNPLUGGED') unplugged += 1;
      if (outcome === 'REFUSED') refusals[reason] = (refusals[reason] ?? 0) + 1;
      if (outcome === 'DONE') lastReason.set(serial, reason);
    },
    summary: (views) => ({
      devices: views.length,
      activities: countBy(views, ({ activity }) => activity),
      firmware: countBy(views, ({ app }) => (app ? `${app.version} (${app.buildNumber})` : 'off')),
      updates: { ...updates },
      powerCuts,
      unplugged,
      resumedDownloads,
      unreachable,
      refusals: { ...refusals },
      reasons: countBy([...lastReason.values()], (reason) => reason),
      reportsWaiting: views.reduce((sum, { reportsWaiting }) => sum + reportsWaiting, 0),
    }),
  };
}

function isEnd(status: string): status is 'SUCCESS' | 'FAILED' | 'ROLLED_BACK' {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'ROLLED_BACK';
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
