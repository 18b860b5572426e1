import { resolve } from 'node:path';
import { isNativeError } from 'node:util/types';

/** A command as people type it in the folder of the project, so that it uses the data in `dataDir`. */
export function commandFor(dataDir: string, command: string): string {
  return dataDir === resolve('.data') ? command : `DATA_DIR=${shellWord(dataDir)} ${command}`;
}

/** A path as bash and zsh read it back. */
function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/**
 * Runs work on the files of DATA_DIR.
 * @throws Error in one line with DATA_DIR and the remedy if the system denies access to a file in it
 */
export async function inDataDir<T>(dataDir: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isDenied(cause, dataDir)) throw cause;
    throw new Error(
      `DATA_DIR: ${cause.message}. Karvon stores its keys and data there. Allow the user who runs it to read and write that folder, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Errors of the file system name the path; those of PostgreSQL's programs do not. */
function isDenied(error: unknown, dataDir: string): error is Error {
  return isNativeError(error) && 'path' in error && typeof error.path === 'string' && error.path.startsWith(dataDir);
}
