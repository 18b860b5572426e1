import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
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

function end(): void {
  // Node's watcher takes the service along with SIGTERM, and waits for it.
  service.kill('SIGTERM');
  // The compiler would finish what it compiles first. Its output may now be incomplete: the next start builds it again.
  compiler.kill('SIGKILL');
  rmSync('dist/.build-hash', { force: true });
}
