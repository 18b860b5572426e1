import { createHash, randomBytes } from 'node:crypto';

const HEAD_BYTES = 288;
const ESP32_S3 = 9;

/**
 * An application image as `idf.py build` makes it, with made-up code: header, descriptor, random bytes.
 * Format: ESP-IDF Programming Guide, "App Image Format"; esp_app_desc.h.
 */
export function buildImage(version: string, size: number): Buffer {
  const image = Buffer.concat([Buffer.alloc(HEAD_BYTES), randomBytes(size - HEAD_BYTES)]);
  image[0] = 0xe9;
  image[1] = 1;
  image.writeUInt16LE(ESP32_S3, 12);
  image.writeUInt32LE(0xabcd5432, 32);
  image.write(version, 48, 32, 'latin1');
  image.write('lamp', 80, 32, 'latin1');
  image.write('v5.3', 144, 32, 'latin1');
  createHash('sha256').update(image.subarray(HEAD_BYTES)).digest().copy(image, 176);
  return image;
}
