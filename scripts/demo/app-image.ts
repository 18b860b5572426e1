import { createHash, randomBytes } from 'node:crypto';

/** Header, first segment's header and descriptor. */
const HEAD_BYTES = 288;
const SEGMENT_OFFSET = 32;
const CHECKSUM_BLOCK_BYTES = 16;
const HASH_BYTES = 32;
const ESP32_S3 = 9;

/**
 * An application image in the format of `idf.py build`, with random bytes as its code: header, descriptor, code.
 * Format: ESP-IDF Programming Guide, "App Image Format"; esp_app_desc.h.
 */
export function buildImage(version: string, size: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16LE(ESP32_S3, 12);
  head.writeUInt32LE(0xabcd5432, 32);
  head.write(version, 48, 32, 'latin1');
  head.write('lamp', 80, 32, 'latin1');
  head.write('v5.3', 144, 32, 'latin1');
  const code = randomBytes(codeBytesFor(size));
  createHash('sha256').update(code).digest().copy(head, 176);
  return sealImage(head, code);
}

/** The largest code size, in bytes, whose image is at most `size` bytes; image sizes are multiples of 16. */
export function codeBytesFor(size: number): number {
  const blocks = Math.floor((size - HEAD_BYTES - CHECKSUM_BLOCK_BYTES - HASH_BYTES) / CHECKSUM_BLOCK_BYTES);
  return Math.max(blocks, 0) * CHECKSUM_BLOCK_BYTES;
}

/**
 * Completes an image of one segment: fills in the header, appends the checksum and SHA-256.
 * @param head the first 288 bytes: header, segment header, descriptor
 * @param code the rest of the segment; a multiple of 4 bytes
 */
export function sealImage(head: Buffer, code: Buffer): Buffer {
  const content = Buffer.concat([head, code]);
  content[0] = 0xe9;
  content[1] = 1;
  content[23] = 1;
  content.writeUInt32LE(content.length - SEGMENT_OFFSET, 28);
  const padding = Buffer.alloc(CHECKSUM_BLOCK_BYTES - (content.length % CHECKSUM_BLOCK_BYTES));
  padding[padding.length - 1] = content.subarray(SEGMENT_OFFSET).reduce((sum, byte) => sum ^ byte, 0xef);
  const image = Buffer.concat([content, padding]);
  return Buffer.concat([image, createHash('sha256').update(image).digest()]);
}
