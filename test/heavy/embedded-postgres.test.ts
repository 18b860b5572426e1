import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findLaunch, locateBinaries } from '../../src/platform/embedded-postgres/binaries.ts';
import { lockFolder, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { sharedBuffers } from '../../src/platform/embedded-postgres/memory.ts';
import { isAlive } from '../../src/platform/embedded-postgres/postmaster.ts';
import { startOwnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => undefined });

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that runs the embedded PostgreSQL on `dataDir`. */
async function otherCopy(dataDir: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const script = join(import.meta.dirname, 'hold-postgres.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  // Without it, one that does not start would be waited for until the test's limit.
  const ended = once(child, 'close').then(() => {
    throw new Error(`It ended without its address: ${complaint}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return { child, ...JSON.parse(String(line)) };
}

async function kill9(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded PostgreSQL', () => {
  it('the embedded PostgreSQL keeps everything, and its address, from one start to the next', async () => {
    const dataDir = temporaryFolder('durable');
    const first = await start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    expect(second.url).toBe(first.url);
    await second.stop();
  });

  it('the embedded PostgreSQL serves UTF-8, durably, on 127.0.0.1 only, to a role that is not a superuser', async () => {
    const postgres = await start(temporaryFolder('settings'));
    const [settings] = await query(
      postgres.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
              current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
              current_setting('synchronous_commit') AS commits, current_setting('is_superuser') AS superuser,
              'ÄX' ILIKE 'äx' AS letters`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      fsync: 'on',
      pages: 'on',
      commits: 'on',
      superuser: 'off',
      letters: true,
    });
    await postgres.stop();
  });

  it('the embedded PostgreSQL finds the letters of every script in a text, so that indexes of Cyrillic names find few', async () => {
    const postgres = await start(temporaryFolder('letters'));
    await query(postgres.url, 'CREATE EXTENSION pg_trgm');
    const [found] = await query(postgres.url, `SELECT cardinality(show_trgm('Тимур')) AS trigrams`);
    expect(found).toEqual({ trigrams: 6 });
    await postgres.stop();
  });

  it.each([
    ['a small machine', 2 ** 29, '128MB'],
    ['8 GiB', 2 ** 33, '1024MB'],
    ['a large machine', 2 ** 40, '4096MB'],
  ])(
    'the embedded PostgreSQL gives PostgreSQL an eighth of the memory, from 128 MB to 4 GB: %s',
    (_name, bytes, buffers) => {
      expect(sharedBuffers(bytes)).toBe(buffers);
    },
  );

  it('the embedded PostgreSQL starts with the buffers that the memory of this machine allows', async () => {
    const postgres = await start(temporaryFolder('buffers'));
    const [found] = await query(
      postgres.url,
      `SELECT pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes('${sharedBuffers()}') AS same`,
    );
    expect(found).toEqual({ same: true });
    await postgres.stop();
  });

  it('the embedded PostgreSQL requires a password, and stores its own with mode 0600', async () => {
    const dataDir = temporaryFolder('password');
    const postgres = await start(dataDir);
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'admin-password')).mode & 0o777).toBe(0o600);
    await postgres.stop();
  });

  it('the embedded PostgreSQL rejects a second process on the same folder and names the first one', async () => {
    const dataDir = temporaryFolder('locked');
    const { child, url } = await otherCopy(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir} is in use by another Karvon process (process ${child.pid})`,
    );
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);

    child.kill('SIGTERM');
    await once(child, 'exit');
    await (await start(dataDir)).stop();
  });

  it('the embedded PostgreSQL waits for a command that uses the folder, and starts when it ends', async () => {
    const dataDir = temporaryFolder('command');
    const release = lockFolder(dataDir, 'command');
    expect(() => lockFolder(dataDir)).toThrow(`is in use by a command (process ${process.pid}). Wait until it ends.`);
    const said: string[] = [];
    const starting = startEmbeddedPostgres({ dataDir, log: (message) => said.push(message) });
    await until(() => said.some((message) => message.includes('is in use by a command')));
    expect(existsSync(join(dataDir, 'port'))).toBe(false);
    release();
    await (await starting).stop();
  });

  it('the embedded PostgreSQL starts after kill -9 of its owner, whose PostgreSQL still runs, with the same address and every commit', async () => {
    const dataDir = temporaryFolder('killed');
    const { child, url, pid } = await otherCopy(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await kill9(child);
    expect(isAlive(pid)).toBe(true);

    const next = await start(dataDir);
    expect(isAlive(pid)).toBe(false);
    expect(next.url).toBe(url);
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await next.stop();
  });

  it('the embedded PostgreSQL is restarted on the same address when PostgreSQL is killed', async () => {
    const postgres = await start(temporaryFolder('revived'));
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await until(() => postgres.pid !== pid);
    expect(await query(postgres.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
  });

  it('the embedded PostgreSQL ends with a process that ends without stopping it', async () => {
    const { child, pid } = await otherCopy(temporaryFolder('ended'));
    child.stdin?.end();
    await once(child, 'exit');
    await until(() => !isAlive(pid));
  });

  const root = process.getuid?.() === 0;
  const onlyAsRoot = root ? it : it.skip;
  function barredFolder(): string {
    const home = temporaryFolder('home');
    chmodSync(home, 0o700);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir);
    return dataDir;
  }

  onlyAsRoot('runs under a home that only root may enter', async () => {
    const postgres = await start(barredFolder());
    const [row] = await query(postgres.url, 'SELECT 1 AS n');
    expect(row).toEqual({ n: 1 });
    await postgres.stop();
  });

  onlyAsRoot('names DATABASE_URL where no way leads', () => {
    const nowhere = join(barredFolder(), 'missing');
    expect(() => findLaunch({ uid: 65_534, gid: 65_534 }, locateBinaries(), nowhere)).toThrow(
      /cannot enter .*missing.* set DATABASE_URL/,
    );
  });

  onlyAsRoot('names setpriv and DATABASE_URL where setpriv is not installed', () => {
    const { PATH } = process.env;
    const dataDir = barredFolder();
    process.env.PATH = dataDir;
    try {
      expect(() => findLaunch({ uid: 65_534, gid: 65_534 }, locateBinaries(), dataDir)).toThrow(
        /setpriv \(package util-linux\) is not installed.* set DATABASE_URL/,
      );
    } finally {
      process.env.PATH = PATH;
    }
  });
});

describe('a PostgreSQL of its own for crash tests', () => {
  it('a PostgreSQL of its own for crash tests can be killed, paused and restarted with every commit', async () => {
    const postgres = await startOwnPostgres();
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await postgres.kill9();
    await expect(query(postgres.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await postgres.restart();

    postgres.pause();
    const answer = query(postgres.url, 'SELECT n FROM kept');
    expect(await Promise.race([answer, delay(300, 'nothing')])).toBe('nothing');
    postgres.resume();
    expect(await answer).toEqual([{ n: 42 }]);
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
  });
});
