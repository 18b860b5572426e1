import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, isAlive, signal } from '../../src/platform/embedded-postgres/postmaster.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { debianBinaries } from './debian-postgres.ts';
import { childrenOf } from './postgres.ts';
import { temporaryFolder } from './run.ts';
import { until } from './until.ts';

const execFileAsync = promisify(execFile);

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer'];
const ROLE = 'karvon';
const PASSWORD = 'cluster-password';

/** Whether this machine has all that a cluster needs (Debian: `postgresql patroni etcd-server haproxy pgbouncer`). */
export const hasCluster =
  debianBinaries !== undefined && PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);

const isRoot = process.getuid?.() === 0;
const AS_POSTGRES = isRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=SIGKILL']
  : [];

/** A machine of the cluster: Patroni with its PostgreSQL. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  start(): void;
  /** SIGKILL to Patroni and to PostgreSQL, as if the machine lost its power. */
  kill9(): Promise<void>;
  /** SIGKILL to PostgreSQL alone. */
  killPostgres(): Promise<void>;
  /** Cuts its machine off from all others, in a cluster `byNetworks`: nothing arrives, and connections stay open. */
  isolate(): void;
  /** Ends that. */
  rejoin(): void;
}

/** PostgreSQL under Patroni and etcd, behind HAProxy and PgBouncer, by the files of deploy/. */
export interface DatabaseCluster {
  /** The primary, by PgBouncer and HAProxy. */
  readonly url: string;
  /** The primary, by HAProxy alone. */
  readonly primaryUrl: string;
  /** A standby, by HAProxy. */
  readonly replicaUrl: string;
  readonly nodes: readonly ClusterNode[];
  /** The node that Patroni holds for the primary, or undefined. */
  primary(): Promise<ClusterNode | undefined>;
  /** Whether a synchronous standby follows the primary. */
  isSynchronous(): Promise<boolean>;
  /** Runs `patronictl` with the configuration of the first node. @throws Error with its output */
  patronictl(...args: readonly string[]): Promise<void>;
  /** SIGKILL to the only etcd, which keeps its data. */
  killEtcd(): Promise<void>;
  startEtcd(): void;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();
/** What a failed test left running, PostgreSQL too, which Patroni starts in a session of its own. */
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) signalPostgres(folder, 'SIGKILL');
});

function signalPostgres(folder: string, name: NodeJS.Signals): number[] {
  const pid = postmasterOf(folder);
  if (!pid) return [];
  const pids = [pid, ...childrenOf(pid)];
  for (const one of pids) signal(one, name);
  return pids;
}

function postmasterOf(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a program that writes to a file. */
function start(name: string, folder: string, command: readonly string[]): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a', 0o666);
  // What is killed leaves nothing behind.
  const child = spawn('setpriv', ['--pdeathsig=SIGKILL', ...command], { cwd: folder, stdio: ['ignore', log, log] });
  closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess | undefined, name: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(name);
  await ended;
}

function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [pattern, by]) => {
    if (!pattern.test(before)) throw new Error(`The file has no ${pattern}`);
    return before.replace(pattern, by);
  }, text);
}

const fileOf = (name: string) => readFileSync(join('deploy', name), 'utf8');

interface ClusterOptions {
  /** Whether machines reach each other by networks that can be cut: each connection to or from one passes a proxy. */
  readonly byNetworks?: boolean;
}

/** Starts a cluster of two machines, with an empty database. */
export async function startCluster({ byNetworks = false }: ClusterOptions = {}): Promise<DatabaseCluster> {
  const folder = temporaryFolder('patroni');
  chmodSync(folder, 0o755);
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (isRoot) execFileSync('chown', ['postgres', path]);
    return path;
  };
  const [etcdPort, peerPort] = [await freePort(0), await freePort(0)];
  let etcd: ChildProcess | undefined;
  const startEtcd = () => {
    const [clients, peers] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    etcd = start('etcd', folder, [
      ...['etcd', '--data-dir', join(folder, 'etcd'), '--listen-client-urls', clients],
      ...['--advertise-client-urls', clients, '--listen-peer-urls', peers],
      ...['--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ]);
  };
  startEtcd();
  const proxies: DatabaseProxy[] = [];
  /** The port by which another machine reaches a port. */
  const reach = async (port: number, links: DatabaseProxy[]): Promise<number> => {
    if (!byNetworks) return port;
    const proxy = await startDatabaseProxy(`tcp://127.0.0.1:${port}`);
    proxies.push(proxy);
    links.push(proxy);
    return Number(new URL(proxy.url).port);
  };
  const reachable: { readonly name: string; readonly port: number; readonly restPort: number }[] = [];
  const configs: string[] = [];
  const nodes: ClusterNode[] = [];
  for (const name of ['one', 'two']) {
    const home = own(name);
    const data = join(home, 'data');
    folders.add(data);
    const [port, restPort] = [await freePort(0), await freePort(0)];
    const links: DatabaseProxy[] = [];
    const outside = { name, port: await reach(port, links), restPort: await reach(restPort, links) };
    reachable.push(outside);
    const etcdFromHere = await reach(etcdPort, links);
    const config = join(home, 'config.yml');
    configs.push(config);
    const text = replaced(fileOf('patroni.yml'), [
      [/^name: one$/m, `name: ${name}`],
      [/listen: 127\.0\.0\.1:8008/, `listen: 127.0.0.1:${restPort}`],
      [/connect_address: 127\.0\.0\.1:8008/, `connect_address: 127.0.0.1:${outside.restPort}`],
      // etcd would tell its own address, past the proxy.
      [/hosts: 127\.0\.0\.1:2379/, `hosts: 127.0.0.1:${etcdFromHere}\n  use_proxies: ${byNetworks}`],
      [/listen: 127\.0\.0\.1:5432/, `listen: 127.0.0.1:${port}`],
      [/connect_address: 127\.0\.0\.1:5432/, `connect_address: 127.0.0.1:${outside.port}`],
      [/data_dir: \S+/, `data_dir: ${data}`],
      [/bin_dir: \S+/, `bin_dir: ${debianBinaries}`],
    ]);
    // Debian's folder of sockets is not there while no PostgreSQL of Debian runs.
    writeFileSync(config, `${text}  parameters: { unix_socket_directories: ${home} }\n  pgpass: ${home}/pgpass\n`);
    let patroni: ChildProcess | undefined;
    nodes.push({
      name,
      port,
      restPort,
      start() {
        patroni = start(name, folder, [...AS_POSTGRES, 'patroni', config]);
      },
      async kill9() {
        await end(patroni, 'SIGKILL');
        await this.killPostgres();
      },
      async killPostgres() {
        const pids = signalPostgres(data, 'SIGKILL');
        await until(() => !pids.some(isAlive));
      },
      isolate() {
        if (links.length === 0) throw new Error('the cluster has no networks that can be cut');
        for (const link of links) link.silence();
      },
      rejoin() {
        for (const link of links) link.speak();
      },
    });
  }

  const answers = (node: ClusterNode, path: string) =>
    fetch(`http://127.0.0.1:${node.restPort}${path}`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const primary = async () => {
    for (const node of nodes) if (await answers(node, '/primary')) return node;
    return undefined;
  };
  const isSynchronous = async () => {
    for (const node of nodes) if (await answers(node, '/synchronous')) return true;
    return false;
  };
  const [first, second] = nodes as [ClusterNode, ClusterNode];
  first.start();
  await until(async () => (await primary()) === first, 100);
  second.start();

  const superuser = new pg.Client({
    connectionString: `postgresql://postgres:superuser-password@127.0.0.1:${first.port}/postgres`,
  });
  await superuser.connect();
  await superuser.query(`create role ${ROLE} login password '${PASSWORD}'`);
  await superuser.query(`create database karvon owner ${ROLE}`);
  await superuser.end();

  const [primaryPort, standbyPort, poolPort] = [await freePort(0), await freePort(0), await freePort(0)];
  const servers = reachable
    .map(({ name, port, restPort }) => `    server ${name} 127.0.0.1:${port} port ${restPort}\n`)
    .join('');
  const balancer = join(folder, 'haproxy.cfg');
  const text = replaced(fileOf('haproxy-postgresql.cfg'), [
    [/^ {4}(log|user|group)\b.*\n/gm, ''],
    [/bind 127\.0\.0\.1:6432/, `bind 127.0.0.1:${primaryPort}`],
    [/bind 127\.0\.0\.1:6433/, `bind 127.0.0.1:${standbyPort}`],
    [/( {4}server .*\n)+/g, servers],
  ]);
  writeFileSync(balancer, text);
  const haproxy = start('haproxy', folder, ['haproxy', '-db', '-f', balancer]);

  const pooler = own('pgbouncer');
  writeFileSync(join(pooler, 'userlist.txt'), `"${ROLE}" "${PASSWORD}"\n`);
  writeFileSync(
    join(pooler, 'pgbouncer.ini'),
    replaced(fileOf('pgbouncer.ini'), [
      [/port=6432/, `port=${primaryPort}`],
      [/listen_port = 6431/, `listen_port = ${poolPort}`],
      [/auth_file = \S+/, `auth_file = ${join(pooler, 'userlist.txt')}`],
    ]),
  );
  if (isRoot) execFileSync('chown', ['-R', 'postgres', pooler]);
  const pgbouncer = start('pgbouncer', folder, [...AS_POSTGRES, 'pgbouncer', join(pooler, 'pgbouncer.ini')]);

  const urlAt = (port: number) => `postgresql://${ROLE}:${PASSWORD}@127.0.0.1:${port}/karvon`;
  await until(isSynchronous, 100);
  return {
    url: urlAt(poolPort),
    primaryUrl: urlAt(primaryPort),
    replicaUrl: urlAt(standbyPort),
    nodes,
    primary,
    isSynchronous,
    // The networks of the cluster are proxies of this process, which must not wait.
    async patronictl(...args) {
      await execFileAsync('patronictl', ['-c', configs[0] ?? '', ...args]);
    },
    killEtcd: () => end(etcd, 'SIGKILL'),
    startEtcd,
    async stop() {
      await Promise.all([end(haproxy, 'SIGKILL'), end(pgbouncer, 'SIGKILL')]);
      for (const node of nodes) await node.kill9();
      await end(etcd, 'SIGKILL');
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}
