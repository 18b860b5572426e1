/**
 * The container of a package: POSIX.1-1988 "ustar" with exactly one valid encoding. The bytes are those of GNU tar with
 * `--format=ustar --mode=0644 --mtime=@0 --owner=0 --group=0 --numeric-owner --blocking-factor=1`. A reader that asks
 * for exactly these bytes accepts no other type, name, owner, time, padding or end, hence no byte that means nothing.
 */
export const BLOCK_BYTES = 512;
/** Two empty blocks end an archive. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK_BYTES);

const SIZE_OFFSET = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_OFFSET = 148;

/** The header of a regular file. @param size bytes, below 8 GiB */
export function memberHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 'latin1');
  header.write('0000644\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${size.toString(8).padStart(SIZE_DIGITS, '0')}\0`, SIZE_OFFSET, 'latin1');
  header.write('00000000000\0', 136, 'latin1');
  // The checksum is taken over a header whose checksum field is blank.
  header.write('        ', CHECKSUM_OFFSET, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write('0000000\0', 329, 'latin1');
  header.write('0000000\0', 337, 'latin1');
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, CHECKSUM_OFFSET, 'latin1');
  return header;
}

/**
 * Reads the size from the header of the named member.
 * @returns undefined unless the block is exactly what `memberHeader` writes
 */
export function sizeInHeader(header: Buffer, name: string): number | undefined {
  const digits = header.toString('latin1', SIZE_OFFSET, SIZE_OFFSET + SIZE_DIGITS);
  if (!/^[0-7]{11}$/.test(digits)) return undefined;
  const size = Number.parseInt(digits, 8);
  return header.equals(memberHeader(name, size)) ? size : undefined;
}

/** Zero bytes that fill a member of this size up to a whole block. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}
