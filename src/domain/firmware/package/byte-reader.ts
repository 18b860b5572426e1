import { createHash } from 'node:crypto';
import { MalformedPackage } from './malformed.ts';

/** Reads a stream piece by piece without buffering it; counts and hashes all bytes. */
export interface ByteReader {
  /** Reads exactly `count` bytes. @throws MalformedPackage if the stream ends first */
  take(count: number): Promise<Buffer>;
  /** Yields exactly `count` bytes in the chunks of the source. @throws MalformedPackage if the stream ends first */
  pass(count: number): AsyncGenerator<Uint8Array>;
  /** True at the end of the stream. */
  atEnd(): Promise<boolean>;
  /** Reads to the end, or until the total exceeds `maxBytes`; then cancels the source. */
  drain(maxBytes: number): Promise<void>;
  /** Cancels the source. */
  cancel(): Promise<void>;
  /** Size and hash of the bytes read so far. */
  total(): { readonly size: number; readonly sha256: string };
  /** True if the stream ended within a read; a consumer of `pass` may have wrapped the error. */
  readonly endedEarly: boolean;
}

/** Errors of the source are passed on as they are. */
export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let size = 0;
  let rest: Uint8Array = new Uint8Array();
  let endedEarly = false;

  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return false;
      hash.update(value);
      size += value.length;
      rest = value;
    }
    return true;
  }

  async function piece(maxBytes: number): Promise<Uint8Array> {
    if (!(await more())) {
      endedEarly = true;
      throw new MalformedPackage('The package is truncated.');
    }
    const taken = rest.subarray(0, maxBytes);
    rest = rest.subarray(taken.length);
    return taken;
  }

  async function* pass(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const taken = await piece(left);
      left -= taken.length;
      yield taken;
    }
  }

  return {
    pass,
    async take(count) {
      const pieces: Uint8Array[] = [];
      for await (const taken of pass(count)) pieces.push(taken);
      return Buffer.concat(pieces, count);
    },
    atEnd: async () => !(await more()),
    async drain(maxBytes) {
      while (size <= maxBytes && (await more())) rest = new Uint8Array();
      if (size > maxBytes) await iterator.return?.();
    },
    async cancel() {
      await iterator.return?.();
    },
    total: () => ({ size, sha256: hash.copy().digest('hex') }),
    get endedEarly() {
      return endedEarly;
    },
  };
}
