import { readFileSync, statSync } from 'node:fs';
import { NO_TRUST, type ReleaseTrust, readReleaseTrust } from './release-trust.ts';

/**
 * The current registry of a file: a changed file is read again, so that keys can be added, retired and revoked while the
 * service runs. If the file is invalid or missing, the last valid registry stays, with one warning per state of the file.
 * @returns a function that returns the registry; empty until a file exists
 * @throws Error at the first read if the file is invalid, so that the service does not start with a part of its keys
 */
export function watchReleaseTrust(path: string, warn: (message: string) => void): () => ReleaseTrust {
  let seen = stateOf(path);
  let trust = seen === undefined ? NO_TRUST : read(path);
  return () => {
    const state = stateOf(path);
    if (state === seen) return trust;
    seen = state;
    try {
      trust = read(path);
    } catch (error) {
      warn(`${messageOf(error)} Keeping the previous release keys.`);
    }
    return trust;
  };
}

function read(path: string): ReleaseTrust {
  return readReleaseTrust({ name: path, text: readFileSync(path, 'utf8') });
}

/** Changes with the file, also if another one of the same size replaces it; undefined if there is none. */
function stateOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
