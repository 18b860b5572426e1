import { live } from './life.ts';
import type { World } from './world.ts';

/** A world costs a few milliseconds; small ones less. */
const MOST_TRIES = 200;

/** The world with as few of its members as still break the rule, one part after the other left out. */
export function smallestThatBreaks(rule: string, world: World): World {
  let smallest = world;
  let size = Math.ceil(world.members.length / 2);
  for (let tries = 0; tries < MOST_TRIES && size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < smallest.members.length && tries < MOST_TRIES; ) {
      tries += 1;
      const { members } = smallest;
      const fewer = { ...smallest, members: [...members.slice(0, from), ...members.slice(from + size)] };
      const isBroken = fewer.members.length > 0 && live(fewer).violations.some((violation) => violation.rule === rule);
      if (isBroken) smallest = fewer;
      else from += size;
    }
  }
  return smallest;
}
