import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addresses } from '../../src/platform/embedded-postgres/cluster.ts';
import { wireTo } from '../support/callers.ts';
import { copyProject } from '../support/checkout.ts';
import { describeProcesses, folderOf, npmStart, startTree, type Tree } from '../support/process-tree.ts';
import { isRare } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, signedIn } from '../support/service.ts';
import { until } from '../support/until.ts';

const CTRL_C = '\x03';
const BATCHES = '/v1/admin/inventory/batches';

/** One folder for all starts: each of them also proves that the stop before it left nothing in the way. */
let dataDir: string;
beforeAll(() => {
  dataDir = temporaryFolder('tree');
  // As root, PostgreSQL runs as another user.
  chmodSync(dataDir, 0o711);
});

type Started = Awaited<ReturnType<typeof npmStart>>;

/** A request that waits for a lock in the database until it is released. */
async function requestUnderWay(service: Started) {
  const folder = join(dataDir, 'postgres');
  const { url } = addresses(folder, Number(readFileSync(join(folder, 'port'), 'utf8')));
  const { pool, sql } = openDatabase(url);
  const wire = wireTo(service.url);
  const admin = await signedIn(wire, sql);
  const holder = await pool.connect();
  holder.on('error', () => undefined);
  await holder.query('begin; lock table inventory_batch in access exclusive mode');
  const reply = admin.rest('GET', BATCHES).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  await until(async () => {
    const { rowCount } = await holder.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
    // The page and its total, which wait by themselves.
    return (rowCount ?? 0) >= 1;
  });
  return {
    /** Lets the request finish. @returns its status, or how it was cut */
    async release(): Promise<number | string> {
      await holder.query('rollback').catch(() => undefined);
      holder.release();
      await pool.end();
      const status = await reply;
      wire.close();
      return status;
    },
  };
}

async function isClosed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return once(socket, 'connect').then(
    () => socket.destroy() === undefined,
    () => true,
  );
}

/** @throws Error that names what still runs */
async function leavesNothing(service: { running(): number[]; output(): string }): Promise<void> {
  await until(() => service.running().length === 0).catch(() => {
    throw new Error(`Left behind: ${describeProcesses(service.running()).join('\n')}\n${service.output()}`);
  });
}

async function drains(service: Started, stop: () => void): Promise<void> {
  expect(service.output()).not.toMatch(/interrupted run|in use by/);
  const underWay = await requestUnderWay(service);
  stop();
  await until(() => isClosed(service.url));
  expect(await underWay.release()).toBe(200);
  await leavesNothing(service);
}

/** Sends SIGTERM again, late enough that it is not taken for the first one, as the second of Ctrl-C's two signals is. */
async function secondSignal(tree: Tree): Promise<void> {
  await tree.wrote(/"msg":"stopping"/);
  await sleep(2_500);
  tree.child.kill('SIGTERM');
  await tree.wrote(/second signal/);
}

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

/** What a service manager, and who has lost patience, send; in RARE=1 each signal to each receiver. */
const SIGNALS = [
  ['SIGTERM', 'npm'],
  ['SIGKILL', 'npm'],
] as const;
const RARE_SIGNALS = [
  ['SIGHUP', 'node'],
  ['SIGINT', 'the process group'],
  ['SIGINT', 'npm'],
  ['SIGHUP', 'npm'],
  ['SIGTERM', 'node'],
  ['SIGINT', 'node'],
  ['SIGTERM', 'the process group'],
  ['SIGHUP', 'the process group'],
] as const;
const KILLS = isRare ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGTERM'] as const);
const FIRST_PROCESS_SIGNALS = isRare ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const);
/** What a start does when it is ended, and the file that shows it. */
const STARTS = [
  ['SIGTERM', 'starts its database', 'cluster/postmaster.pid'],
  ['SIGKILL', 'starts its database', 'cluster/postmaster.pid'],
] as const;
const RARE_STARTS = [['SIGTERM', 'makes its database', 'cluster.new/base']] as const;
const BY_HAND = ['npm start', `"${process.execPath}" dist/src/main.js`];
const INSTALLS = [
  ['SIGTERM', 'npm', 1],
  ['SIGINT', 'the process group', -1],
] as const;

describeOnLinux('npm start', () => {
  it.each(isRare ? [...SIGNALS, ...RARE_SIGNALS] : SIGNALS)(
    'npm start drains on %s to %s and leaves no process behind',
    async (signal, receiver) => {
      const service = await npmStart(dataDir);
      const { pid } = service.child;
      const pids = { npm: pid, node: service.servicePid(), 'the process group': -pid };
      await drains(service, () => process.kill(pids[receiver], signal));
      if (receiver === 'node' || (receiver === 'npm' && /INT|TERM/.test(signal))) expect(await service.ended()).toBe(0);
    },
  );

  // `unshare` gives npm a process table of its own, in which it is process 1, as in a container without an init.
  const ownTable = ['unshare', '--fork', '--pid', '--mount-proc'];
  const [program = '', ...flags] = ownTable;
  const mayUnshare = process.env.CI === 'true' || spawnSync(program, [...flags, 'true']).status === 0;
  (mayUnshare ? it.each : it.skip.each)(FIRST_PROCESS_SIGNALS)('drains on %s to npm as process 1', async (signal) => {
    const service = await npmStart(dataDir, { by: [...ownTable, 'npm', 'start'] });
    const npm = service.running().find(isFirstProcess) ?? 0;
    expect(describeProcesses([npm])).toEqual([expect.stringMatching(/^npm start/)]);
    await drains(service, () => process.kill(npm, signal));
    expect(await service.ended()).toBe(0);
  });

  // `script` runs a command on a terminal of its own, whose keyboard is its standard input.
  const onTerminal = { by: ['script', '--quiet', '--command', 'npm start', '/dev/null'], stdin: 'pipe' } as const;

  it('npm start drains on Ctrl-C in its terminal', async () => {
    const terminal = await npmStart(dataDir, onTerminal);
    await drains(terminal, () => terminal.child.stdin?.write(CTRL_C));
  });

  it('npm start drains when its terminal is closed', async () => {
    const terminal = await npmStart(dataDir, onTerminal);
    await drains(terminal, () => terminal.child.kill('SIGKILL'));
  });

  it('npm start drains when the reader of its output has exited', async () => {
    const service = await npmStart(dataDir);
    await drains(service, () => {
      service.child.stdout?.destroy();
      service.child.stderr?.destroy();
      service.child.kill('SIGTERM');
    });
    expect(await service.ended()).toBe(0);
  });

  it('npm start stops immediately on a second signal, together with its database', async () => {
    const service = await npmStart(dataDir, { env: { DRAIN_TIMEOUT_MS: '600000' } });
    const underWay = await requestUnderWay(service);
    service.child.kill('SIGTERM');
    await until(() => isClosed(service.url));
    await secondSignal(service);
    expect(await service.ended()).toBe(1);
    expect(await underWay.release()).not.toBe(200);
    await leavesNothing(service);
  });

  it.each(isRare ? [...STARTS, ...RARE_STARTS] : STARTS)(
    'npm start leaves no process behind on %s to npm while it %s',
    async (signal, _doing, file) => {
      const fresh = temporaryFolder('starting');
      chmodSync(fresh, 0o711);
      const start = startTree('npm', ['start'], { mark: fresh, env: { PORT: '0' } });
      await until(() => existsSync(join(fresh, 'postgres', file)));
      process.kill(start.child.pid, signal);
      expect(await start.ended()).toBe(signal === 'SIGTERM' ? 0 : null);
      await leavesNothing(start);
      expect(start.output()).not.toMatch(/answers at|error/i);

      const next = await npmStart(fresh);
      expect(next.output()).not.toMatch(/interrupted run|in use by/);
      next.child.kill('SIGTERM');
      await leavesNothing(next);
    },
  );

  it('npm start stops a database that does not start, on a second signal', async () => {
    const fresh = temporaryFolder('hanging');
    chmodSync(fresh, 0o711);
    const start = startTree('npm', ['start'], { mark: fresh, env: { PORT: '0' } });
    const pidFile = join(fresh, 'postgres', 'cluster', 'postmaster.pid');
    await until(() => existsSync(pidFile));
    const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
    process.kill(postmaster, 'SIGSTOP');
    start.child.kill('SIGTERM');
    await secondSignal(start);
    expect(await start.ended()).toBe(1);
    process.kill(postmaster, 'SIGCONT');
    await leavesNothing(start);
  });

  it.each(isRare ? BY_HAND : BY_HAND.slice(0, 1))(
    '"%s" keeps running when the shell that started it in the background exits',
    async (command) => {
      const shell = await npmStart(dataDir, { by: ['sh', '-c', `${command} & read line`], stdin: 'pipe' });
      shell.child.stdin?.end();
      await shell.ended();
      await sleep(1_000);
      expect((await fetch(`${shell.url}/health`)).status).toBe(200);
      process.kill(shell.servicePid(), 'SIGTERM');
      await leavesNothing(shell);
    },
  );
});

describeOnLinux('before the service starts', () => {
  /** A registry that accepts requests and answers none: the installation never ends by itself. */
  const registry = createServer();
  beforeAll(async () => {
    await once(registry.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
  });

  it.each(isRare ? INSTALLS : INSTALLS.slice(0, 1))(
    'npm start stops npm ci on %s to %s',
    async (signal, _receiver, sign) => {
      const checkout = copyProject('installing', ['node_modules']);
      const { port } = registry.address() as AddressInfo;
      const asked = once(registry, 'request');
      const env = {
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(checkout, 'cache'),
      };
      const start = startTree('npm', ['start'], { mark: checkout, cwd: checkout, env });
      await asked;
      expect(describeProcesses(start.running())).toContainEqual(expect.stringMatching(/^npm ci/));
      process.kill(sign * start.child.pid, signal);
      await leavesNothing(start);
      expect(start.output()).not.toContain('answers at');
    },
  );

  it('npm start stops a build on SIGTERM to npm, and the next start builds again', async () => {
    const checkout = copyProject('building', ['dist']);
    const start = startTree('npm', ['start'], { mark: checkout, cwd: checkout });
    await start.wrote(/Building/);
    await until(() => describeProcesses(start.running()).some((command) => /tsc/.test(command)));
    start.child.kill('SIGTERM');
    await leavesNothing(start);
    expect(start.output()).not.toMatch(/done in|answers at/);

    const next = await npmStart(checkout, { cwd: checkout, env: { DATA_DIR: '.data' } });
    expect(next.output()).toMatch(/Building \(tsc\): done/);
    next.child.kill('SIGTERM');
    await leavesNothing(next);
  });
});

describeOnLinux('on Linux', () => {
  it.each(KILLS)('npm run demo stops its service and removes its data on %s', async (signal) => {
    const demo = startTree('npm', ['run', 'demo'], { mark: temporaryFolder('demo') });
    await demo.wrote(/ 3\. /);
    const folder = demo
      .running()
      .map(folderOf)
      .find((path) => path.startsWith('/var/tmp/karvon-demo-'));
    expect(folder).toBeDefined();
    process.kill(demo.child.pid, signal);
    await leavesNothing(demo);
    expect(existsSync(folder ?? '')).toBe(false);
  });

  it('npm run demo stops its service when the demo itself is killed', async () => {
    const demo = startTree('npm', ['run', 'demo'], { mark: temporaryFolder('demo') });
    await demo.wrote(/ 3\. /);
    const pids = demo.running();
    const folder = pids.map(folderOf).find((path) => path.startsWith('/var/tmp/karvon-demo-'));
    const story = pids.find((pid) => /^\S*node scripts\/demo\.ts/.test(describeProcesses([pid])[0] ?? '')) ?? 0;
    process.kill(story, 'SIGKILL');
    await leavesNothing(demo);
    rmSync(dirname(dirname(folder ?? '')), { recursive: true, force: true });
  });

  it.each(KILLS)('npm run dev stops the compiler and the service on %s', async (signal) => {
    const checkout = copyProject('dev', ['dist']);
    const dev = startTree('npm', ['run', 'dev'], {
      mark: checkout,
      cwd: checkout,
      env: { PORT: '0', DATA_DIR: '.data' },
    });
    await dev.wrote(/answers at/);
    expect(describeProcesses(dev.running())).toContainEqual(expect.stringMatching(/tsc .*--watch/));
    process.kill(dev.child.pid, signal);
    await leavesNothing(dev);
  });

  it('npm test stops its databases and services on SIGTERM', async () => {
    const tests = startTree('npm', ['test', '--', 'test/bootstrap/process.test.ts'], { mark: temporaryFolder('test') });
    await until(() => describeProcesses(tests.running()).some((command) => /main\.js/.test(command)));
    tests.child.kill('SIGTERM');
    await leavesNothing(tests);
  });
});

/** Format: proc(5), /proc/pid/status: the process's number in each table that it is in, the innermost last. */
function isFirstProcess(pid: number): boolean {
  return /^NSpid:\s+\d+\s+1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
