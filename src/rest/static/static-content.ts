import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from '../server/content-coding.ts';

/** What is the same for everybody who asks. */
export interface Content {
  readonly body: string | Uint8Array;
  readonly type: string;
  readonly cacheControl: string;
  /** Further headers of the answer, such as the policy of a page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request headers, beside Accept-Encoding, by which this content was chosen. */
  readonly vary?: readonly string[];
  /** The body as a build has compressed it already. */
  readonly compressed?: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/** A content in one coding. */
export interface Form {
  readonly bytes: Buffer;
  /** Strong: of these bytes. */
  readonly etag: string;
}

export interface PreparedContent {
  readonly forms: Readonly<Record<ContentCoding, Form>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly vary: readonly string[];
}

/** Gives the prepared content, which is made at the first call. */
export type StaticContent = () => Promise<PreparedContent>;

const gzipped = promisify<Buffer, object, Buffer>(gzip);
const brotli = promisify<Buffer, object, Buffer>(brotliCompress);
/** Nearly as small as at 11, in a tenth of the time. */
const BROTLI_QUALITY = 6;
/** Each chunk is a task for the threads that also hash passwords, and a turn of the event loop. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Content that is made and compressed once for everybody. Concurrent first callers share the work, and after a failure the next
 * caller tries again.
 */
export function staticContent(make: () => Content | Promise<Content>): StaticContent {
  let preparing: Promise<PreparedContent> | undefined;
  return () => {
    preparing ??= prepare(make).catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  };
}

async function prepare(make: () => Content | Promise<Content>): Promise<PreparedContent> {
  const { body, type, cacheControl, headers, vary = [], compressed = {} } = await make();
  const identity =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  const [zipped, br] = await Promise.all([
    compressed.gzip ?? gzipped(identity, { level: constants.Z_BEST_COMPRESSION, chunkSize: CHUNK_BYTES }),
    compressed.br ??
      brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }, chunkSize: CHUNK_BYTES }),
  ]);
  return {
    forms: { identity: formOf(identity), gzip: formOf(zipped), br: formOf(br) },
    headers: { ...headers, 'Content-Type': type, 'Cache-Control': cacheControl },
    vary: [...vary, 'Accept-Encoding'],
  };
}

function formOf(bytes: Buffer): Form {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}
