import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { until } from '../support/until.ts';

/** True when this machine has the redis-server binary (Debian: `apt-get install redis-server`). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A real Redis on a free loopback port, in memory only. */
export interface RedisServer {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts Redis and waits until it takes connections. `port` puts it where an earlier one was. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const at = port ?? (await freePort());
  const child = spawn('redis-server', ['--port', `${at}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    cwd: '/tmp',
    stdio: 'ignore',
  });
  await until(() => accepts(at));
  return {
    url: `redis://127.0.0.1:${at}`,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
