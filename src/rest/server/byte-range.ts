/** First and last byte, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** `bytes=0-99`, `bytes=100-`, `bytes=-100`: one range, the only form that is answered with a part. */
const ONE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * Parses a Range header (RFC 9110, 14.2). A malformed header is ignored, and several ranges are answered with the whole file,
 * which RFC 9110 permits.
 * @param size of the file in bytes
 * @returns undefined for the whole file, `unsatisfiable` for a 416
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = ONE_RANGE.exec(header ?? '');
  if (!match) return undefined;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 };
}
