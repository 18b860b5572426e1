import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const MIN_MAJOR = 24;

/**
 * If the current Node is too old, reruns this command line on the Node that npm installed with Karvon. npx already uses the
 * installed one; a call by path uses the machine's.
 * @returns the exit code; undefined when the current Node is new enough
 */
export async function runOnOwnNode(): Promise<number | undefined> {
  if (Number.parseInt(process.versions.node, 10) >= MIN_MAJOR) return undefined;
  const child = spawn(ownNode(), process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both processes: the child decides when to exit.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal]: [number | null, NodeJS.Signals | null] = (await once(child, 'exit')) as never;
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

function ownNode(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch (cause) {
    throw new Error(
      `Karvon needs Node ${MIN_MAJOR} or newer; this is Node ${process.versions.node}. Run npm install.`,
      {
        cause,
      },
    );
  }
}
