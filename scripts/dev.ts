import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { onStopRequest } from '../src/stop.ts';

/** `npm run dev`: recompiles on changes and restarts the service. When the compiler, the service or npm ends, all end. */
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
  // On SIGTERM, Node's watcher stops the service and waits for it.
  service.kill('SIGTERM');
  // On SIGTERM, the compiler would finish first. Its output may be incomplete now, so the next start builds again.
  compiler.kill('SIGKILL');
  rmSync('dist/.build-hash', { force: true });
}
