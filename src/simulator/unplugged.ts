import { PowerCut } from './board.ts';
import type { SimulatedDevice } from './device.ts';
import type { PowerPlan } from './device-behavior.ts';

/** The point of a power cut that is not at a step of the board. */
export const UNPLUGGED = 'unplugged';

/** The power of one device: on and off by its plan, at any step of an update. */
export interface PowerSupply {
  /** For each step of the board. @throws PowerCut if the device has been unplugged */
  check(): void;
  /** The device, which has no turn while it is unplugged, and boots in the next one. */
  supply(device: SimulatedDevice): SimulatedDevice;
}

/** @param lifeMs the time of `plan`, Unix milliseconds; it may run faster than the service's clock */
export function powerSupply(plan: PowerPlan, lifeMs: () => number): PowerSupply {
  let next = plan.outageAt(lifeMs());
  return {
    check() {
      if (next.fromMs <= lifeMs()) throw new PowerCut(UNPLUGGED);
    },
    supply: (device) => ({
      ...device,
      async turn() {
        const now = lifeMs();
        if (next.fromMs <= now) {
          device.cutPower();
          next = plan.outageAt(now);
        }
        if (next.fromMs > now) return device.turn();
        const pollAfterSeconds = Math.ceil((next.untilMs - now) / 1_000);
        return { outcome: 'UNPLUGGED', pollAfterSeconds, reason: UNPLUGGED };
      },
    }),
  };
}
