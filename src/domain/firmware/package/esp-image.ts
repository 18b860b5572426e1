/**
 * The descriptor of an ESP32 application image: `esp_image_header_t` (24 bytes), the header of the first segment
 * (8 bytes), then `esp_app_desc_t`. Source: ESP-IDF Programming Guide, "App Image Format"; esp_app_format.h,
 * esp_app_desc.h. All numbers are little endian.
 */
export interface EmbeddedDescriptor {
  readonly version: string;
  readonly projectName: string;
  /** Raised with each security fix; a device with eFuse anti-rollback rejects a lower one. */
  readonly secureVersion: number;
  /** SHA-256 of the ELF file, lower-case hexadecimal. */
  readonly appElfSha256: string;
  readonly idfVersion: string;
  /** `esp32s3`; `unknown-<id>` for a chip that has no name here. */
  readonly chip: string;
}

/** `esp_chip_id_t`. */
export const ESP_CHIP_IDS = {
  esp32: 0x0000,
  esp32s2: 0x0002,
  esp32c3: 0x0005,
  esp32s3: 0x0009,
  esp32c2: 0x000c,
  esp32c6: 0x000d,
  esp32h2: 0x0010,
  esp32p4: 0x0012,
  esp32c61: 0x0014,
  esp32c5: 0x0017,
  esp32h21: 0x0019,
  esp32h4: 0x001c,
} as const;

const CHIPS = new Map<number, string>(Object.entries(ESP_CHIP_IDS).map(([name, id]) => [id, name]));

/** The first byte of every image. */
export const IMAGE_MAGIC = 0xe9;
const CHIP_ID_OFFSET = 12;
const DESCRIPTOR_OFFSET = 32;
const DESCRIPTOR_MAGIC = 0xabcd5432;
const DESCRIPTOR_BYTES = 256;
/** The number of bytes that `readDescriptor` reads. */
export const IMAGE_HEAD_BYTES = DESCRIPTOR_OFFSET + DESCRIPTOR_BYTES;

/**
 * Reads the descriptor from the start of an image.
 * @param head the first IMAGE_HEAD_BYTES of it; fewer if it is shorter
 * @returns null if it is not an application image, or its strings are not as ESP-IDF writes them (ASCII,
 *   NUL-terminated)
 */
export function readDescriptor(head: Buffer): EmbeddedDescriptor | null {
  if (head.length < IMAGE_HEAD_BYTES || head[0] !== IMAGE_MAGIC) return null;
  const descriptor = head.subarray(DESCRIPTOR_OFFSET, IMAGE_HEAD_BYTES);
  if (descriptor.readUInt32LE(0) !== DESCRIPTOR_MAGIC) return null;
  const version = text(descriptor.subarray(16, 48));
  const projectName = text(descriptor.subarray(48, 80));
  const idfVersion = text(descriptor.subarray(112, 144));
  if (version === undefined || projectName === undefined || idfVersion === undefined) return null;
  const chipId = head.readUInt16LE(CHIP_ID_OFFSET);
  return {
    version,
    projectName,
    secureVersion: descriptor.readUInt32LE(4),
    appElfSha256: descriptor.subarray(144, 176).toString('hex'),
    idfVersion,
    chip: CHIPS.get(chipId) ?? `unknown-${chipId}`,
  };
}

function text(field: Buffer): string | undefined {
  const end = field.indexOf(0);
  const characters = end === -1 ? field : field.subarray(0, end);
  return characters.every((byte) => byte >= 0x20 && byte < 0x7f) ? characters.toString('latin1') : undefined;
}
