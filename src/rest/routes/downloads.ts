import { DomainError } from '../../domain/kernel/errors.ts';
import type { Call } from '../../domain/kernel/operation.ts';
import { openDownload } from '../../domain/objects/index.ts';
import { run } from '../../domain/run.ts';
import type { ServedFile } from '../../model/ports.ts';
import { callOf } from '../call.ts';
import { errorBody } from '../errors.ts';
import { parseQuery } from '../middleware/text-guard.ts';
import { isNotModified, isRangeMeant, type Validators } from '../preconditions.ts';
import { setRateLimitHeaders } from '../rate-limit-headers.ts';
import type { RestContext, Serve } from '../request-state.ts';
import type { TransportSettings } from '../router.ts';
import { type ByteRange, byteRange } from '../server/byte-range.ts';
import { sendBytes } from '../server/send-bytes.ts';

/** Paths beside the table of operations, each with its reason. */
export const EXTRA_PATHS = {
  '/v1/firmware/files/:sha256': 'only where this service serves its files itself; sends bytes, ranges and 304',
  '/livez':
    'an orchestrator restarts a process that does not answer, and must not restart it because a database is down',
  '/readyz':
    'a load balancer sends requests to instances that can serve; `/health` is 200 in every case and has a limit',
  '/v1/admin/exports/:list':
    'scripts and spreadsheets take whole lists with the filters of GraphQL; the contract has files of two lists only',
  '/pair': 'the QR code of a label leads people here, and from here to the app',
  '/.well-known/assetlinks.json':
    'Android asks here which apps may open the address of a label; only where some are configured',
  '/.well-known/apple-app-site-association':
    'iOS asks here which apps may open the address of a label; only where some are configured',
  '/v1/openapi.json':
    'tools read the description of the API; it is the same for everyone, has no secret, and is made once',
  '/v1/docs': 'people read the description of the API',
  '/v1/docs/:operationId': 'people read the description of one operation',
  '/console{/*path}': 'people work here with a browser; its files are the same for everyone',
} as const;

const PATH: keyof typeof EXTRA_PATHS = '/v1/firmware/files/:sha256';
/** A content address never changes; the signature is private to its client. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';

/** Serves the objects of the file storage under the URLs it signed. HEAD comes with GET. */
export function addDownloads(serve: Serve, settings: TransportSettings): void {
  if (!settings.runtime.servedFiles) return;
  serve(PATH, (ctx) => answer(ctx, settings, String(ctx.params.sha256)));
}

async function answer(ctx: RestContext, settings: TransportSettings, sha256: string): Promise<void> {
  ctx.state.route = PATH;
  const call = callOf(ctx, settings, 'REST');
  const file = await open(ctx, call, sha256);
  const validators = { etag: `"${sha256}"`, lastModified: wholeSeconds(file.storedAt) };
  try {
    const bytes = setHead(ctx, file, validators);
    if (bytes) await sendBytes(ctx, file, bytes);
  } finally {
    await file.close();
  }
}

async function open(ctx: RestContext, call: Call, sha256: string): Promise<ServedFile> {
  try {
    return await run(openDownload, call, {
      wire: 'strings',
      read: () => ({ sha256, ...signatureOf(ctx.querystring) }),
    });
  } finally {
    if (call.rateLimit) setRateLimitHeaders(ctx.res, call.rateLimit);
  }
}

/** Sets status and headers. @returns the bytes that follow; undefined if none do */
function setHead(ctx: RestContext, { size }: ServedFile, validators: Validators): ByteRange | undefined {
  const { headers } = ctx.req;
  ctx.res.setHeader('ETag', validators.etag);
  ctx.res.setHeader('Last-Modified', validators.lastModified.toUTCString());
  ctx.res.setHeader('Cache-Control', CACHE_CONTROL);
  ctx.res.setHeader('Accept-Ranges', 'bytes');
  if (isNotModified(headers, validators)) {
    ctx.status = 304;
    return undefined;
  }
  const range = ctx.method === 'GET' && isRangeMeant(headers, validators) ? byteRange(headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    setUnsatisfiable(ctx, size);
    return undefined;
  }
  ctx.status = range ? 206 : 200;
  ctx.res.setHeader('Content-Type', 'application/octet-stream');
  ctx.res.setHeader('Content-Disposition', 'attachment; filename="firmware.bin"');
  if (range) ctx.res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  if (ctx.method === 'GET' && size > 0) return range ?? { start: 0, end: size - 1 };
  if (ctx.method === 'GET') ctx.body = '';
  ctx.res.setHeader('Content-Length', size);
  return undefined;
}

function setUnsatisfiable(ctx: RestContext, size: number): void {
  ctx.status = 416;
  ctx.res.setHeader('Content-Range', `bytes */${size}`);
  ctx.res.setHeader('Cache-Control', 'no-store');
  ctx.body = errorBody('INVALID_RANGE', 'The range is outside of the file.', ctx.state.requestId);
}

/** The two parameters of a signed URL; a query with other parameters is not signed. */
function signatureOf(querystring: string): Readonly<Record<string, string>> {
  try {
    const query = parseQuery(querystring);
    return Object.keys(query).every((name) => name === 'expires' || name === 'signature') ? query : {};
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}

function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}
