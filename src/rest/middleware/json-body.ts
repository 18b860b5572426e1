import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { invalid } from '../../domain/kernel/errors.ts';
import { badRequest, payloadTooLarge, unsupportedMedia } from '../errors.ts';
import { discardBody } from '../server/discard-body.ts';
import { assertCleanText, assertNoRepeats } from './text-guard.ts';

const DEFAULT_JSON_LIMIT_BYTES = 64 * 1024;
const METHODS_WITH_BODY = [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE];

/** RFC 8259 knows one encoding and no parameter; `charset=utf-8` is what half of the clients add. */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-?8|"utf-?8")\s*)?$/i;

/** Reads the JSON object of a request, as `readJson` says. */
export type BodyReader = (ctx: KoaContext) => Promise<unknown>;

/**
 * Reads the bodies of requests that come through Koa, by koa-body. It gives each byte as a character (latin1), because its own decoding
 * would replace invalid UTF-8 silently.
 * @param limitBytes the largest body that is read
 */
export function jsonBodyReader(limitBytes = DEFAULT_JSON_LIMIT_BYTES): BodyReader {
  const readText = koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ['application/json'],
    textLimit: limitBytes,
    encoding: 'latin1',
    parsedMethods: METHODS_WITH_BODY,
    patchNode: false,
  });
  async function bytesOf(ctx: KoaContext): Promise<Buffer | undefined> {
    // It is `identity`, which koa-body knows in lower case only.
    ctx.req.headers['content-encoding'] = undefined;
    try {
      await readText(ctx, nothing);
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
      if (status === 413) return undefined;
      // A client that did not send all of it, or left. Anything else is a fault of ours.
      if (ctx.req.destroyed || (status >= 400 && status < 500)) throw incomplete();
      throw error;
    }
    return Buffer.from(String(ctx.request.body ?? ''), 'latin1');
  }
  return (ctx) => readJson(ctx.req, limitBytes, () => bytesOf(ctx));
}

/**
 * The JSON object that a request carries. A byte order mark is refused (RFC 8259, 8.1: senders must not add one), and so is
 * every top-level value that is no object, and a member that an object has twice.
 * @param limitBytes the largest body that is read
 * @param bytesOf reads the body, whose type and encoding are right; undefined when it is larger than the limit
 * @returns undefined when the request has no body
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_TEXT_ENCODING, MALFORMED_JSON or
 *   VALIDATION_FAILED; BAD_REQUEST, which nobody reads, when the client went away
 */
export async function readJson(
  req: IncomingMessage,
  limitBytes: number,
  bytesOf: (announced: number) => Promise<Buffer | undefined>,
): Promise<unknown> {
  const length = req.headers['content-length'];
  const chunked = req.headers['transfer-encoding'] !== undefined;
  if (!chunked && (length === undefined || length === '0')) return undefined;
  assertPlainJson(req);
  const announced = Number(length);
  const bytes = announced > limitBytes ? undefined : await bytesOf(announced);
  if (!bytes) {
    await discardBody(req);
    throw payloadTooLarge();
  }
  return bytes.length === 0 ? undefined : parseJsonObject(bytes);
}

/** The error of a body whose client left, or was too slow, before its end. */
export function incomplete() {
  return badRequest('The body is incomplete.');
}

function assertPlainJson(req: IncomingMessage): void {
  const type = req.headers['content-type'];
  if (type === undefined || (type !== 'application/json' && !JSON_TYPE.test(type))) {
    throw unsupportedMedia('The body must be application/json in UTF-8.');
  }
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupportedMedia('The body must not be compressed.');
  }
}

function parseJsonObject(bytes: Buffer): object {
  if (!isUtf8(bytes)) throw invalid('INVALID_TEXT_ENCODING', 'OTHER', { problem: 'The body must be valid UTF-8.' });
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('VALIDATION_FAILED', 'NO_OBJECT');
  }
  if (!isPlain(text)) assertCleanText(value);
  assertNoRepeats(text, value);
  return value;
}

/**
 * Whether JSON of valid UTF-8 has nothing that needs a closer look: NUL and lone surrogates need a backslash, levels a
 * second bracket, and the reserved names their underscores or letters.
 */
function isPlain(text: string): boolean {
  if (text.includes('\\') || text.includes('[') || text.indexOf('{', text.indexOf('{') + 1) !== -1) return false;
  return !text.includes('__proto__') && !text.includes('constructor');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('MALFORMED_JSON');
  }
}

async function nothing(): Promise<void> {
  // The body is parsed by `parseJsonObject`.
}
