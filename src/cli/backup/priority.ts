import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lets the service and its database, which run beside a command, go first. Linux sets the priority of one thread, which those that it makes later have too: so a command
 * begins with this.
 * @param isLong whether nobody waits for the result
 */
export function lowerPriority(isLong = false): void {
  try {
    setPriority(isLong ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  } catch {
    // It is slower for others, and as good.
  }
}
