/** A name of ours as a value of an enumeration: `netRevenue` is `NET_REVENUE`. */
export function constantName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
