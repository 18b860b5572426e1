import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AdminRole } from '../../src/model/enums.ts';
import { packageFile, startContractApp } from '../contract/firmware-examples.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { temporaryFolder } from '../support/run.ts';

const FOLDER = 'examples/scripts';
const INTERPRETERS: Readonly<Record<string, string>> = { sh: 'bash', py: 'python3', mjs: process.execPath };

const missing = ['bash', 'curl', 'python3'].filter((tool) => spawnSync(tool, ['--version']).error);

if (missing.length > 0 && process.env.CI === 'true') {
  it('bash, curl and python3 are installed', () => {
    throw new Error(`not installed here: ${missing.join(', ')}`);
  });
}
if (missing.length > 0)
  process.stderr.write(`Not installed: ${missing.join(', ')}. The ten scripts are not run here.\n`);
const describeScripts = missing.length === 0 ? describe : describe.skip;

let app: TestApp;
let root: Caller;
let way: ShakyWay;
const folder = temporaryFolder('scripts');

describeScripts('the scripts of docs/api/scripts.md', () => {
  beforeAll(async () => {
    app = await startContractApp();
    root = await app.as('SUPER_ADMIN');
    way = await startShakyWay(app.url);
  });
  afterAll(async () => {
    await way.close();
    await app.stop();
  });

  it('01 exports lists, each as a whole file', async () => {
    await makeDevice(app, { status: 'READY' });
    const backups = join(folder, 'backups');
    const run = await play('01-nightly-export.sh', 'VIEWER', [backups, 'devices', 'batches']);
    // curl names what it tries again.
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('429')]);
    const [day = ''] = readdirSync(backups);
    expect(readdirSync(join(backups, day)).sort()).toEqual(['batches.ndjson', 'devices.ndjson']);
    const [{ count }] = await app.sql('select count(*)::int from device');
    expect(
      readFileSync(join(backups, day, 'devices.ndjson'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(count);
    const refused = await play('01-nightly-export.sh', 'VIEWER', [backups, 'team']);
    expect([refused.code === 0, readdirSync(join(backups, day))]).toEqual([
      false,
      ['batches.ndjson', 'devices.ndjson'],
    ]);
  });

  it('02 makes a batch and its labels once', async () => {
    const args = ['LAMP-2026-12', 'KARVON-1', '1.2', '3'];
    const run = await play('02-batch-and-labels.mjs', 'OPERATIONS', args);
    expect(run.code).toBe(0);
    const [head, ...labels] = run.out.trim().split('\n');
    expect([head, labels.length]).toEqual(['serial,claimCode,qr', 3]);
    const [serial] = labels[0]?.split(',') ?? [];
    expect(await app.sql('select serial from device where serial = $1', [serial])).toHaveLength(1);
    const again = await play('02-batch-and-labels.mjs', 'OPERATIONS', args);
    expect([again.code, again.out]).toEqual([1, '']);
    expect((await app.sql(`select 1 from inventory_batch where code = 'LAMP-2026-12'`)).length).toBe(1);
  });

  it('03 rolls a package out in stages, goes on where it was, and stops when somebody pauses', async () => {
    const { bytes } = await packageFile();
    const file = join(folder, 'lamp.release');
    writeFileSync(file, bytes);
    const rollOut = (stages: string, minutes: number) =>
      play('03-rollout.mjs', 'FIRMWARE_MANAGER', [file, 'BETA', 'Brighter.', stages], {
        STAGE_MINUTES: String(minutes),
      });
    const run = await rollOut('5,25', 0);
    expect([run.code, run.err]).toEqual([0, '']);
    const [release] = await app.sql('select id, lifecycle, rollout_percentage as percentage from release');
    expect(release).toMatchObject({ lifecycle: 'ROLLING_OUT', percentage: 25 });
    expect((await rollOut('5,25,100', 0)).code).toBe(0);
    expect((await app.sql('select rollout_percentage as p from release')).map(({ p }) => p)).toEqual([100]);
    await root.rest('PATCH', `/v1/admin/firmware/${release.id}/lifecycle`, { status: 'PAUSED' });
    expect(await rollOut('100', 0)).toMatchObject({ code: 0 });
    await app.sql(`update release set lifecycle = 'COMPLETED' where id = $1`, [release.id]);
    expect((await rollOut('100', 0)).code).toBe(1);
  });

  it('04 counts the stock', async () => {
    for (let made = 0; made < 2; made += 1) {
      await makeDevice(app, { status: 'INVENTORY', model: 'COUNTED', hardwareRevision: '7' });
    }
    const run = await play('04-stock-count.py', 'VIEWER', []);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out.split('\n')).toContain('COUNTED,7,INVENTORY,2');
  });

  it('05 moves devices to another status, and names the lines that fail', async () => {
    const { id, serial } = await makeDevice(app, { status: 'ACTIVE' });
    const input = `serial,status,reason\n${serial},SUSPENDED,stolen\nKRV-NONE,SUSPENDED,stolen\n`;
    const run = await play('05-bulk-status.py', 'SUPPORT', [], {}, input);
    expect(run).toEqual({ code: 1, out: `${serial}: ACTIVE -> SUSPENDED\n`, err: 'KRV-NONE: no such device\n' });
    expect(await app.sql('select status from device where id = $1', [id])).toEqual([{ status: 'SUSPENDED' }]);
    const again = await play(
      '05-bulk-status.py',
      'SUPPORT',
      [],
      {},
      `serial,status,reason\n${serial},SUSPENDED,stolen\n`,
    );
    expect(again).toEqual({ code: 0, out: `${serial}: is SUSPENDED\n`, err: '' });
  });

  it('06 reports the sales of a month', async () => {
    const { id } = await makeDevice(app, { status: 'READY', model: 'REPORTED' });
    await root.rest('POST', '/v1/admin/sales', {
      customer: { fullName: 'Aziza Karimova' },
      deviceId: id,
      unitPrice: 1_200_000,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
      soldAt: new Date(app.clock.now().getTime() - 3_600_000).toISOString(),
    });
    const month = new Intl.DateTimeFormat('sv', {
      timeZone: 'Asia/Tashkent',
      year: 'numeric',
      month: '2-digit',
    }).format(app.clock.now().getTime() - 3_600_000);
    const run = await play('06-monthly-sales.py', 'VIEWER', [month]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('REPORTED,1,1200000,0,1200000');
    expect(run.out.trim().split('\n').at(-1)).toBe('all,1,1200000,0,1200000');
  });

  it('07 names devices that have been silent', async () => {
    const silent = await makeDevice(app, { status: 'ACTIVE' });
    const loud = await makeDevice(app, { status: 'ACTIVE' });
    await addPresence(app, silent.id, { lastSeenAt: new Date(app.clock.now().getTime() - 10 * 24 * 3_600_000) });
    await addPresence(app, loud.id, { lastSeenAt: app.clock.now() });
    const run = await play('07-stale-devices.py', 'SUPPORT', ['7d']);
    expect([run.code, run.err]).toEqual([1, '1 devices have been silent for 7d.\n']);
    expect(run.out).toContain(silent.serial);
    expect(run.out).not.toContain(loud.serial);
  });

  it('08 sells devices to those who preordered them, once', async () => {
    const preorder = await makePreorder(app, { status: 'CONFIRMED', fullPrice: 1_200_000 });
    const { serial } = await makeDevice(app, { status: 'READY' });
    const line = `${preorder.number},${serial}\n`;
    const run = await play('08-preorder-handover.mjs', 'SALES', [], {}, line);
    expect([run.code, run.err]).toEqual([0, '']);
    const again = await play('08-preorder-handover.mjs', 'SALES', [], {}, `${line}PRE-NONE,${serial}\n`);
    expect([again.code, again.out, again.err]).toEqual([1, run.out, `PRE-NONE,${serial}: no such preorder\n`]);
    const sales = await app.sql('select number from sale where preorder_id = $1', [preorder.id]);
    expect(run.out.trim()).toBe(`${preorder.number},${serial},${sales[0]?.number}`);
    expect(sales).toHaveLength(1);
  });

  it('09 takes customers from another system, once', async () => {
    const input =
      'fullName,email,city\nAnna Karimova,anna@import.test,Toshkent\nBobur Aliyev,bobur@import.test,\nX,wrong,\n';
    const run = await play('09-import-customers.py', 'SALES', [], {}, input);
    expect([run.code, run.out]).toEqual([1, '2 added, 0 known, 1 invalid\n']);
    expect(run.err).toMatch(/^line 4: .*VALIDATION_FAILED/);
    const again = await play('09-import-customers.py', 'SALES', [], {}, input);
    expect(again.out).toBe('0 added, 2 known, 1 invalid\n');
    expect(await app.sql(`select 1 from customer where email like '%@import.test'`)).toHaveLength(2);
  });

  it('10 writes what is new in the audit log, once', async () => {
    const state = join(folder, 'audit.json');
    const watch = (...actions: string[]) => play('10-audit-watch.mjs', 'ADMIN', [state, ...actions]);
    app.clock.set(new Date());
    expect(await watch()).toEqual({ code: 0, out: '', err: '' });
    app.clock.advance(1_000);
    await (await app.as('VIEWER')).rest('POST', '/v1/admin/customers', { fullName: 'Anna Karimova' });
    const run = await watch('accessDenied');
    expect(run.code).toBe(1);
    expect(
      run.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ action: 'accessDenied' }]);
    app.clock.advance(1_000);
    expect(await watch('accessDenied')).toEqual({ code: 0, out: '', err: '' });
  });

  it('all ten were played, none needs more than it says, and none has a secret in its arguments', () => {
    const scripts = readdirSync(FOLDER).filter((name) => /^\d\d-/.test(name));
    expect(scripts).toHaveLength(10);
    expect([...tokens.keys()].sort()).toEqual(scripts.sort());
    const page = readFileSync('docs/api/scripts.md', 'utf8');
    for (const script of scripts) expect(page).toContain(`\`${script}`);
    for (const text of scripts.map((script) => readFileSync(join(FOLDER, script), 'utf8'))) {
      expect(text).not.toMatch(/--oauth2-bearer|-H ['"]Authorization/);
    }
    expect(way.refused()).toBe(scripts.length);
    expect(way.lost()).toBeGreaterThan(0);
  });
});

interface Played {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Each script has had one token for all of its runs, as in life: its idempotency keys are its own. */
const tokens = new Map<string, string>();

/** Runs a script with a token of a role, at first over a way that refuses a request and loses an answer. */
async function play(
  script: string,
  role: AdminRole,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Played> {
  const known = tokens.get(script);
  const token = known ?? (await insertServiceAccount(app, root.admin.id, role, script)).token;
  tokens.set(script, token);
  if (!known) way.shake();
  const interpreter = INTERPRETERS[script.split('.').at(-1) ?? ''] ?? '';
  const child = spawn(interpreter, [join(FOLDER, script), ...args], {
    env: { PATH: process.env.PATH, KARVON_URL: way.url, KARVON_TOKEN: token, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  const texts = [child.stdout, child.stderr].map(async (stream) => {
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  });
  // A script that ends without reading its input breaks the pipe: its exit code says what the test asks.
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out = '', err = ''] = await Promise.all(texts);
  return { code, out, err };
}

interface ShakyWay {
  readonly url: string;
  /** The next request is answered 429, and the answer to the next repeatable one is lost. */
  shake(): void;
  refused(): number;
  lost(): number;
  close(): Promise<void>;
}

/** Passes requests on to the service. */
async function startShakyWay(target: string): Promise<ShakyWay> {
  const { hostname, port } = new URL(target);
  const done = { refused: 0, lost: 0 };
  let left = { refuse: false, lose: false };
  const server = createServer((req, res) => {
    if (left.refuse) {
      left.refuse = false;
      done.refused += 1;
      const error = { code: 'RATE_LIMITED', message: 'Too many requests.', requestId: 'way' };
      req.resume().once('end', () => res.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify({ error })));
      return;
    }
    const { method, url: path, headers } = req;
    const isRepeatable = method === 'PATCH' || path === '/graphql';
    const loses = left.lose && isRepeatable;
    if (loses) left.lose = false;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      if (loses) {
        done.lost += 1;
        answer.resume().once('end', () => res.destroy());
        return;
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shake: () => {
      left = { refuse: true, lose: true };
    },
    refused: () => done.refused,
    lost: () => done.lost,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
