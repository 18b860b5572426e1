import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const LEAST_MAJOR = 24;

/**
 * Runs this command line on the Node that npm installed with Karvon, when the one that runs it is too old: npx finds the
 * installed one, a path finds the machine's.
 * @returns the exit code; undefined when this Node will do
 */
export async function runOnOwnNode(): Promise<number | undefined> {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_MAJOR) return undefined;
  const child = spawn(ownNode(), process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both: the command decides when it ends.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal]: [number | null, NodeJS.Signals | null] = (await once(child, 'exit')) as never;
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

function ownNode(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch (cause) {
    throw new Error(`Karvon needs Node ${LEAST_MAJOR} or newer, this is ${process.versions.node}: run npm install.`, {
      cause,
    });
  }
}
