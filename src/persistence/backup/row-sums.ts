import { crc32 } from 'node:zlib';

/** What two copies of a table have in common if they have the same rows, in any order. */
export interface RowSums {
  readonly rows: number;
  readonly bytes: number;
  /** The sum of the CRC-32 of each row, modulo 2^48. */
  readonly sum: number;
}

const LINE_END = 0x0a;
const MODULUS = 2 ** 48;

/** Counts rows in the text form of COPY, in which each row is a line. */
export class RowCounter {
  private rows = 0;
  private bytes = 0;
  private sum = 0;
  /** Of the row that the last piece began. */
  private begun = 0;

  add(piece: Buffer): void {
    this.bytes += piece.length;
    let at = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, at)) {
      this.sum = (this.sum + crc32(piece.subarray(at, end + 1), this.begun)) % MODULUS;
      this.begun = 0;
      this.rows += 1;
      at = end + 1;
    }
    if (at < piece.length) this.begun = crc32(piece.subarray(at), this.begun);
  }

  sums(): RowSums {
    return { rows: this.rows, bytes: this.bytes, sum: this.sum };
  }
}
