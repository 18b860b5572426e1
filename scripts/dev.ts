import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onStopRequest } from '../src/stop.ts';

/** `npm run dev`: compiles what changes and restarts the service on it. When one of the two ends, or npm, both end. */
const compiler = start(
  'node_modules/typescript/bin/tsc',
  '-p',
  'tsconfig.build.json',
  '--watch',
  '--preserveWatchOutput',
);
const service = start('--watch-path=dist', 'dist/src/main.js');

onStopRequest(end, process.ppid);
await Promise.race([once(compiler, 'exit'), once(service, 'exit')]);
end();

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Node's watcher takes the service along with SIGTERM, and waits for it. */
function end(): void {
  for (const child of [compiler, service]) child.kill('SIGTERM');
}
