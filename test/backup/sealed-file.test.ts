import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChunks, sealChunks } from '../../src/platform/backup/chunks.ts';
import { makeBackupKeys, type Opener, readPrivateKey, wrap } from '../../src/platform/backup/content-key.ts';
import { contentKeyOf, openBackup, sealBackup } from '../../src/platform/backup/sealed-file.ts';
import { tar } from '../../src/platform/backup/tar.ts';
import { temporaryFolder } from '../support/run.ts';

const PASSPHRASE = 'correct horse battery';
const ENTRIES = [
  { name: 'backup.json', content: Buffer.from('{}') },
  { name: 'empty', content: Buffer.alloc(0) },
  // Random bytes do not compress: the file has several chunks.
  { name: 'tables/sale.000001', content: randomBytes(200_000) },
  { name: 'manifest.json', content: Buffer.from('{"a":1}') },
];

async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
/** In pieces of no particular length, as a disk or a server gives them. */
async function* pieces(bytes: Buffer, length = 7_777): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
async function read(bytes: Buffer, opener: Opener) {
  return collected(openBackup(pieces(bytes), await contentKeyOf(pieces(bytes), opener)));
}

/** The same places in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let file: Buffer;
let contentKey: Uint8Array;
beforeAll(async () => {
  const sealed = await sealBackup(stream(ENTRIES), { passphrase: PASSPHRASE });
  file = Buffer.concat((await collected(sealed.bytes)).map((piece) => Buffer.from(piece)));
  contentKey = sealed.contentKey;
});

describe('the file of a backup', () => {
  it('the file of a backup gives its entries to the passphrase, and to the key that wrote it', async () => {
    expect(await read(file, { passphrase: PASSPHRASE })).toEqual(ENTRIES);
    expect(await read(file, { contentKey })).toEqual(ENTRIES);
  });

  it('the file of a backup for a public key is opened by its private key, which a passphrase keeps', async () => {
    const { publicKey, privateKey } = await makeBackupKeys();
    const sealed = await sealBackup(stream(ENTRIES), { publicKey });
    const bytes = Buffer.concat((await collected(sealed.bytes)).map((piece) => Buffer.from(piece)));
    const kept = await wrap(Buffer.from(JSON.stringify(privateKey)), { passphrase: PASSPHRASE });
    expect(await read(bytes, { privateKey: await readPrivateKey(kept, PASSPHRASE) })).toEqual(ENTRIES);
    await expect(readPrivateKey(kept, 'wrong horse battery')).rejects.toThrow('The passphrase is wrong.');
    await expect(read(bytes, { passphrase: PASSPHRASE })).rejects.toThrow('give its private key with --key');
    await expect(read(file, { privateKey })).rejects.toThrow('not for a key: leave out --key');
    const other = await makeBackupKeys();
    await expect(read(bytes, { privateKey: other.privateKey })).rejects.toThrow('encrypted for another key');
  });

  it('a wrong passphrase is told from damage', async () => {
    await expect(read(file, { passphrase: 'wrong horse battery' })).rejects.toThrow(
      'The passphrase is wrong. Use the one with which this file was made',
    );
  });

  it('a file with one flipped bit is refused, wherever the bit is', async () => {
    const random = seeded(32);
    const header = file.indexOf('\n', file.indexOf('\n', file.indexOf('\n') + 1) + 1) + 1;
    const positions = [
      ...Array.from({ length: header }, (_, at) => at),
      ...Array.from({ length: 300 }, () => Math.floor(random() * file.length)),
      header,
      file.length - 1,
    ];
    for (const at of positions) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      await expect(read(changed, { contentKey })).rejects.toThrow(/^(The backup |This is not a backup of Karvon)/);
    }
  });

  it('a file that was cut off or continued is refused, also at the border of a chunk', async () => {
    const random = seeded(33);
    const header = file.indexOf('\n', file.indexOf('\n', file.indexOf('\n') + 1) + 1) + 1;
    const sealed = 65_536 + 16;
    const lengths = [0, 1, header - 1, header, header + 15, header + sealed, header + 2 * sealed, file.length - 1];
    for (const length of [...lengths, ...Array.from({ length: 60 }, () => Math.floor(random() * file.length))]) {
      await expect(read(file.subarray(0, length), { contentKey })).rejects.toThrow(/backup/);
    }
    for (const more of [Buffer.from('x'), Buffer.alloc(16), file, randomBytes(70_000)]) {
      await expect(read(Buffer.concat([file, more]), { contentKey })).rejects.toThrow(
        'Copy it again from where it is kept, or use another backup.',
      );
    }
  });

  it('chunks that were exchanged or left out are refused', async () => {
    const key = randomBytes(32);
    const bound = Buffer.from('header');
    const chunks = await collected(sealChunks(pieces(randomBytes(65_536 * 3)), key, bound));
    const open = (sealed: readonly Buffer[], aad = bound) => collected(openChunks(stream(sealed), key, aad));
    expect(chunks).toHaveLength(3);
    expect(Buffer.concat(await open(chunks))).toHaveLength(65_536 * 3);
    const [first, second, third] = chunks as [Buffer, Buffer, Buffer];
    for (const wrong of [
      [second, first, third],
      [first, third],
      [first, second],
      [first, second, third, third],
    ]) {
      await expect(open(wrong)).rejects.toThrow('damaged, cut off or continued');
    }
    await expect(open(chunks, Buffer.from('another'))).rejects.toThrow('damaged, cut off or continued');
  });

  it('a file of a newer format is refused by the number of its format', async () => {
    const newer = Buffer.from(file.toString('latin1').replace('karvon-backup 1\n', 'karvon-backup 2\n'), 'latin1');
    await expect(read(newer, { contentKey })).rejects.toThrow(
      'has the format 2, and this version of Karvon reads the format 1',
    );
    await expect(read(Buffer.from('PK\x03\x04'), { contentKey })).rejects.toThrow('This is not a backup of Karvon.');
  });

  it('an error of the source ends the writing', async () => {
    async function* failing() {
      yield* ENTRIES;
      throw new Error('the disk has gone');
    }
    const sealed = await sealBackup(failing(), { passphrase: PASSPHRASE });
    await expect(collected(sealed.bytes)).rejects.toThrow('the disk has gone');
  });

  it('the entries are an archive that tar reads', async () => {
    const folder = temporaryFolder('tar');
    const path = join(folder, 'archive.tar');
    writeFileSync(path, Buffer.concat(await collected(tar(stream(ENTRIES)))));
    const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(ENTRIES.map(({ name }) => name));
    expect(execFileSync('tar', ['-xOf', path, 'tables/sale.000001'])).toEqual(ENTRIES[2]?.content);
  });
});
