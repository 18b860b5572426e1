import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../domain/kernel/errors.ts';
import { badRequest, payloadTooLarge, unsupportedMedia } from '../errors.ts';
import { discardBody } from '../server/discard-body.ts';
import { assertCleanText, assertNoRepeats } from './text-guard.ts';

export const DEFAULT_JSON_LIMIT_BYTES = 64 * 1024;

/** RFC 8259 knows one encoding and no parameter; `charset=utf-8` is what half of the clients add. */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-?8|"utf-?8")\s*)?$/i;

/**
 * The JSON object a request carries. A byte order mark is refused (RFC 8259, 8.1: senders must not add one), and so is
 * every top-level value that is no object, and a member that an object has twice.
 * @param limitBytes the largest body that is read
 * @returns undefined when the request has no body
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_TEXT_ENCODING, MALFORMED_JSON or
 *   VALIDATION_FAILED; BAD_REQUEST, which nobody reads, when the client went away
 */
export async function readJsonBody(req: IncomingMessage, limitBytes = DEFAULT_JSON_LIMIT_BYTES): Promise<unknown> {
  const length = req.headers['content-length'];
  const chunked = req.headers['transfer-encoding'] !== undefined;
  if (!chunked && (length === undefined || length === '0')) return undefined;
  assertPlainJson(req);
  const announced = Number(length);
  const bytes = announced > limitBytes ? undefined : await bytesOf(req, announced, limitBytes);
  if (!bytes) {
    await discardBody(req);
    throw payloadTooLarge();
  }
  return bytes.length === 0 ? undefined : parseJsonObject(bytes);
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

/**
 * Most bodies come in one packet with their head, and Node hands the whole packet on before anything goes on that awaits.
 * Such a body is taken at once: flowing on to the stream's end would be four ticks more, which nobody waits for.
 * @param announced its Content-Length; not a number when it has none
 * @returns undefined when there is more than the limit
 */
async function bytesOf(req: IncomingMessage, announced: number, limit: number): Promise<Buffer | undefined> {
  await undefined;
  if (req.readableLength !== announced || announced === 0) return readBytes(req, limit);
  // All of it is here; the parser says so a moment later, and an error in that moment would end the connection.
  req.complete = true;
  return req.read(announced);
}

/** @returns undefined as soon as there is more than the limit */
function readBytes(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    function keep(chunk: Buffer): void {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      req.off('data', keep).pause();
      resolve(undefined);
    }
    req.on('data', keep);
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)));
    const breakOff = () => {
      // Before the end: the client, or our patience with it, is gone.
      if (!req.readableEnded) reject(badRequest('The body is incomplete.'));
    };
    req.once('close', breakOff);
    if (req.destroyed) breakOff();
  });
}

function parseJsonObject(bytes: Buffer): object {
  if (!isUtf8(bytes)) throw invalid('INVALID_TEXT_ENCODING', 'The body must be valid UTF-8.');
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('VALIDATION_FAILED', 'The body must be a JSON object.');
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
    throw invalid('MALFORMED_JSON', 'The body is not valid JSON.');
  }
}
