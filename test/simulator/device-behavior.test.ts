import {
  ALWAYS_ON,
  clockError,
  type DeviceBehavior,
  type Outage,
  powerPlan,
} from '../../src/simulator/device-behavior.ts';
import { seededRandom } from '../../src/simulator/random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2027-01-01T00:00:00Z');
const DEVICES = 200;

/** The outages of a device in this many days. */
function outagesOf(behavior: Partial<DeviceBehavior>, name: string, days: number): Outage[] {
  const plan = powerPlan({ ...ALWAYS_ON, ...behavior }, seededRandom(name), START_MS);
  const found: Outage[] = [];
  for (let ms = START_MS; ms < START_MS + days * DAY_MS; ) {
    const outage = plan.outageAt(ms);
    if (outage.fromMs >= START_MS + days * DAY_MS) break;
    found.push(outage);
    ms = outage.untilMs;
  }
  return found;
}

const fleetOf = (behavior: Partial<DeviceBehavior>, days: number) =>
  Array.from({ length: DEVICES }, (_, index) => outagesOf(behavior, `device ${index}`, days));

describe('the power of a device', () => {
  it('the power of a device never fails without a habit', () => {
    expect(outagesOf({}, 'steady', 1_000)).toEqual([]);
  });

  it('the power of a device is off for eight to ten hours of every night, for the share that is switched off', () => {
    const fleet = fleetOf({ nights: 0.3 }, 30);
    const switchedOff = fleet.filter((outages) => outages.length > 0);
    expect(switchedOff.length / DEVICES).toBeGreaterThan(0.2);
    expect(switchedOff.length / DEVICES).toBeLessThan(0.4);
    for (const outages of switchedOff) {
      expect(outages.length).toBeGreaterThanOrEqual(29);
      for (const { fromMs, untilMs } of outages) {
        expect(untilMs - fromMs).toBeGreaterThanOrEqual(8 * HOUR_MS);
        expect(untilMs - fromMs).toBeLessThan(10 * HOUR_MS);
      }
    }
  });

  it('the power of a device fails as often as the device is unplugged, for minutes to weeks', () => {
    const durations = fleetOf({ unplugged: 2 }, 300).flatMap((outages) =>
      outages.map(({ fromMs, untilMs }) => untilMs - fromMs),
    );
    // Twenty times at most; less, because nobody unplugs what is unplugged.
    expect(durations.length / DEVICES).toBeGreaterThan(8);
    expect(durations.length / DEVICES).toBeLessThan(20);
    expect(Math.min(...durations)).toBeLessThan(HOUR_MS);
    expect(Math.max(...durations)).toBeGreaterThan(14 * DAY_MS);
  });

  it('the power of a device stays off for the share that never comes back', () => {
    const fleet = fleetOf({ unplugged: 30, forEver: 0.5 }, 30);
    const gone = fleet.filter((outages) => outages.at(-1)?.untilMs === Number.POSITIVE_INFINITY);
    expect(gone.length / DEVICES).toBeGreaterThan(0.8);
    expect(Math.max(...fleet.map((outages) => outages.length))).toBeGreaterThan(2);
  });

  it('the power of a device has outages in order, and one answer for each time', () => {
    const behavior = { nights: 1, unplugged: 20 };
    const [one, same] = [outagesOf(behavior, 'device', 300), outagesOf(behavior, 'device', 300)];
    expect(one).toEqual(same);
    for (const [index, { fromMs }] of one.entries()) expect(fromMs).toBeLessThan(one[index]?.untilMs ?? 0);
    const plan = powerPlan({ ...ALWAYS_ON, ...behavior }, seededRandom('device'), START_MS);
    const first = one[0] ?? { fromMs: 0, untilMs: 0 };
    expect([first.fromMs - 1, first.fromMs, first.untilMs - 1].map((ms) => plan.outageAt(ms))).toEqual([
      first,
      first,
      first,
    ]);
    expect(plan.outageAt(first.untilMs)).toEqual(one[1]);
  });
});

it('the error of a clock has both signs and the given bound', () => {
  const random = seededRandom('clock');
  const errors = Array.from({ length: 1_000 }, () => clockError({ ...ALWAYS_ON, maxSkewMs: DAY_MS }, random));
  expect(Math.min(...errors)).toBeLessThan(-0.9 * DAY_MS);
  expect(Math.max(...errors)).toBeGreaterThan(0.9 * DAY_MS);
  expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(DAY_MS);
});
