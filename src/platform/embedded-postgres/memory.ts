import { totalmem } from 'node:os';

const MIB = 2 ** 20;
/** PostgreSQL's own default. */
const LEAST_MIB = 128;
const MOST_MIB = 4_096;
/** The service and the page cache of the same machine need the rest. PostgreSQL's manual gives a machine of its own a quarter. */
const SHARE = 8;

/**
 * PostgreSQL's `shared_buffers` for a machine: an eighth of its memory, from 128 MB to 4 GB. A table larger than a quarter of
 * them is read through a ring of a few pages, so that every list that reads it copies all of it again.
 * @param bytes memory of the machine, or of the container if that has less
 */
export function sharedBuffers(bytes: number = availableMemory()): string {
  const share = Math.floor(bytes / SHARE / MIB);
  return `${Math.min(MOST_MIB, Math.max(LEAST_MIB, share))}MB`;
}

function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
