import { statfs } from 'node:fs/promises';
import type { Figures } from '../../model/ports.ts';

/** The disk that a folder is on, as a process without privileges may use it; undefined without such a folder. */
export async function diskOf(folder: string): Promise<Figures['disk']> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize };
}
