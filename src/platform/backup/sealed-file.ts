import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupRefused } from './backup-error.ts';
import { openChunks, sealChunks } from './chunks.ts';
import { type ContentKey, type Opener, type Recipient, unwrap, wrap } from './content-key.ts';
import { type TarEntry, tar, untar } from './tar.ts';

/** The first line of every backup, with the version of the format. */
const MAGIC = 'karvon-backup';
const FORMAT = 1;
const KEY_BYTES = 32;
/** Longer than any header: two lines of text, of which the JWE is the longer one, and a digest. */
const MAX_HEADER_BYTES = 8_192;
const LINE_END = 0x0a;
const HEADER_LINES = 3;

/** A backup while it is written: its bytes, and the key that opens it again in this process. */
export interface SealedBackup {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly contentKey: Uint8Array;
}

/**
 * Makes the bytes of a backup: a header of three lines (format, the content key as a JWE, the SHA-256 of both), then the entries as tar,
 * compressed by zstd, in encrypted chunks.
 */
export async function sealBackup(entries: AsyncIterable<TarEntry>, recipient: Recipient): Promise<SealedBackup> {
  const contentKey = randomBytes(KEY_BYTES);
  const lines = `${MAGIC} ${FORMAT}\n${await wrap(contentKey, recipient)}\n`;
  const header = Buffer.from(`${lines}${digestOf(lines)}\n`);
  async function* bytes() {
    yield header;
    yield* sealChunks(through(tar(entries), createZstdCompress()), contentKey, boundOf(header));
  }
  return { bytes: bytes(), contentKey };
}

/**
 * Reads the entries of a backup, each of which was authenticated.
 * @throws BackupRefused at the first part of the file that is not as it was written
 */
export async function* openBackup(
  bytes: AsyncIterable<Uint8Array>,
  { contentKey }: ContentKey,
): AsyncGenerator<TarEntry> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const { header, rest } = await readHeader(source);
    const plain = through(openChunks(continued(rest, source), contentKey, boundOf(header)), createZstdDecompress());
    yield* untar(plain);
  } finally {
    await source.return?.();
  }
}

/**
 * The key of a backup, by which each further reading opens it: a passphrase takes half a second each time.
 * @throws BackupRefused if the file is none, is of a newer version, or the secret is wrong
 */
export async function contentKeyOf(bytes: AsyncIterable<Uint8Array>, opener: Opener): Promise<ContentKey> {
  if ('contentKey' in opener) return opener;
  const source = bytes[Symbol.asyncIterator]();
  try {
    const { jwe } = await readHeader(source);
    return { contentKey: await unwrap(jwe, opener) };
  } finally {
    await source.return?.();
  }
}

async function readHeader(source: AsyncIterator<Uint8Array>) {
  let read = Buffer.alloc(0);
  for (let end = endOfHeader(read); ; end = endOfHeader(read)) {
    if (end !== undefined) {
      const header = read.subarray(0, end);
      return { header, jwe: checkedJwe(header.toString('latin1')), rest: read.subarray(end) };
    }
    const { value, done } = await source.next();
    if (done || read.length > MAX_HEADER_BYTES) {
      checkMagic(read.subarray(0, MAX_HEADER_BYTES).toString('latin1').split('\n', 1)[0] ?? '');
      throw damaged();
    }
    read = Buffer.concat([read, value]);
  }
}

function endOfHeader(read: Buffer): number | undefined {
  let end = 0;
  for (let line = 0; line < HEADER_LINES; line += 1) {
    const at = read.subarray(0, MAX_HEADER_BYTES).indexOf(LINE_END, end);
    if (at < 0) return undefined;
    end = at + 1;
  }
  return end;
}

function checkedJwe(header: string): string {
  const [magic = '', jwe = '', digest = ''] = header.split('\n');
  checkMagic(magic);
  if (digest !== digestOf(`${magic}\n${jwe}\n`)) throw damaged();
  return jwe;
}

function checkMagic(line: string): void {
  const [magic, format = ''] = line.split(' ');
  if (magic !== MAGIC || !/^\d{1,4}$/.test(format)) throw new BackupRefused('This is not a backup of Karvon.');
  if (Number(format) > FORMAT) {
    throw new BackupRefused(
      `The backup has the format ${format}, and this version of Karvon reads the format ${FORMAT}: restore it with the version that made it, or a newer one.`,
    );
  }
}

async function* continued(rest: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield rest;
  yield* { [Symbol.asyncIterator]: () => source };
}

/** Passes a stream through a transform of zlib; what fails on one side fails on the other. */
async function* through(
  bytes: AsyncIterable<Uint8Array>,
  transform: ReturnType<typeof createZstdCompress>,
): AsyncGenerator<Buffer> {
  let failure: unknown;
  const passed = pipeline(Readable.from(bytes, { objectMode: false }), transform).catch((error: unknown) => {
    failure = error;
    transform.destroy();
  });
  try {
    for await (const piece of transform) yield piece;
  } catch (error) {
    await passed;
    throw failure instanceof BackupRefused ? failure : (failure ?? error);
  } finally {
    transform.destroy();
    await passed;
  }
  if (failure !== undefined) throw failure;
}

function boundOf(header: Buffer): Buffer {
  return createHash('sha256').update(header).digest();
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function damaged(): BackupRefused {
  return new BackupRefused(
    'The backup is damaged: its beginning is not as it was written. Copy it again from where it is kept, or use another backup.',
  );
}
