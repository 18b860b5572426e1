import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ObjectStorage } from '../../src/model/ports.ts';
import { ObjectTooLarge, StorageUnavailable } from '../../src/model/storage-errors.ts';
import { race } from '../support/race.ts';

const MANY = 10;

/** SHA-256 in lower-case hexadecimal. */
export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A source that gives a content in pieces and counts what was asked of it. */
export function sourceOf(content: Uint8Array, pieceBytes = 64 * 1024) {
  const seen = { given: 0, closed: false };
  async function* pieces() {
    try {
      for (let at = 0; at < content.length; at += pieceBytes) {
        const piece = content.subarray(at, at + pieceBytes);
        seen.given += piece.length;
        yield piece;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { pieces: pieces(), seen };
}

export async function stored(storage: ObjectStorage, content: Uint8Array): Promise<string> {
  const staged = await storage.stage(sourceOf(content).pieces, content.length);
  await staged.commit();
  return staged.sha256;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function listed(storage: ObjectStorage): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of storage.list()) found.push(sha256);
  return found.sort();
}

/**
 * What every storage keeps.
 * @param storage asked for once the file's own preparations are done
 * @param staged names of what is taken in and not committed, as the file system shows them
 */
export function storageSuite(storage: () => ObjectStorage, staged: () => string[]): void {
  afterEach(() => {
    expect(staged()).toEqual([]);
  });

  it('the storage returns a stored object by its SHA-256', async () => {
    const content = randomBytes(700_001);
    const taken = await storage().stage(sourceOf(content).pieces, content.length);
    expect([taken.size, taken.sha256]).toEqual([content.length, sha256Of(content)]);
    await taken.commit();
    expect(await storage().size(taken.sha256)).toBe(content.length);
    expect(await bytesOf(await storage().read(taken.sha256))).toEqual(content);
  });

  it('the storage stores an empty object, a large one, and one that arrives byte by byte', async () => {
    const contents = [Buffer.alloc(0), randomBytes(16 * 1024 * 1024)];
    for (const content of contents) {
      const name = await stored(storage(), content);
      expect([name, await storage().size(name)]).toEqual([sha256Of(content), content.length]);
      expect(sha256Of(await bytesOf(await storage().read(name)))).toBe(name);
    }
    const slow = randomBytes(300);
    const taken = await storage().stage(sourceOf(slow, 1).pieces, 300);
    await taken.commit();
    expect(await bytesOf(await storage().read(taken.sha256))).toEqual(slow);
  });

  it('the storage lists no object before its commit, but can read the staged file, also in parts', async () => {
    const content = randomBytes(100_000);
    const taken = await storage().stage(sourceOf(content).pieces, content.length);
    expect(await storage().size(taken.sha256)).toBeUndefined();
    expect(await listed(storage())).not.toContain(taken.sha256);
    expect(await bytesOf(taken.read())).toEqual(content);
    expect(await bytesOf(taken.read({ start: 10, end: 19 }))).toEqual(content.subarray(10, 20));
    expect(staged()).toHaveLength(1);
    await taken.discard();
    expect(await storage().size(taken.sha256)).toBeUndefined();
  });

  it('the storage rejects one byte more than allowed, stops reading and leaves no file', async () => {
    const content = randomBytes(500_000);
    const source = sourceOf(content, 1_000);
    await expect(storage().stage(source.pieces, 9_999)).rejects.toBeInstanceOf(ObjectTooLarge);
    expect(source.seen).toEqual({ given: 10_000, closed: true });
    const exact = await storage().stage(sourceOf(content).pieces, content.length);
    await exact.discard();
  });

  it('the storage rethrows errors of the source and leaves no file', async () => {
    const fault = new Error('the client went away');
    async function* breaking() {
      yield randomBytes(100_000);
      throw fault;
    }
    await expect(storage().stage(breaking(), 1_000_000)).rejects.toBe(fault);
  });

  it('the storage stores the same content once for concurrent uploads', async () => {
    const content = randomBytes(200_000);
    const names = await race(MANY, () => stored(storage(), content));
    expect(new Set(names)).toEqual(new Set([sha256Of(content)]));
    expect((await listed(storage())).filter((name) => name === names[0])).toHaveLength(1);
    expect(await bytesOf(await storage().read(sha256Of(content)))).toEqual(content);
  });

  it('the storage lists every object with its time, without removed ones', async () => {
    for await (const { sha256 } of storage().list()) await storage().remove(sha256);
    const from = Date.now();
    const names = [];
    for (let count = 0; count < 7; count += 1) names.push(await stored(storage(), randomBytes(10)));
    expect(await listed(storage())).toEqual(names.toSorted());
    for await (const { storedAt } of storage().list()) {
      expect(Math.abs(storedAt.getTime() - from)).toBeLessThan(60_000);
    }
    const [first = '', ...others] = names;
    await storage().remove(first);
    await storage().remove(first);
    expect(await storage().size(first)).toBeUndefined();
    expect(await listed(storage())).toEqual(others.toSorted());
  });

  it('the storage reports a missing object', async () => {
    expect(await storage().size('0'.repeat(64))).toBeUndefined();
    await expect(storage().read('0'.repeat(64))).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('the storage reports that it is available', async () => {
    expect(await storage().ping()).toBe(true);
  });
}
