import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const CLI = 'dist/src/cli/main.js';
const run = promisify(execFile);

/** Runs `karvon ...` and returns its stdout. @throws Error with its stderr when it exits with another code than 0 */
export async function karvon(...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [CLI, ...args]);
    return stdout.trim();
  } catch (error) {
    const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`karvon ${args.join(' ')}: ${written || String(error)}`);
  }
}
