import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../model/ports.ts';
import { type AppImage, PowerCut } from './board.ts';
import { createDevice, type DeviceOptions, type Identity, type SimulatedDevice } from './device.ts';
import { ALWAYS_ON, clockError, type DeviceBehavior, powerPlan } from './device-behavior.ts';
import type { DeviceEvent, SelfTest } from './device-state.ts';
import { type Fetch, faultyNetwork, lossyConditions, type Network, type NetworkConditions } from './network.ts';
import { type Random, seededRandom } from './random.ts';
import { powerSupply } from './unplugged.ts';

export interface FleetPlan extends Partial<DeviceBehavior> {
  readonly url: string;
  readonly identities: readonly Identity[];
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** The same seed gives the same faults to the same devices. */
  readonly seed: string;
  /** Share of devices on which a new image fails its first run: half fail the self-test, half crash. 0 to 1. */
  readonly badRate?: number;
  /** Factor by which the behavior of the devices runs faster than the clock (1): a night is over sooner. */
  readonly timeScale?: number;
  /** Limits power cuts to these points of the board (default: all). */
  readonly powerCutPoints?: RegExp;
  /** Sets the result of a new image's first run instead of a random one. */
  readonly selfTest?: (serial: string, app: AppImage) => SelfTest;
  /** Network faults; a number is the share that `lossyConditions` takes. */
  readonly loss?: number | NetworkConditions;
  readonly onEvent?: (serial: string, event: DeviceEvent) => void;
  /** For every device. */
  readonly device?: Pick<
    DeviceOptions,
    'brand' | 'firmware' | 'channel' | 'appVersion' | 'acceptsUnsigned' | 'selfTest'
  >;
}

export interface Fleet {
  readonly devices: readonly SimulatedDevice[];
  /** Resolves when no late request is pending. */
  settled(): Promise<void>;
}

/** Creates devices, each with its own random network faults, power cuts and image failures, all from one seed. */
export function makeFleet(plan: FleetPlan): Fleet {
  const networks: Network[] = [];
  const behavior: DeviceBehavior = { ...ALWAYS_ON, ...plan };
  const startMs = plan.clock.now().getTime();
  const lifeMs = () => startMs + (plan.clock.now().getTime() - startMs) * (plan.timeScale ?? 1);
  const devices = plan.identities.map((identity) => {
    const random = seededRandom(plan.seed).fork(identity.serial);
    const conditions = typeof plan.loss === 'object' ? plan.loss : lossyConditions(plan.loss ?? 0);
    const network = faultyNetwork(plan.fetch, random.fork('network'), conditions);
    networks.push(network);
    const { onEvent, selfTest } = plan;
    const supply = powerSupply(powerPlan(behavior, random.fork('habits'), startMs), lifeMs);
    const cut = powerCutter(random.fork('power'), behavior.powerCuts, plan.powerCutPoints);
    const device = createDevice({
      ...plan.device,
      selfTest: selfTest
        ? (app) => selfTest(identity.serial, app)
        : imageResults(random.fork('images'), plan.badRate ?? 0),
      identity,
      url: plan.url,
      clock: plan.clock,
      fetch: network.fetch,
      random: random.fork('sensors'),
      skewMs: clockError(behavior, random.fork('clock')),
      silentReports: behavior.silentReports,
      power: (point) => {
        supply.check();
        cut(point);
      },
      onEvent: onEvent ? (event) => onEvent(identity.serial, event) : undefined,
      pause: (ms) => sleep(ms),
    });
    return supply.supply(device);
  });
  return {
    devices,
    async settled() {
      await Promise.all(networks.map((network) => network.settled()));
    },
  };
}

/** Cuts the power with this probability at each of the points. */
function powerCutter(random: Random, probability: number, points?: RegExp): (point: string) => void {
  return (point) => {
    if (points?.test(point) === false) return;
    if (random.chance(probability)) throw new PowerCut(point);
  };
}

/** An image has the same random result each time it runs on a device. */
function imageResults(random: Random, badRate: number) {
  return ({ version, buildNumber }: AppImage) => {
    const drawn = random.fork(`${version} ${buildNumber}`).next();
    if (drawn >= badRate) return 'PASS';
    return drawn < badRate / 2 ? 'FAIL' : 'CRASH';
  };
}
