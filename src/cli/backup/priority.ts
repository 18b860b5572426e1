import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lets the service and its database, which run beside a command, go first. Linux lowers the thread that asks, and the threads that it makes later: so a command calls this
 * before anything else.
 */
export function lowerPriority(to: 'low' | 'lowest'): void {
  try {
    setPriority(to === 'lowest' ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  } catch {
    // It is slower for others, and as good.
  }
}
