import { readFileSync, rmSync, writeFileSync } from 'node:fs';

// Loaded this way because Jest's module loader does not know built-in modules that exist only with the node: prefix.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

const SQLITE_BUSY = 5;

/**
 * Takes the lock at `path`, which one process at a time can hold. Gives a function that releases it.
 * The operating system holds the lock (SQLite's lock on an empty file: Node has no file locks of its own), so it is
 * gone the moment its holder is, even after `kill -9`, and a process number used again cannot be mistaken for it.
 * The file `path`.pid only serves the message. Throws an error naming that process when another one holds the lock.
 */
export function takeLock(path: string, what: string): () => void {
  const pidFile = `${path}.pid`;
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new Error(`${what} is in use by another running copy (process ${holder(pidFile)}). Stop that one first.`, {
      cause,
    });
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return () => {
    if (!lock.isOpen) return;
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'that is just starting';
  }
}
