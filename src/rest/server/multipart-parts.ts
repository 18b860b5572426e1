import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { invalid } from '../../domain/kernel/errors.ts';
import { payloadTooLarge } from '../errors.ts';
import { type PartHeaders, readPartHeaders } from './multipart-headers.ts';

/** More than any form of the contract has, repeated fields included. */
const MAX_PARTS = 100;
const MAX_HEADER_PAIRS = 16;
const MAX_HEADER_BYTES = 4096;

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  /** Undefined if the part is not a file. */
  readonly fileName?: string;
  /** Its content, which must be read completely before the next part. */
  bytes(): AsyncGenerator<Buffer>;
}

interface Arrived {
  readonly stream: Readable;
  headers?: PartHeaders;
}

/**
 * Streams the parts of a form in their order.
 * @param maxBytes of the whole body
 * @throws DomainError MALFORMED_MULTIPART for a malformed or incomplete form; PAYLOAD_TOO_LARGE
 */
export async function* partsOf(req: IncomingMessage, boundary: string, maxBytes: number): AsyncGenerator<FormPart> {
  const limits = { boundary, maxHeaderPairs: MAX_HEADER_PAIRS, maxHeaderSize: MAX_HEADER_BYTES };
  const parser = new Dicer(limits);
  const arrivals = new Arrivals();
  let size = 0;

  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) arrivals.fail(payloadTooLarge());
  };
  const broken = () => arrivals.fail(endedEarly());
  const gone = () => req.complete || broken();
  parser.on('part', (stream) => arrivals.add(stream));
  parser.once('finish', () => arrivals.end());
  parser.on('error', broken);
  req.on('data', count).once('error', broken).once('close', gone);
  req.pipe(parser);
  try {
    for (let next = await arrivals.next(); next; next = await arrivals.next()) {
      const { stream, headers } = next;
      yield { ...readPartHeaders(headers), bytes: () => contentOf(stream, arrivals) };
    }
    await ended(req, arrivals);
  } finally {
    req.unpipe(parser).off('data', count).off('error', broken).off('close', gone);
    req.on('error', () => undefined);
    arrivals.abandon();
  }
}

/** Queue of parts between parser and reader, bounded by the parts in a chunk or two. */
class Arrivals {
  readonly #parts: Arrived[] = [];
  /** What is being read. */
  #current: Readable | undefined;
  #failure: Error | undefined;
  #finished = false;
  #count = 0;
  #waiting = Promise.withResolvers<void>();

  add(stream: Readable): void {
    // The parser ends an incomplete part with an error, even if nothing reads it.
    stream.on('error', () => undefined);
    const part: Arrived = { stream };
    this.#requireHeaders();
    this.#count += 1;
    if (this.#count > MAX_PARTS) this.fail(malformed('The form has too many parts.'));
    this.#parts.push(part);
    stream.once('header', (headers: PartHeaders) => {
      part.headers = headers;
      this.#wake();
    });
    this.#wake();
  }

  end(): void {
    this.#requireHeaders();
    this.#finished = true;
    this.#wake();
  }

  /** A part that ended before its headers has none. */
  #requireHeaders(): void {
    const last = this.#parts.at(-1);
    if (last && !last.headers) this.fail(malformed('A part has no headers.'));
  }

  fail(error: Error): void {
    this.#failure ??= error;
    for (const { stream } of this.#parts) stream.destroy(error);
    this.#current?.destroy(error);
    this.#wake();
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /** The next part, once its headers are there; undefined after the last one. */
  async next(): Promise<{ readonly stream: Readable; readonly headers: PartHeaders } | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const [part] = this.#parts;
      if (part?.headers) {
        this.#parts.shift();
        this.#current = part.stream;
        return { stream: part.stream, headers: part.headers };
      }
      if (!part && this.#finished) return undefined;
      await this.#waiting.promise;
    }
  }

  abandon(): void {
    for (const { stream } of this.#parts) stream.destroy();
    this.#current?.destroy();
  }

  #wake(): void {
    this.#waiting.resolve();
    this.#waiting = Promise.withResolvers<void>();
  }
}

async function* contentOf(stream: Readable, arrivals: Arrivals): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    throw arrivals.failure ?? error;
  }
  if (arrivals.failure) throw arrivals.failure;
}

/** Resolves when the request has ended too: bytes after the last part are counted and ignored (RFC 2046, 5.1.1). */
async function ended(req: IncomingMessage, arrivals: Arrivals): Promise<void> {
  // pipe() stops when the parser finishes, at the last boundary.
  req.resume();
  while (!req.readableEnded && !arrivals.failure) {
    await new Promise<void>((resolve) => {
      const wake = () => {
        req.off('end', wake).off('close', wake).off('data', wake);
        resolve();
      };
      req.on('end', wake).on('close', wake).on('data', wake);
    });
  }
  if (arrivals.failure) throw arrivals.failure;
}

function endedEarly() {
  return malformed('The form ends too early.');
}

function malformed(problem: string) {
  return invalid('MALFORMED_MULTIPART', { problem });
}
