import { BackupRefused } from './backup-error.ts';

/** A file of the archive. It is a part of something longer, so that each fits in memory. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

const BLOCK = 512;
/** Longer than any part that is written. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const MAX_NAME_BYTES = 100;
/** Offsets and lengths of POSIX ustar (IEEE Std 1003.1, pax). */
const SIZE = { at: 124, length: 12 } as const;
const CHECKSUM = { at: 148, length: 8 } as const;

/** Writes entries as a tar archive that every tar reads. */
export async function* tar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield headerOf(name, content.length);
    yield content;
    yield Buffer.alloc(paddingOf(content.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Reads an archive that `tar` wrote. @throws BackupRefused */
export async function* untar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const read = readerOf(bytes);
  for (;;) {
    const header = await read(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    if (Number.parseInt(textAt(header, CHECKSUM), 8) !== checksumOf(header)) throw malformed();
    const size = Number.parseInt(textAt(header, SIZE), 8);
    if (!(size >= 0 && size <= MAX_CONTENT_BYTES)) throw malformed();
    const content = await read(size);
    await read(paddingOf(size));
    yield { name: textAt(header, { at: 0, length: MAX_NAME_BYTES }), content };
  }
  if (!(await read(BLOCK)).every((byte) => byte === 0) || !(await read.ended())) throw malformed();
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new TypeError(`the name of a part is too long: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000600\x000000000\x000000000\0', 100);
  header.write(`${size.toString(8).padStart(SIZE.length - 1, '0')}\0`, SIZE.at);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at);
  return header;
}

/** The sum of the header's bytes, with spaces in place of the sum. */
function checksumOf(header: Buffer): number {
  const own = header.subarray(CHECKSUM.at, CHECKSUM.at + CHECKSUM.length).reduce((sum, byte) => sum + byte, 0);
  return header.reduce((sum, byte) => sum + byte, 0) - own + 0x20 * CHECKSUM.length;
}

function textAt(header: Buffer, { at, length }: { readonly at: number; readonly length: number }): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function readerOf(stream: AsyncIterable<Uint8Array>) {
  const source = stream[Symbol.asyncIterator]();
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  async function more(): Promise<boolean> {
    const { value, done } = await source.next();
    if (done) return false;
    waiting.push(value);
    bytes += value.length;
    return true;
  }
  async function read(length: number): Promise<Buffer> {
    while (bytes < length) if (!(await more())) throw malformed();
    const all = Buffer.concat(waiting);
    waiting = [all.subarray(length)];
    bytes = all.length - length;
    return all.subarray(0, length);
  }
  return Object.assign(read, { ended: async () => bytes === 0 && !(await more()) });
}

function malformed(): BackupRefused {
  return new BackupRefused('The backup does not contain what a backup contains: it was made by something else.');
}
