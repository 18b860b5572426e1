import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StorageFull, StorageUnavailable } from '../../src/model/storage-errors.ts';
import { openFileStorage } from '../../src/platform/storage/file-storage.ts';
import { signedDownloads } from '../../src/platform/storage/signed-downloads.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { listed, sha256Of, sourceOf, storageSuite, stored } from './storage-suite.ts';

const DAY_MS = 86_400_000;

function openIn(folder: string) {
  const secrets = [randomBytes(32)];
  return openFileStorage(
    folder,
    signedDownloads('http://karvon.test/v1/firmware/files/', () => secrets),
  );
}

function stagedIn(folder: string): string[] {
  const staging = join(folder, '.staging');
  return existsSync(staging) ? readdirSync(staging) : [];
}

describe('files of the storage', () => {
  const folder = join(temporaryFolder('objects'), 'made', 'when-missing');
  const storage = openIn(folder);

  storageSuite(
    () => storage,
    () => stagedIn(folder),
  );

  it('files of the storage are named only by their content', async () => {
    const name = await stored(storage, Buffer.from('karvon'));
    expect(statSync(join(folder, name.slice(0, 2), name.slice(2))).size).toBe(6);
    for (const wrong of ['', '..', '../../etc/passwd', name.toUpperCase(), `${name}/`, name.slice(1)]) {
      await expect(storage.size(wrong)).rejects.toThrow();
      await expect(storage.read(wrong)).rejects.toThrow();
      await expect(storage.remove(wrong)).rejects.toThrow();
    }
  });

  it('files of the storage are readable only by their owner', async () => {
    const name = await stored(storage, randomBytes(10));
    expect(statSync(join(folder, name.slice(0, 2), name.slice(2))).mode & 0o077).toBe(0);
  });

  it('files of the storage stay readable for an open reader when they are removed', async () => {
    const content = randomBytes(2_000_000);
    const name = await stored(storage, content);
    const stream = await storage.read(name);
    await storage.remove(name);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(sha256Of(Buffer.concat(chunks))).toBe(name);
  });

  it('files of the storage that are corrupt are repaired by another upload', async () => {
    const content = randomBytes(1_000);
    const name = await stored(storage, content);
    truncateSync(join(folder, name.slice(0, 2), name.slice(2)), 10);
    await stored(storage, content);
    expect(await storage.size(name)).toBe(1_000);
  });

  it('files of the storage get a new time when they are uploaded again', async () => {
    const content = randomBytes(1_000);
    const name = await stored(storage, content);
    const old = new Date(Date.now() - 10 * DAY_MS);
    utimesSync(join(folder, name.slice(0, 2), name.slice(2)), old, old);
    await stored(storage, content);
    for await (const { sha256, storedAt } of storage.list()) {
      if (sha256 === name) expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000);
    }
  });

  it('files of other programs in the folder of the storage are not listed', async () => {
    const before = await listed(storage);
    writeFileSync(join(folder, 'README'), 'x');
    mkdirSync(join(folder, 'ff'), { recursive: true });
    writeFileSync(join(folder, 'ff', 'not-a-hash'), 'x');
    mkdirSync(join(folder, 'lost+found'));
    expect(await listed(storage)).toEqual(before);
  });
});

describe('an unusable storage folder', () => {
  it('an unusable storage folder is unavailable', async () => {
    const file = join(temporaryFolder('broken'), 'file');
    writeFileSync(file, '');
    const storage = openIn(file);
    expect(await storage.ping()).toBe(false);
    await expect(stored(storage, randomBytes(10))).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(storage.size('0'.repeat(64))).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(listed(storage)).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('an unusable storage folder is created again if it was removed', async () => {
    const folder = join(temporaryFolder('gone'), 'objects');
    const storage = openIn(folder);
    await stored(storage, randomBytes(10));
    rmSync(folder, { recursive: true });
    expect(await storage.ping()).toBe(true);
    expect(await listed(storage)).toEqual([]);
    const name = await stored(storage, randomBytes(10));
    expect(await storage.size(name)).toBe(10);
  });
});

/** A program that has a storage in `folder`. */
function program(folder: string, body: string): string[] {
  const source = `
    import { openFileStorage } from './src/platform/storage/file-storage.ts';
    import { randomBytes } from 'node:crypto';
    const storage = openFileStorage(${JSON.stringify(folder)}, { sign: () => '', allows: () => false });
    ${body}`;
  return ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', source];
}

describe('a full storage', () => {
  it('a full storage is reported for a file beyond the process limit, and no file remains', () => {
    const folder = temporaryFolder('limited');
    const body = `
      try {
        await storage.stage([randomBytes(60_000), randomBytes(60_000)], 1_000_000);
      } catch (error) {
        console.log(error.name, error.cause.code);
      }`;
    const command = 'ulimit -f 100; exec "$@"';
    const run = spawnSync('bash', ['-c', command, 'bash', process.execPath, ...program(folder, body)], {
      encoding: 'utf8',
    });
    expect([run.stdout, run.stderr]).toEqual(['StorageFull EFBIG\n', '']);
    expect(stagedIn(folder)).toEqual([]);
  });

  const disk = mountSmallDisk();
  const onSmallDisk = disk ? it : it.skip;
  afterAll(() => {
    if (disk) spawnSync('umount', ['-l', disk]);
  });

  onSmallDisk('on the disk is a full storage; what was there stays, and there is room again afterwards', async () => {
    const storage = openIn(join(disk ?? '', 'objects'));
    const kept = await stored(storage, randomBytes(300_000));
    await expect(stored(storage, randomBytes(900_000))).rejects.toBeInstanceOf(StorageFull);
    expect(stagedIn(join(disk ?? '', 'objects'))).toEqual([]);
    expect(await listed(storage)).toEqual([kept]);
    expect(await storage.ping()).toBe(true);

    writeFileSync(join(disk ?? '', 'filler'), randomBytes(600_000));
    for (const size of [4096, 1]) fill(join(disk ?? '', 'rest'), size);
    expect(await storage.ping()).toBe(false);
    rmSync(join(disk ?? '', 'filler'));
    await stored(storage, randomBytes(500_000));
    expect(await storage.ping()).toBe(true);
  });

  /** Writes until no more goes. */
  function fill(path: string, size: number): void {
    try {
      for (;;) writeFileSync(path, randomBytes(size), { flag: 'a' });
    } catch {
      // There is no room left, which is what was wanted.
    }
  }

  /** A file system of 1 MiB, where this process may mount one. */
  function mountSmallDisk(): string | undefined {
    const folder = temporaryFolder('disk');
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    return mounted.status === 0 ? folder : undefined;
  }
});

describe('a killed process', () => {
  it('a killed process leaves only complete objects and files that are swept', async () => {
    const folder = temporaryFolder('killed');
    const body = `
      for (;;) {
        const staged = await storage.stage([randomBytes(100_000), randomBytes(100_000)], 1_000_000);
        await staged.commit();
        await storage.stage([randomBytes(100_000)], 1_000_000);
      }`;
    const child = spawn(process.execPath, program(folder, body), { stdio: 'ignore' });
    const storage = openIn(folder);
    await until(async () => (await listed(storage)).length >= 5);
    child.kill('SIGKILL');
    await once(child, 'exit');

    for (const name of await listed(storage)) {
      expect(sha256Of(readFileSync(join(folder, name.slice(0, 2), name.slice(2))))).toBe(name);
    }
    const left = stagedIn(folder).map((name) => join(folder, '.staging', name));
    expect(left.length).toBeGreaterThan(3);
    expect(await storage.sweepStaged(new Date(Date.now() - DAY_MS))).toBe(0);
    const old = new Date(Date.now() - DAY_MS - 1_000);
    for (const path of left.slice(1)) utimesSync(path, old, old);
    expect(await storage.sweepStaged(new Date(Date.now() - DAY_MS))).toBe(left.length - 1);
    expect(stagedIn(folder)).toHaveLength(1);
  });

  it('a killed process does not let the sweeper remove a pending upload', async () => {
    const folder = temporaryFolder('under-way');
    const storage = openIn(folder);
    const staged = await storage.stage(sourceOf(randomBytes(10)).pieces, 10);
    await storage.sweepStaged(new Date(Date.now() - DAY_MS));
    await staged.commit();
    expect(await storage.size(staged.sha256)).toBe(10);
  });
});
