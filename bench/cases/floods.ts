import { createHmac } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import type { BenchCase, BenchContext, BenchRow, BenchTarget } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { withDatabase } from '../database.ts';
import type { AttackPlan, AttackRequest, VictimPlan, VictimWindow } from '../floods/attack.ts';
import { type Attackers, attacksOf, type NamedAttack, REPORTS } from '../floods/attacks.ts';
import type { Device } from '../heartbeat-signer.ts';
import { signIn } from '../karvon.ts';
import { type OwnedProcess, startProcess } from '../processes.ts';
import { createDevices, seedDevices } from '../seed.ts';
import { openPreorders, seedSales, seedTeam } from '../seed-commerce.ts';

const MAX_DELAY_MS = 50;
const MAX_GROWTH_MIB = 50;
const SALES = 20_000;
const DEVICES = 500;
const VICTIM_EVERY_MS = 20;
const ALONE_MS = 2_500;
/** An attack that is over sooner is watched as long as that. */
const WATCHED_MS = 2_000;
const ATTACK_MS = 25_000;
const POLL_MS = 25;
const LINE_MS = 15_000;
const KIB_PER_MIB = 1_024;

interface Scene {
  readonly port: number;
  readonly pid: number;
  readonly folder: string;
  readonly victim: Victim;
}

/** Each attack on a service of its own process, from a second, while a third sends light requests. */
export const floods: BenchCase = {
  name: 'floods',
  title: `what others wait for under attack: at most ${MAX_DELAY_MS} ms more, and ${MAX_GROWTH_MIB} MiB of memory`,
  minutes: 6,
  run: async (context) => {
    const { only } = context.options;
    const { scene, attackers, code, admin } = await setScene(context);
    const rows: BenchRow[] = [];
    const targets: BenchTarget[] = [];
    for (const attack of attacksOf(attackers).filter(({ name }) => only.test(name))) {
      context.progress(attack.name);
      const { alone, under, outcome, growthMiB, peakMiB } = await measure(scene, attack);
      const delay = under.p95 - alone.p95;
      const failed = Object.values(under.failed).reduce((sum, count) => sum + count, 0);
      const held = delay <= MAX_DELAY_MS && growthMiB <= MAX_GROWTH_MIB && failed === 0;
      context.progress(`${outcome}; others: ${under.requests} requests, not answered ${JSON.stringify(under.failed)}`);
      rows.push({ what: 'alone', p50: alone.p50, p95: alone.p95, p99: alone.p99, peakMiB: peakMiB - growthMiB });
      rows.push({
        what: attack.name,
        p50: under.p50,
        p95: under.p95,
        p99: under.p99,
        peakMiB,
        verdict: held ? 'passed' : 'FAILED',
      });
      targets.push(
        { promise: `${attack.name}: ms more`, measured: delay, held: delay <= MAX_DELAY_MS && failed === 0 },
        { promise: `${attack.name}: MiB more`, measured: growthMiB, held: growthMiB <= MAX_GROWTH_MIB },
      );
      if (attack.name.includes('claim codes')) targets.push(await answersCode(scene, code));
      if (attack.name.includes('left')) targets.push(await answersReports(scene, admin, attack.name));
    }
    await scene.victim.stop();
    return { rows, targets };
  },
};

/** A service with a business, the callers of the bench, and a victim who has begun. */
async function setScene(context: BenchContext) {
  const karvon = await startKarvonOn(context, 'floods', { TRUSTED_PROXIES: '1' });
  const { databaseUrl, port } = karvon;
  const dataDir = join(context.directory, 'data-floods');
  context.progress(`inserting ${SALES} sales and ${DEVICES} devices`);
  await seedSales(databaseUrl, SALES);
  await openPreorders(databaseUrl);
  await createDevices(await signIn(karvon), DEVICES, 'FLOOD');
  const devices = await seedDevices(databaseUrl, dataDir, DEVICES);
  const code = await labelOf(databaseUrl, dataDir);
  const [team, viewers, admins, sales] = await Promise.all([
    seedTeam(databaseUrl, 60, 'SUPER_ADMIN'),
    seedTeam(databaseUrl, 4, 'VIEWER'),
    seedTeam(databaseUrl, 8, 'ADMIN'),
    seedTeam(databaseUrl, 4, 'SALES'),
  ]);
  const [admin = '', ...others] = team;
  const [attacked, ...ofVictim] = devices;
  if (!attacked) throw new Error('no device to attack');
  const folder = join(context.directory, 'floods');
  await mkdir(folder);
  const plan: VictimPlan = {
    port,
    cookies: others,
    devices: ofVictim.map(({ serial, secret }) => ({ serial, secret: secret.toString('hex') })),
    everyMs: VICTIM_EVERY_MS,
  };
  const victim = await startVictim(folder, plan);
  const attackers: Attackers = { viewers, admins, sales, heartbeat: signed(attacked) };
  // What a page, a report or a read loads or makes once, at its first use, is no attack.
  for (const path of REPORTS) await fetchFrom(port, path, { cookie: admin });
  for (const read of readsOf(attackers)) await answerOf(port, read, admin);
  for (const path of ['/graphql', '/v1/openapi.json', '/v1/docs', '/pair']) {
    await fetchFrom(port, path, { accept: 'text/html', 'x-forwarded-for': '198.51.100.7' });
  }
  await sleep(ALONE_MS);
  return { scene: { port, pid: karvon.process.pid, folder, victim }, attackers, code, admin };
}

interface Outcome {
  readonly alone: VictimWindow;
  readonly under: VictimWindow;
  /** What the attacker got. */
  readonly outcome: string;
  readonly growthMiB: number;
  readonly peakMiB: number;
}

async function measure({ port, pid, folder, victim }: Scene, attack: NamedAttack): Promise<Outcome> {
  await victim.window();
  await sleep(ALONE_MS);
  const attacker = await startAttacker(folder, { port, attack, maxMs: ATTACK_MS });
  try {
    const alone = await victim.window();
    const before = await residentMiB(pid);
    const from = performance.now();
    process.kill(attacker.pid, 'SIGUSR2');
    let peak = before;
    while (!attacker.ended() || performance.now() - from < WATCHED_MS) {
      if (performance.now() - from > ATTACK_MS + LINE_MS) break;
      peak = Math.max(peak, await residentMiB(pid));
      await sleep(POLL_MS);
    }
    const under = await victim.window();
    const [, outcome = 'it said nothing'] = attacker.output().trim().split('\n');
    return { alone, under, outcome, growthMiB: peak - before, peakMiB: peak };
  } finally {
    await attacker.stop();
  }
}

interface Victim {
  /** Ends a window of time and begins the next. @returns what the one that ended was like */
  window(): Promise<VictimWindow>;
  stop(): Promise<void>;
}

async function startVictim(folder: string, plan: VictimPlan): Promise<Victim> {
  const path = join(folder, 'victim.json');
  await writeFile(path, JSON.stringify(plan), { mode: 0o600 });
  const owned = await startProcess({ name: 'victim', command: process.execPath, args: [workerPath('victim'), path] });
  let windows = 0;
  // Until its listeners are there, the signal would end it.
  await sleep(ALONE_MS);
  return {
    async window() {
      windows += 1;
      process.kill(owned.pid, 'SIGUSR2');
      return JSON.parse(await lineOf(owned, windows));
    },
    stop: () => owned.stop(),
  };
}

async function startAttacker(folder: string, plan: AttackPlan): Promise<OwnedProcess> {
  const path = join(folder, 'attacker.json');
  await writeFile(path, JSON.stringify(plan), { mode: 0o600 });
  const owned = await startProcess({
    name: 'attacker',
    command: process.execPath,
    args: [workerPath('attacker'), path],
  });
  await lineOf(owned, 1);
  return owned;
}

function workerPath(name: string): string {
  return fileURLToPath(new URL(`../${name}-worker.ts`, import.meta.url));
}

/** The line of that number of what a process printed, once it is there. */
async function lineOf(owned: OwnedProcess, number: number): Promise<string> {
  const deadline = performance.now() + LINE_MS;
  for (;;) {
    const line = owned.output().split('\n').slice(0, -1)[number - 1];
    if (line !== undefined) return line;
    if (owned.ended() || performance.now() > deadline) throw new Error(`${owned.name} failed:\n${owned.output()}`);
    await sleep(POLL_MS);
  }
}

/** proc(5): VmRSS of /proc/<pid>/status, in KiB; 0 where /proc is not. */
async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / KIB_PER_MIB;
}

/** What admins ask in the attacks, each once. */
function readsOf(attackers: Attackers): readonly AttackRequest[] {
  const reads = attacksOf(attackers).flatMap(({ requests }) => requests.filter(({ headers }) => headers?.cookie));
  return [...new Map(reads.map((read) => [`${read.method} ${read.path} ${read.body}`, read])).values()];
}

async function answerOf(port: number, { method, path, body }: AttackRequest, cookie: string): Promise<void> {
  const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
  await reply.arrayBuffer();
}

async function fetchFrom(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await reply.arrayBuffer();
  return reply.status;
}

/** After the pages were left: every pool has its connections, so that another admin gets each report, a list and an export. */
async function answersReports({ port }: Scene, cookie: string, after: string): Promise<BenchTarget> {
  const paths = [...REPORTS, '/v1/admin/sales?take=10', '/v1/admin/customers/export.csv?take=10'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push(await fetchFrom(port, path, { cookie }));
  const answered = statuses.filter((status) => status === 200).length;
  const promise = `after ${after}, another admin is answered ${paths.length} reports, lists and exports`;
  return { promise, measured: answered, held: answered === paths.length };
}

/** While strangers ask for codes that nobody has, whoever holds a label is told about it. */
async function answersCode({ port }: Scene, claimCode: string): Promise<BenchTarget> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/devices/pair/code-status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify({ claimCode }),
  });
  const text = await reply.text();
  const held = reply.status === 201 && text.includes('AVAILABLE');
  return { promise: 'after them, the code of a label is answered from another address', measured: reply.status, held };
}

/** Gives a device a claim code that the bench knows. */
async function labelOf(databaseUrl: string, dataDir: string): Promise<string> {
  const code = 'BENCH0-F00D00-F00D00-F00D00';
  const { claimCodePepper } = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const hash = createHmac('sha256', claimCodePepper).update(code).digest();
  await withDatabase(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `update claim_code set code_hash = $1 where id = (select id from claim_code where status = 'AVAILABLE' limit 1)`,
      [hash],
    );
    if (rowCount !== 1) throw new Error('no device has a claim code');
  });
  return code;
}

function signed({ serial, secret }: Device): AttackRequest {
  const [timestamp, uptime] = [String(Date.now()), 3_600];
  const proof = createHmac('sha256', secret).update(`${timestamp}.${serial}.1.0.0.${uptime}`).digest('hex');
  return {
    method: 'POST',
    path: '/v1/devices/heartbeat',
    headers: { 'x-karvon-timestamp': timestamp, 'x-karvon-proof': proof, 'x-forwarded-for': '203.0.113.200' },
    body: JSON.stringify({ serial, firmwareVersion: '1.0.0', appVersion: '1.0.0', uptime }),
  };
}
