import { repetitions } from '../support/repetitions.ts';
import { live } from './rollout-life/life.ts';
import { smallestThatBreaks } from './rollout-life/smallest.ts';
import { drawWorld } from './rollout-life/world.ts';

/** A minute of one core, on a machine that has other things to do. */
const PATIENCE_MS = 30 * 60_000;
/** `LIVES="good 49"` plays the world that failed; several are separated by commas. */
const seeds = (kind: 'good' | 'faulty', count: number): string[] => {
  const asked = process.env.LIVES?.split(',').map((seed) => seed.trim());
  return asked?.filter((seed) => seed.startsWith(kind)) ?? Array.from({ length: count }, (_, n) => `${kind} ${n}`);
};

/** What broke in each world, with the seed that plays it again and the least of it that still breaks. */
function livesOf(played: readonly string[]) {
  const broken: string[] = [];
  let deviceYears = 0;
  let updated = 0;
  let paused = 0;
  for (const seed of played) {
    const world = drawWorld(seed);
    const life = live(world);
    deviceYears += life.deviceYears;
    updated += life.updated;
    if (life.pausedAtMs !== null) paused += 1;
    for (const { rule, what } of life.violations) {
      const isFirst = !broken.some((text) => text.startsWith(rule));
      broken.push(`${rule}: LIVES="${seed}": ${what}${isFirst ? leastOf(rule, seed) : ''}`);
    }
  }
  return { broken, deviceYears, updated, paused };
}

function leastOf(rule: string, seed: string): string {
  const { members, ...world } = smallestThatBreaks(rule, drawWorld(seed));
  const violation = live({ ...world, members }).violations.find((each) => each.rule === rule);
  return `\n  with ${members.map(({ name }) => name).join(', ')} alone: ${violation?.what}\n  ${JSON.stringify(world)}`;
}

/** A few worlds in `npm test`, a hundred in `npm run test:heavy`; a thousand with 10,000 device-years, and three hundred with a fault, in `RARE=1 npm run test:heavy`. */
export function describeRolloutLife(): void {
  it(
    'a rollout without a fault never pauses, and every device that returns gets it',
    () => {
      const worlds = seeds('good', repetitions({ quick: 15, heavy: 60, rare: 1_000 }));
      const { broken, deviceYears, updated } = livesOf(worlds);
      expect(broken).toEqual([]);
      if (process.env.LIVES) return;
      expect(updated).toBeGreaterThan(20 * worlds.length);
      expect(deviceYears).toBeGreaterThan(9 * worlds.length);
    },
    PATIENCE_MS,
  );

  it(
    'a release with a fault pauses as soon as what its devices went through is beyond the thresholds',
    () => {
      const worlds = seeds('faulty', repetitions({ quick: 15, heavy: 40, rare: 300 }));
      const { broken, paused } = livesOf(worlds);
      expect(broken).toEqual([]);
      if (process.env.LIVES) return;
      // Some faults show too late or on too few devices for the thresholds, and some leave no trace before a success.
      expect(paused).toBeGreaterThan(worlds.length / 2);
    },
    PATIENCE_MS,
  );
}
