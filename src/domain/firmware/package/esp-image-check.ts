import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type EmbeddedDescriptor, IMAGE_HEAD_BYTES, IMAGE_MAGIC, readDescriptor } from './esp-image.ts';

/** `esp_image_header_t`, and `esp_image_segment_header_t` before each segment. */
const HEADER_BYTES = 24;
const SEGMENT_COUNT_OFFSET = 1;
const HASH_APPENDED_OFFSET = 23;
const SEGMENT_HEADER_BYTES = 8;
const MAX_SEGMENTS = 16;
const MAX_SEGMENT_BYTES = 16 * 1024 * 1024;
/** The start of the first segment. */
const DESCRIPTOR_BYTES = IMAGE_HEAD_BYTES - HEADER_BYTES - SEGMENT_HEADER_BYTES;

/** The checksum is the last byte of a block of 16. */
const CHECKSUM_SEED = 0xef;
const CHECKSUM_BLOCK_BYTES = 16;
const HASH_BYTES = 32;

/** Secure Boot version 1 appends a version word (0) and a signature, version 2 a flash sector with one to three blocks. */
const SIGNATURE_V1_BYTES = 68;
const SECTOR_BYTES = 4096;
const SIGNATURE_BLOCK_BYTES = 1216;
const SIGNATURE_BLOCK_MAGIC = 0xe7;
const SIGNATURE_CRC_OFFSET = 1196;
const MAX_SIGNATURE_BLOCKS = 3;
/** Erased flash. */
const FILL = 0xff;

/** The findings about one image. */
export interface ImageReport {
  /** False if the file does not start like an ESP image; nothing else was checked then. */
  readonly isEspImage: boolean;
  /** A sentence about the first flaw; undefined for a complete image. */
  readonly problem: string | undefined;
  /** Null when the image has no readable descriptor. */
  readonly embedded: EmbeddedDescriptor | null;
}

/** An image that is checked while it is read: consume `bytes`, then call `report`. */
export interface CheckedImage {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** @throws Error before `bytes` has ended */
  report(): ImageReport;
}

/**
 * Checks an ESP32 image as it passes: header, segments, checksum byte, appended SHA-256, and that nothing follows but a
 * Secure Boot signature or the rest of a flash sector. A bad image passes unchanged too; errors of the source are thrown.
 * Source: ESP-IDF Programming Guide, "App Image Format" and "Secure Boot"; esp_image_format.c.
 */
export function checkImage(image: AsyncIterable<Uint8Array>): CheckedImage {
  const reader = new ImageReader(image);
  let report: ImageReport | undefined;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const findings: ImageFindings = { isEspImage: false, embedded: null };
    let problem: string | undefined;
    try {
      yield* readImage(reader, findings);
    } catch (error) {
      if (!(error instanceof ImageFlaw)) throw error;
      problem = error.message;
      yield* reader.rest();
    }
    report = { ...findings, problem };
  }

  return {
    bytes: bytes(),
    report() {
      if (!report) throw new Error('The image has not been read to its end.');
      return report;
    },
  };
}

interface ImageFindings {
  isEspImage: boolean;
  embedded: EmbeddedDescriptor | null;
}

/** The first flaw of an image. */
class ImageFlaw extends Error {}

/** Reads an image piece by piece, and tracks the position and the hash. */
class ImageReader {
  position = 0;
  readonly #hash = createHash('sha256');
  readonly #source: AsyncIterator<Uint8Array>;
  #left: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Hexadecimal. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Yields up to `count` bytes in the chunks of the source; fewer at the end of the file. */
  async *upTo(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0; ) {
      if (this.#left.length === 0) {
        const { done, value } = await this.#source.next();
        if (done) return;
        this.#left = value;
      }
      const piece = this.#left.subarray(0, missing);
      this.#left = this.#left.subarray(piece.length);
      this.#hash.update(piece);
      this.position += piece.length;
      missing -= piece.length;
      yield piece;
    }
  }

  /** Yields exactly `count` bytes and returns a copy of them. @throws ImageFlaw if the file ends first */
  async *exactly(count: number): AsyncGenerator<Uint8Array, Buffer> {
    const chunks: Buffer[] = [];
    const end = this.position + count;
    for await (const piece of this.upTo(count)) {
      chunks.push(Buffer.from(piece));
      yield piece;
    }
    if (this.position < end) throw cutOff(this.position);
    return Buffer.concat(chunks);
  }

  rest(): AsyncGenerator<Uint8Array> {
    return this.upTo(Number.POSITIVE_INFINITY);
  }
}

async function* readImage(reader: ImageReader, findings: ImageFindings): AsyncGenerator<Uint8Array> {
  const header = yield* readHeader(reader, findings);
  const checksum = yield* readSegments(reader, header, findings);
  const block = yield* reader.exactly(CHECKSUM_BLOCK_BYTES - (reader.position % CHECKSUM_BLOCK_BYTES));
  const stored = block[block.length - 1];
  if (stored !== checksum) {
    throw new ImageFlaw(`The image is damaged: its checksum byte is ${stored}, but its segments give ${checksum}.`);
  }
  if (header[HASH_APPENDED_OFFSET] === 1) {
    const computed = reader.sha256();
    const appended = yield* reader.exactly(HASH_BYTES);
    if (appended.toString('hex') !== computed) {
      throw new ImageFlaw('The image is damaged: the SHA-256 at its end does not match its content.');
    }
  }
  yield* readTrailer(reader);
}

async function* readHeader(reader: ImageReader, findings: ImageFindings): AsyncGenerator<Uint8Array, Buffer> {
  const chunks: Buffer[] = [];
  for await (const piece of reader.upTo(1)) {
    chunks.push(Buffer.from(piece));
    yield piece;
  }
  if (chunks[0]?.[0] !== IMAGE_MAGIC) {
    throw new ImageFlaw('The file is not an ESP32 image: its first byte must be 0xE9.');
  }
  findings.isEspImage = true;
  const header = Buffer.concat([...chunks, yield* reader.exactly(HEADER_BYTES - 1)]);
  const hashAppended = header.readUInt8(HASH_APPENDED_OFFSET);
  if (hashAppended > 1) throw new ImageFlaw(`The image has an invalid header: hash_appended is ${hashAppended}.`);
  return header;
}

/** @returns the checksum of all segments */
async function* readSegments(
  reader: ImageReader,
  header: Buffer,
  findings: ImageFindings,
): AsyncGenerator<Uint8Array, number> {
  const count = header.readUInt8(SEGMENT_COUNT_OFFSET);
  if (count < 1 || count > MAX_SEGMENTS) {
    throw new ImageFlaw(`The image has an invalid header: ${count} segments (must be 1 to ${MAX_SEGMENTS}).`);
  }
  let checksum = CHECKSUM_SEED;
  for (let index = 0; index < count; index += 1) {
    const segmentHeader = yield* reader.exactly(SEGMENT_HEADER_BYTES);
    const length = segmentHeader.readUInt32LE(4);
    if (length % 4 !== 0 || length >= MAX_SEGMENT_BYTES) {
      throw new ImageFlaw(`Segment ${index} of the image has an invalid length: ${length} bytes.`);
    }
    const end = reader.position + length;
    if (index === 0) {
      const start = yield* reader.exactly(Math.min(length, DESCRIPTOR_BYTES));
      findings.embedded = readDescriptor(Buffer.concat([header, segmentHeader, start]));
      checksum = xorOf(checksum, start);
    }
    for await (const piece of reader.upTo(end - reader.position)) {
      checksum = xorOf(checksum, piece);
      yield piece;
    }
    if (reader.position < end) throw cutOff(reader.position);
  }
  return checksum;
}

function xorOf(seed: number, bytes: Uint8Array): number {
  let result = seed;
  for (const byte of bytes) result ^= byte;
  return result;
}

/** An image may be followed by nothing, a Secure Boot signature, or the rest of a flash sector. */
async function* readTrailer(reader: ImageReader): AsyncGenerator<Uint8Array> {
  const end = reader.position;
  const toSector = (SECTOR_BYTES - (end % SECTOR_BYTES)) % SECTOR_BYTES;
  const chunks: Buffer[] = [];
  for await (const piece of reader.upTo(toSector + SECTOR_BYTES + 1)) {
    chunks.push(Buffer.from(piece));
    yield piece;
  }
  const trailer = Buffer.concat(chunks);
  const isFill = trailer.length === toSector && isErased(trailer);
  const isSignatureV1 = trailer.length === SIGNATURE_V1_BYTES && trailer.readUInt32LE(0) === 0;
  const isSignatureV2 =
    trailer.length === toSector + SECTOR_BYTES &&
    isErased(trailer.subarray(0, toSector)) &&
    isSignatureSector(trailer.subarray(toSector));
  if (trailer.length === 0 || isFill || isSignatureV1 || isSignatureV2) return;
  throw new ImageFlaw(`The file has unexpected data after the image, which ends after ${end} bytes.`);
}

/** One to three signature blocks of Secure Boot version 2, each with a valid CRC-32, then nothing. */
function isSignatureSector(sector: Buffer): boolean {
  let blocks = 0;
  while (blocks < MAX_SIGNATURE_BLOCKS && sector[blocks * SIGNATURE_BLOCK_BYTES] === SIGNATURE_BLOCK_MAGIC) blocks += 1;
  const bounds = Array.from({ length: blocks }, (_, index) => index * SIGNATURE_BLOCK_BYTES);
  return (
    blocks > 0 &&
    bounds.every((at) => hasValidCrc(sector.subarray(at, at + SIGNATURE_BLOCK_BYTES))) &&
    isErased(sector.subarray(blocks * SIGNATURE_BLOCK_BYTES))
  );
}

function hasValidCrc(block: Buffer): boolean {
  const after = SIGNATURE_CRC_OFFSET + 4;
  return (
    block.readUInt32LE(SIGNATURE_CRC_OFFSET) === crc32(block.subarray(0, SIGNATURE_CRC_OFFSET)) &&
    block.subarray(after).every((byte) => byte === 0)
  );
}

function isErased(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === FILL);
}

function cutOff(position: number): ImageFlaw {
  return new ImageFlaw(`The image is cut off: the file ends after ${position} bytes, before the image does.`);
}
