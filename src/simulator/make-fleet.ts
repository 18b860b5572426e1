import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../model/ports.ts';
import { type AppImage, PowerCut } from './board.ts';
import { createDevice, type DeviceOptions, type Identity, type SimulatedDevice } from './device.ts';
import type { DeviceEvent, SelfTest } from './device-state.ts';
import { clockError, type Habits, powerPlan, STEADY } from './habits.ts';
import { type Fetch, faultyNetwork, type Network, stormy, type Weather } from './network.ts';
import { type Random, seededRandom } from './random.ts';
import { powerSupply } from './unplugged.ts';

export interface FleetPlan extends Partial<Habits> {
  readonly url: string;
  readonly identities: readonly Identity[];
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** The same seed gives the same faults to the same devices. */
  readonly seed: string;
  /** Share of devices on which a new image fails its first run: half fail the self-test, half crash. 0 to 1. */
  readonly badRate?: number;
  /** Factor by which the habits of the devices run faster than the clock (1): a night is over sooner. */
  readonly timeScale?: number;
  /** Limits power cuts to these points of the board (default: all). */
  readonly powerCutPoints?: RegExp;
  /** Sets the result of a new image's first run instead of a random one. */
  readonly selfTest?: (serial: string, app: AppImage) => SelfTest;
  /** Network faults; a number is the share that `stormy` takes. */
  readonly loss?: number | Weather;
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
  const habits: Habits = { ...STEADY, ...plan };
  const startMs = plan.clock.now().getTime();
  const lifeMs = () => startMs + (plan.clock.now().getTime() - startMs) * (plan.timeScale ?? 1);
  const devices = plan.identities.map((identity) => {
    const random = seededRandom(plan.seed).fork(identity.serial);
    const weather = typeof plan.loss === 'object' ? plan.loss : stormy(plan.loss ?? 0);
    const network = faultyNetwork(plan.fetch, random.fork('network'), weather);
    networks.push(network);
    const { onEvent, selfTest } = plan;
    const supply = powerSupply(powerPlan(habits, random.fork('habits'), startMs), lifeMs);
    const cut = unsteady(random.fork('power'), habits.powerCuts, plan.powerCutPoints);
    const device = createDevice({
      ...plan.device,
      selfTest: selfTest ? (app) => selfTest(identity.serial, app) : luck(random.fork('images'), plan.badRate ?? 0),
      identity,
      url: plan.url,
      clock: plan.clock,
      fetch: network.fetch,
      random: random.fork('sensors'),
      skewMs: clockError(habits, random.fork('clock')),
      silentReports: habits.silentReports,
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
function unsteady(random: Random, probability: number, points?: RegExp): (point: string) => void {
  return (point) => {
    if (points?.test(point) === false) return;
    if (random.chance(probability)) throw new PowerCut(point);
  };
}

/** An image has the same random result each time it runs on a device. */
function luck(random: Random, badRate: number) {
  return ({ version, buildNumber }: AppImage) => {
    const drawn = random.fork(`${version} ${buildNumber}`).next();
    if (drawn >= badRate) return 'PASS';
    return drawn < badRate / 2 ? 'FAIL' : 'CRASH';
  };
}
