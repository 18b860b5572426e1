import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { temporaryFolder } from './run.ts';
import { until } from './until.ts';

/** Debian's, which is where its Swift is. */
const PYTHON = '/usr/bin/python3';
const PARTS =
  'import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server, swift.common.middleware.s3api';
const SERVERS = ['account', 'container', 'object', 'proxy'] as const;
const POLL_MS = 50;
const REGION = 'us-east-1';
const ACCESS_KEY = 'test:tester';

type ServerName = (typeof SERVERS)[number];
type Ports = Readonly<Record<ServerName | 'cache', number>>;

/**
 * True when this machine has OpenStack Swift with its S3 middleware (Debian: `apt-get install --no-install-recommends
 * swift-proxy swift-account swift-container swift-object python3-swift memcached`).
 */
export const hasS3Server =
  existsSync(PYTHON) &&
  spawnSync('memcached', ['--version']).status === 0 &&
  spawnSync(PYTHON, ['-c', PARTS]).status === 0;

/** A real S3 server on free loopback ports, with one bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** SIGKILL to all of it; resolves when it is gone. */
  kill9(): Promise<void>;
  /** Starts it again on the same ports and data. */
  restart(): Promise<void>;
  /** SIGSTOP to all of it: connections are taken and nothing answers. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts Swift with everything it needs in a folder of this run, and makes a bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = temporaryFolder('s3');
  const secretAccessKey = randomBytes(16).toString('hex');
  const ports: Ports = {
    account: await freePort(0),
    container: await freePort(0),
    object: await freePort(0),
    proxy: await freePort(0),
    cache: await freePort(0),
  };
  prepare(folder, ports, secretAccessKey);
  let processes = launch(folder, ports);
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const bucket = 'karvon-test';
  const server = { endpoint, region: REGION, bucket, accessKeyId: ACCESS_KEY, secretAccessKey };
  const signalAll = (name: NodeJS.Signals) => {
    for (const { child } of processes) child.kill(name);
  };
  async function kill9(): Promise<void> {
    await Promise.all(processes.map(({ child }) => ended(child)));
  }
  await untilItAnswers(() => hasBucket(server), processes);
  return {
    ...server,
    kill9,
    async restart() {
      await kill9();
      processes = launch(folder, ports);
      await untilItAnswers(() => hasBucket(server), processes);
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async stop() {
      await kill9();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly log: string;
}

function launch(folder: string, ports: Ports): Launched[] {
  const start = (name: string, command: string, args: readonly string[]): Launched => {
    const log = join(folder, `${name}.log`);
    const output = openSync(log, 'a');
    const child = spawn(command, args, { stdio: ['ignore', output, output] });
    closeSync(output);
    running.add(child);
    child.once('exit', () => running.delete(child));
    return { child, log };
  };
  const cache = ['-l', '127.0.0.1', '-p', `${ports.cache}`, '-U', '0', '-m', '16', '-u', userInfo().username];
  return [
    start('cache', 'memcached', cache),
    ...SERVERS.map((name) => start(name, PYTHON, [join(folder, 'serve.py'), folder, name])),
  ];
}

/** What a failed test left running. */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function untilItAnswers(ask: () => Promise<boolean>, processes: readonly Launched[]): Promise<void> {
  const hasFailed = () => processes.some(({ child }) => child.exitCode !== null);
  let answers = false;
  await until(async () => {
    answers = await ask();
    return answers || hasFailed();
  }, POLL_MS).catch(() => undefined);
  if (answers) return;
  throw new Error(`The S3 server did not start: ${processes.map(({ log }) => readFileSync(log, 'utf8')).join('\n')}`);
}

async function hasBucket({
  endpoint,
  bucket,
  accessKeyId,
  secretAccessKey,
}: Pick<S3Server, 'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey'>): Promise<boolean> {
  const client = new S3Client({
    endpoint,
    region: REGION,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    // It may be there already: what counts is whether it takes objects.
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(() => undefined);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'probe', Body: 'probe' }));
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

/** One device, one replica; what Swift's own "all in one" guide sets up, without its users and its /srv. */
function prepare(folder: string, ports: Ports, secret: string): void {
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
  writeFileSync(join(folder, 'serve.py'), SERVE);
  writeFileSync(join(folder, 'swift.conf'), SWIFT);
  for (const name of SERVERS) {
    const text = name === 'proxy' ? proxyConf(folder, ports, secret) : storeConf(folder, name, ports[name]);
    writeFileSync(join(folder, `${name}-server.conf`), text);
  }
  const rings = ['account', 'container', 'object'] as const;
  const made = spawnSync(PYTHON, ['-c', RINGS, folder, ...rings.map((name) => `${name}:${ports[name]}`)]);
  if (made.status !== 0) throw new Error(`The rings of the S3 server were not made: ${made.stderr}`);
}

const SWIFT = `
[swift-hash]
swift_hash_path_suffix = karvon-test
[storage-policy:0]
name = one
default = yes
`;

const RINGS = `
import sys
from swift.common.ring import RingBuilder
for name, port in (word.split(':') for word in sys.argv[2:]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], name))
`;

/** Swift reads /etc/swift/swift.conf unless it is told otherwise in Python. It ends with the test run (prctl(2)). */
const SERVE = `
import ctypes, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
from swift.common import utils
folder, server = sys.argv[1:3]
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.storage_policy import reload_storage_policies
reload_storage_policies()
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi('%s/%s-server.conf' % (folder, server), server + '-server', verbose=False))
`;

function storeConf(folder: string, name: ServerName, port: number): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_level = ERROR
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
}

function proxyConf(folder: string, ports: Ports, secret: string): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports.proxy}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
`;
}
