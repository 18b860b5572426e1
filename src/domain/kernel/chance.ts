/** A random number from 0 to 1, which spreads devices over time. The only source of chance, so that tests can replace it. */
export function randomShare(): number {
  return Math.random();
}
