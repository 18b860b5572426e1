import { isNativeError } from 'node:util/types';

/**
 * Does work on the files of DATA_DIR.
 * @throws Error in one line that names DATA_DIR and the remedy, when the system denies a file in it
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
