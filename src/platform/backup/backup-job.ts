import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import type { BackupSchedule } from '../../model/ports.ts';

interface BackupLog {
  info(message: string, detail: object): void;
  warn(message: string, detail: object): void;
}

/**
 * The job that makes the backups of the schedule. A process of its own copies, compresses and encrypts, at the lower priority of each
 * backup, so that requests do not wait for it.
 */
export function backupJobs(schedule: BackupSchedule | undefined, log: BackupLog) {
  const running = new Set<ChildProcess>();
  return {
    jobs: schedule ? [{ name: 'backup', cron: schedule.cron, run: () => runBackup(running, log) }] : [],
    /** Ends a backup that is being made, so that a stop does not wait for it: its job is tried again. */
    end(): void {
      for (const child of running) child.kill('SIGTERM');
    },
  };
}

async function runBackup(running: Set<ChildProcess>, log: BackupLog): Promise<void> {
  const here = import.meta.filename;
  const command = join(dirname(here), `../../cli/main${extname(here)}`);
  const child = spawn(process.execPath, [command, 'backup', 'scheduled'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  running.add(child);
  try {
    const [stdout, stderr] = [lastLines(child.stdout), lastLines(child.stderr)];
    await once(child, 'close');
    if (child.exitCode === 0) return log.info('the scheduled backup is complete', { backup: stdout() });
    const reason = stderr();
    log.warn('the scheduled backup failed', { reason });
    throw new Error(`the scheduled backup failed: ${reason}`);
  } finally {
    running.delete(child);
    process.off('exit', end);
  }
}

/** @returns the last line that the stream has brought */
function lastLines(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (piece: Buffer) => {
    text = (text + piece.toString()).slice(-4_000);
  });
  return () => text.trim().split('\n').at(-1) ?? '';
}
