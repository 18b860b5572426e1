/** The value below which `share` (0 to 1) of the ascending values lie (nearest rank); 0 when there are none. */
export function percentile(ascending: ArrayLike<number>, share: number): number {
  const rank = Math.max(0, Math.ceil(ascending.length * share) - 1);
  return ascending[rank] ?? 0;
}

/** The middle value, or the mean of the two middle ones; 0 when there are none. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle] ?? 0;
  if (ascending.length % 2 === 1) return upper;
  return ((ascending[middle - 1] ?? 0) + upper) / 2;
}
