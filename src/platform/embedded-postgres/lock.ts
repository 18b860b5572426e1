import { readFileSync, rmSync, writeFileSync } from 'node:fs';

// Loaded this way because Jest's module loader does not support built-in modules that exist only with the node: prefix.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

const SQLITE_BUSY = 5;

/** A command keeps the lock for seconds, the service until it stops. */
export type LockHolder = 'service' | 'command';

/** Another process has the lock. */
export class LockHeld extends Error {
  readonly by: LockHolder;

  constructor(message: string, by: LockHolder, cause: unknown) {
    super(message, { cause });
    this.by = by;
  }
}

/**
 * Takes the exclusive lock at `path`. @returns a function that releases it
 * It is a lock of the operating system (SQLite's lock on an empty file: Node has no file locks), so it ends with its process,
 * even after `kill -9`, and a reused process id cannot be mistaken for the owner. The file `path`.pid names the owner.
 * @throws LockHeld with the process id if another process has the lock
 */
export function acquireLock(path: string, what: string, holder: LockHolder = 'service'): () => void {
  const pidFile = `${path}.pid`;
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    const [pid, by] = holderIn(pidFile);
    const message =
      by === 'command'
        ? `${what} is in use by a command (process ${pid}). Wait until it ends.`
        : `${what} is in use by another Karvon process (process ${pid}). Stop it first, or start this one with another DATA_DIR.`;
    throw new LockHeld(message, by, cause);
  }
  writeFileSync(pidFile, holder === 'command' ? `${process.pid} command\n` : `${process.pid}\n`);
  return () => {
    if (!lock.isOpen) return;
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function holderIn(pidFile: string): readonly [pid: string, by: LockHolder] {
  try {
    const [pid = '', by] = readFileSync(pidFile, 'utf8').trim().split(' ');
    return [pid, by === 'command' ? 'command' : 'service'];
  } catch {
    return ['that is just starting', 'service'];
  }
}
