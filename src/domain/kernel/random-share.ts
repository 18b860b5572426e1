/**
 * A random number from 0 to 1 that spreads devices over time. The only source of randomness, so that tests can replace
 * it.
 */
export function randomShare(): number {
  return Math.random();
}
