import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, Runtime } from '../domain/kernel/operation.ts';
import type { HttpTransport } from '../model/enums.ts';
import { bearerOf, serviceTokenOf } from './bearer.ts';
import { hasSessionCookie, readSessionCookie, type SessionCookie } from './middleware/session-cookie.ts';
import type { RequestState } from './request-state.ts';
import { ipBucket } from './server/client-ip.ts';

interface CallSettings {
  readonly runtime: Runtime;
  readonly cookie: SessionCookie;
  readonly brand: string;
}

/** The part of Koa's context that identifies the caller. */
interface Request {
  readonly req: Pick<IncomingMessage, 'headers'>;
  readonly state: Pick<RequestState, 'requestId' | 'ip' | 'call'>;
}

/** The domain's call of a request, for all transports. Also stored in the state, for the error paths. */
export function callOf({ req, state }: Request, settings: CallSettings, transport: HttpTransport): Call {
  const { headers } = req;
  const { requestId, ip } = state;
  const call: Call = {
    runtime: settings.runtime,
    requestId,
    ip,
    network: ipBucket(ip),
    transport,
    userAgent: headers['user-agent'],
    sessionToken: readSessionCookie(headers, settings.cookie),
    hasSessionCookie: hasSessionCookie(headers, settings.cookie),
    bearer: bearerOf(headers.authorization),
    serviceToken: serviceTokenOf(headers.authorization),
    proof: {
      timestamp: single(headers[`x-${settings.brand}-timestamp`]),
      proof: single(headers[`x-${settings.brand}-proof`]),
    },
    expectedRevision: revisionOf(headers['if-match']),
    idempotencyKey: single(headers['idempotency-key']),
  };
  state.call = call;
  return call;
}

/** Ends the reads of a call, and its waits for a connection, when its client leaves before it has the answer. */
export function endWithClient(res: ServerResponse, call: Call): void {
  // Now: the client may leave before the call has come to the database.
  const share = call.runtime.shares.newRequest();
  call.share = share;
  if (res.closed) share.abandon();
  res.once('close', () => {
    if (!res.writableFinished) share.abandon();
  });
}

/** Node joins repeated headers with a comma, which no proof, timestamp or key contains. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** A revision never is negative, so entity tags of another form match none. */
const NO_REVISION = -1;
/** Entity tags (RFC 9110, 8.8.3 and 13.1.1). */
const ENTITY_TAGS = /^(?:W\/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"]*")*$/;

/** `If-Match: "<revision>"`; `*` matches every revision. */
function revisionOf(ifMatch: string | undefined): Call['expectedRevision'] {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const revision = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch)?.[1];
  if (revision !== undefined) return Number(revision);
  return ENTITY_TAGS.test(ifMatch) ? NO_REVISION : 'malformed';
}
