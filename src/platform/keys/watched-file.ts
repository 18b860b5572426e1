import { readFileSync, statSync } from 'node:fs';
import type { KeyText } from './key-text.ts';

interface WatchedFile<T> {
  readonly path: string;
  /** @throws Error in one sentence that names the file, never its content */
  readonly read: (file: KeyText) => T;
  /** Without it, the file must be there. */
  readonly absent?: T;
  /** What stays when the file becomes invalid: `release keys`. */
  readonly what: string;
  readonly warn: (message: string) => void;
}

/**
 * The current value of a file: a changed file is read again, so that keys can be added, rotated and retired while the service
 * runs. If the file becomes invalid or is removed, the last valid value stays, with one warning per state of the file.
 * @returns a function that returns the value
 * @throws Error at once if the file is invalid, so that the service does not start with a part of its keys
 */
export function watchFile<T>({ path, read, absent, what, warn }: WatchedFile<T>): () => T {
  const readNow = () => read({ name: path, text: readFileSync(path, 'utf8') });
  let seen = stateOf(path);
  let warned: string | undefined;
  let warnedFor: string | undefined;
  let value = seen === undefined && absent !== undefined ? absent : readNow();
  return () => {
    try {
      const state = stateOf(path);
      if (state === seen) return value;
      seen = state;
      value = readNow();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== warned || seen !== warnedFor) warn(`${problem} Keeping the previous ${what}.`);
      [warned, warnedFor] = [problem, seen];
    }
    return value;
  };
}

/** Changes with the file, also if another one of the same size replaces it; undefined if there is none. */
function stateOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`;
}
