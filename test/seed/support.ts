import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RunningApp } from '../support/app.ts';
import { RECOUNTS } from './recounts.ts';

/** Runs `npm run seed` without npm. @param until ends it at this line of its output by SIGKILL */
export async function seed(databaseUrl: string, dataDir: string, args: readonly string[], env = {}, until?: string) {
  const child = spawn(process.execPath, ['scripts/seed.ts', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
      if (until && output.includes(until)) child.kill('SIGKILL');
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** The recounts that do not agree, with how many rows. */
export async function broken(sql: RunningApp['sql']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, statement] of Object.entries(RECOUNTS)) {
    const rows = await sql(statement);
    if (rows.length > 0) counts[name] = rows.length;
  }
  return counts;
}
