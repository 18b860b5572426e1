import { createHash } from 'node:crypto';

/** Random numbers that are the same in every run with the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
  /** A whole number of at least 0 and less than `below`. */
  below(below: number): number;
  /** An independent stream, so that draws of one part do not change those of another. */
  fork(name: string): Random;
}

/** Algorithm: sfc32 by Chris Doty-Humphrey (PractRand), with its state from the seed's SHA-256. */
export function seededRandom(seed: string): Random {
  const state = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [state.readInt32LE(0), state.readInt32LE(4), state.readInt32LE(8), 1];
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  }
  return {
    next,
    chance: (probability) => next() < probability,
    below: (below) => Math.floor(next() * below),
    fork: (name) => seededRandom(`${seed}/${name}`),
  };
}
