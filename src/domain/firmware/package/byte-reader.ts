import { createHash } from 'node:crypto';
import { MalformedPackage } from './malformed.ts';

/** Takes a stream apart without holding it; everything that passes is counted and hashed. */
export interface ByteReader {
  /** Exactly that many bytes. @throws MalformedPackage when the stream ends before */
  take(count: number): Promise<Buffer>;
  /** Exactly that many bytes, in the pieces they come in. @throws MalformedPackage when the stream ends before */
  pass(count: number): AsyncGenerator<Uint8Array>;
  /** Whether nothing is left. */
  atEnd(): Promise<boolean>;
  /** Reads on to the end, or until the whole has more than `maxBytes`; then the source is told to stop. */
  drain(maxBytes: number): Promise<void>;
  /** Tells the source that nothing more is read. */
  cancel(): Promise<void>;
  /** What has come so far. */
  total(): { readonly size: number; readonly sha256: string };
  /** Whether the stream ended inside of what was asked for: a consumer of `pass` may have wrapped the error. */
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
