/** From 0 to 1, at random: what spreads devices over time. The one door to chance, so that tests can close it. */
export function randomShare(): number {
  return Math.random();
}
