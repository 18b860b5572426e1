// Plain JavaScript with Node's own modules only, as prepare.js, which uses it.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const FREE = 'free';

/**
 * Waits for a lock that one process has at a time, and that passes on when its holder ends, however it ends.
 *
 * The folder has a file for each time the lock was taken, with a number as its name, and the highest one says who has it.
 * A process takes it by linking the next number, which only one can. Those below are removed, the highest one never: so a
 * process that was late and links a number that had been removed finds a higher one, and tries again.
 * @param {string} folder created if missing
 * @param {(pid: string) => void} onWait called once, with the process that has it
 * @returns {Promise<() => void>} gives it back
 */
export async function takeFolderLock(folder, onWait) {
  mkdirSync(folder, { recursive: true });
  for (let waits = false; ; ) {
    const last = highest(folder);
    const holder = last === 0 ? FREE : read(folder, last);
    if (holder === undefined) continue;
    if (!isHeld(holder)) {
      const release = take(folder, last + 1);
      if (release) return release;
      continue;
    }
    if (!waits) onWait(holder.split(' ')[0]);
    waits = true;
    await sleep(POLL_MS);
  }
}

/** @returns how to give it back; undefined when another process was faster */
function take(folder, number) {
  const path = join(folder, String(number));
  if (!link(folder, path, `${process.pid} ${startOf(process.pid)}`)) return undefined;
  if (highest(folder) !== number) {
    rmSync(path, { force: true });
    return undefined;
  }
  for (const lower of numbers(folder)) if (lower < number) rmSync(join(folder, String(lower)), { force: true });
  return () => replace(folder, path, FREE);
}

/** Makes a file with its content at once. @returns whether there was none */
function link(folder, path, content) {
  const own = written(folder, content);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function replace(folder, path, content) {
  renameSync(written(folder, content), path);
}

/** A name of its own: another process with this id may have left a file. */
function written(folder, content) {
  const own = join(folder, `new-${process.pid}-${randomUUID()}`);
  writeFileSync(own, content);
  return own;
}

function numbers(folder) {
  return readdirSync(folder).map(Number).filter(Number.isInteger);
}

function highest(folder) {
  return Math.max(0, ...numbers(folder));
}

/** @returns undefined when it was removed meanwhile, because there is a higher one */
function read(folder, number) {
  try {
    return readFileSync(join(folder, String(number)), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isHeld(holder) {
  if (holder === FREE) return false;
  const [pid, start] = holder.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (error.code !== 'EPERM') return false;
  }
  return startOf(pid) === start;
}

/**
 * When a process began, so that one that has got the id of an ended one is not taken for it; a dash for one that has ended and
 * was not reaped. Format: proc(5), /proc/pid/stat, from the state on; the same for every process where there is no /proc.
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '-' : fields[19];
  } catch {
    return '?';
  }
}
