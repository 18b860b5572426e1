import { readFileSync, statSync } from 'node:fs';
import { NO_TRUST, type ReleaseTrust, readReleaseTrust } from './release-trust.ts';

/**
 * The registry in a file, as it is now: it is read again when the file was changed, so that keys are added, retired and
 * revoked while the service runs. A file that is damaged or gone leaves the registry as it was last good, with a warning
 * for each state of the file.
 * @returns gives the registry; none while there never was a file
 * @throws Error at the first read when the file is damaged: a service does not start on half of its trust
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

/** Changes when the file does, also when it is replaced by another of the same size; undefined when there is none. */
function stateOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
