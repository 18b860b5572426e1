import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { temporaryFolder } from './run.ts';
import { until } from './until.ts';

/** The name in the configurations of `deploy/`, and in the certificate. */
export const PROXY_NAME = 'karvon.example';

/** A certificate of `PROXY_NAME` that signs itself, and its key, as files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
  /** Both in one file. */
  readonly both: string;
  /** The certificate itself, for clients that trust it. */
  readonly text: string;
}

export function makeCertificate(): Certificate {
  const folder = temporaryFolder('certificate');
  const [certificate, key, both] = ['certificate.pem', 'key.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', `/CN=${PROXY_NAME}`, '-addext', `subjectAltName=DNS:${PROXY_NAME}`];
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...fresh, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { certificate, key, both, text: readFileSync(certificate, 'utf8') };
}

export interface RunningProxy {
  /** Ports of http and of https on 127.0.0.1. */
  readonly http: number;
  readonly https: number;
  output(): string;
  /** What HAProxy knows of its servers: `UP` or `DOWN` by `backend/server`. */
  servers(): Promise<ReadonlyMap<string, string>>;
  stop(): Promise<void>;
}

interface Ports {
  readonly http: number;
  readonly https: number;
}

interface Place extends Ports {
  readonly folder: string;
  readonly certificate: Certificate;
  /** `host:port` of each instance. */
  readonly instances: readonly string[];
}

interface Kind {
  readonly file: string;
  /** The file of `deploy/` on other ports, with another certificate and without what needs root. */
  readonly adapt: (text: string, place: Place) => string;
  readonly command: (config: string, place: Place) => readonly string[];
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
}

/** Replaces what has to be there. */
function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`The configuration has no ${pattern}`);
  return text.replaceAll(pattern, () => by);
}

const KINDS = {
  nginx: {
    file: 'nginx.conf',
    adapt(text, { folder, http, https, certificate, instances }) {
      let site = replaced(text, /^ *listen \[::\].*\n/gm, '');
      site = replaced(site, /listen 80;/g, `listen 127.0.0.1:${http};`);
      site = replaced(site, /listen 443 /g, `listen 127.0.0.1:${https} `);
      site = replaced(site, /\S+\/fullchain\.pem/g, certificate.certificate);
      site = replaced(site, /\S+\/privkey\.pem/g, certificate.key);
      site = replaced(site, /server 127\.0\.0\.1:3000;/g, instances.map((one) => `server ${one};`).join(' '));
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      return [
        'worker_processes 1;',
        `pid ${folder}/pid;`,
        'error_log stderr warn;',
        'events {}',
        `http {\naccess_log off;\n${paths.join('\n')}\n${site}}`,
      ].join('\n');
    },
    command: (config, { folder }) => ['nginx', '-p', folder, '-e', 'stderr', '-c', config, '-g', 'daemon off;'],
  },
  caddy: {
    file: 'Caddyfile',
    adapt(text, { http, https, certificate }) {
      const site = /^\{\$KARVON_NAME:karvon\.example\} \{$/m;
      const own = `{$KARVON_NAME:karvon.example} {\n\ttls ${certificate.certificate} ${certificate.key}`;
      return `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${replaced(text, new RegExp(site, 'gm'), own)}`;
    },
    command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
    env: ({ folder, instances }) => ({ HOME: folder, KARVON_UPSTREAM: instances.join(' ') }),
  },
  haproxy: {
    file: 'haproxy.cfg',
    adapt(text, { folder, http, https, certificate, instances }) {
      let config = replaced(text, /^ {4}(log|chroot|user|group|option httplog|maxconn)\b.*\n/gm, '');
      config = replaced(config, /^global$/gm, `global\n    stats socket ${folder}/socket`);
      config = replaced(config, /bind :::80 v4v6/g, `bind 127.0.0.1:${http}`);
      config = replaced(config, /bind :::443 v4v6/g, `bind 127.0.0.1:${https}`);
      config = replaced(config, /\/etc\/haproxy\/karvon\.pem/g, certificate.both);
      const servers = instances.map((one, index) => `    server s${index} ${one}`).join('\n');
      return replaced(config, /^ {4}server one .*\n( {4}# server .*\n)*/gm, `${servers}\n`);
    },
    command: (config) => ['haproxy', '-db', '-f', config],
  },
} as const satisfies Record<string, Kind>;

export type ProxyKind = keyof typeof KINDS;
export const PROXY_KINDS = Object.keys(KINDS) as ProxyKind[];

/** Whether this machine has the program (Debian: `apt-get install nginx-light caddy haproxy`). */
export function hasProxy(kind: ProxyKind): boolean {
  return spawnSync(kind, [kind === 'caddy' ? 'version' : '-v']).status === 0;
}

/** What a failed test left running. */
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a proxy by its configuration in `deploy/`, in front of instances on this machine; it takes connections when this resolves. */
export async function startProxy(
  name: ProxyKind,
  instances: readonly string[],
  certificate: Certificate,
): Promise<RunningProxy> {
  const kind: Kind = KINDS[name];
  const folder = temporaryFolder(name);
  const place: Place = { folder, certificate, instances, http: await freePort(0), https: await freePort(0) };
  const config = join(folder, kind.file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, kind.adapt(readFileSync(join('deploy', kind.file), 'utf8'), place));
  const [file = '', ...args] = kind.command(config, place);
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...kind.env?.(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(async () => hasEnded() || (await takesConnections(place.https)));
  if (hasEnded()) throw new Error(`${name} did not start: ${output}`);
  return {
    http: place.http,
    https: place.https,
    output: () => output,
    servers: () => serversOf(join(folder, 'socket')),
    async stop() {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** By `show stat` of HAProxy, whose lines are CSV: `backend,server,...` with the state in the column `status`. */
async function serversOf(path: string): Promise<ReadonlyMap<string, string>> {
  const socket = connect(path);
  socket.end('show stat\n');
  const [head = '', ...lines] = (await text(socket)).trim().split('\n');
  const status = head.split(',').indexOf('status');
  const rows = lines.map((line) => line.split(','));
  return new Map(rows.map((row) => [`${row[0]}/${row[1]}`, row[status]?.split(' ')[0] ?? '']));
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answer = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  const taken = await answer;
  socket.destroy();
  return taken;
}
