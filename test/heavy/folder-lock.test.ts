import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const PROCESSES = 6;
const ROUNDS = 15;

/** Takes the lock at the moments that it reads, and writes down when it has it and until when. */
const CONTENDER = `
  import { appendFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import { takeFolderLock } from ${JSON.stringify(join(process.cwd(), 'scripts/folder-lock.js'))};
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const [folder, log, moment, mode] = line.split(' ');
    while (Date.now() < Number(moment));
    const release = await takeFolderLock(folder, (pid) => console.log('waits for ' + pid));
    appendFileSync(log, 'in ' + process.pid + '\\n');
    if (mode === 'keep') { console.log('taken'); continue; }
    await new Promise((resolve) => setTimeout(resolve, 5));
    appendFileSync(log, 'out ' + process.pid + '\\n');
    release();
    console.log('done');
  }`;

interface Contender {
  readonly child: ChildProcess;
  readonly lines: () => string[];
  readonly send: (folder: string, log: string, moment: number, mode?: 'keep') => void;
}

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

async function contender(): Promise<Contender> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CONTENDER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // One that was killed reads nothing more.
  child.stdin.on('error', () => undefined);
  const lines = () => output.split('\n').filter(Boolean);
  await until(() => lines().includes('ready'));
  return { child, lines, send: (...words) => void child.stdin.write(`${words.join(' ')}\n`) };
}

function emptyLock() {
  const folder = temporaryFolder('lock');
  const log = join(folder, 'log');
  writeFileSync(log, '');
  return { lock: join(folder, 'lock'), log, entries: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

const soon = () => Date.now() + 30;
const done = ({ lines }: Contender) => lines().filter((line) => line === 'done').length;

describe('the lock of an installation and a build', () => {
  it.each([
    ['free', undefined],
    ['left by a process that has ended', (pid: number) => `${pid} 1`],
    ['left by a process whose id another one has', () => `${process.pid} 1`],
  ])(
    'the lock of an installation and a build is taken by one process at a time, however many want it in the same millisecond: %s',
    async (_what, left) => {
      const ended = await contender();
      ended.child.kill('SIGKILL');
      await once(ended.child, 'exit');
      const contenders = await Promise.all(Array.from({ length: PROCESSES }, contender));
      for (let round = 1; round <= ROUNDS; round++) {
        const { lock, log, entries } = emptyLock();
        if (left) {
          mkdirSync(lock);
          writeFileSync(join(lock, '7'), left(ended.child.pid ?? 0));
        }
        const moment = soon();
        for (const each of contenders) each.send(lock, log, moment);
        await until(() => contenders.every((each) => done(each) === round));
        const pids = entries().flatMap((entry, index) => (index % 2 === 0 ? [entry.split(' ')[1]] : []));
        expect(entries()).toEqual(pids.flatMap((pid) => [`in ${pid}`, `out ${pid}`]));
        expect(new Set(pids).size).toBe(PROCESSES);
        // Neither what was left nor what lost the race stays.
        expect(readdirSync(lock)).toHaveLength(1);
      }
    },
  );

  it('the lock of an installation and a build waits for a process that has it, names it, and goes on when that one is killed', async () => {
    const [first, second] = await Promise.all([contender(), contender()]);
    const { lock, log, entries } = emptyLock();
    first.send(lock, log, 0, 'keep');
    await until(() => first.lines().includes('taken'));
    second.send(lock, log, 0);
    await until(() => second.lines().includes(`waits for ${first.child.pid}`));
    expect(entries()).toEqual([`in ${first.child.pid}`]);
    first.child.kill('SIGKILL');
    await until(() => done(second) === 1);
    expect(entries().slice(1)).toEqual([`in ${second.child.pid}`, `out ${second.child.pid}`]);
  });
});
