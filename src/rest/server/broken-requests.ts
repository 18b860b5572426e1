import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DomainError } from '../../domain/kernel/errors.ts';
import { rawErrorResponse } from '../error-response.ts';
import { badRequest, headersTooLarge, payloadTooLarge, requestTimeout } from '../errors.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { isUnderWay } from './connections.ts';

const LINGER_MS = 1_000;

/** Rejects requests that Node's parser accepts but HTTP forbids: several or no Host, HTTP/0.9, unsupported transfer codings. */
export function framingError(req: IncomingMessage): DomainError | undefined {
  if (req.httpVersionMajor !== 1) return badRequest('The request must use HTTP/1.1.');
  const hosts = countHosts(req.rawHeaders);
  if (hosts > 1 || (hosts === 0 && req.httpVersionMinor > 0))
    return badRequest('The request must have exactly one Host header.');
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return badRequest('The only supported transfer coding is chunked.');
  return undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** By the codes of llhttp and of Node's timeouts (https://nodejs.org/api/http.html#event-clienterror). */
export function parserError(code: string | undefined): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return payloadTooLarge();
  return badRequest('The request is not valid HTTP.');
}

/** Path and Origin of a request that Node could not parse, if they are in the malformed packet. */
export function requestIn(packet: Buffer | undefined): { method?: string; url?: string; headers: IncomingHttpHeaders } {
  const text = packet?.toString('latin1') ?? '';
  const [, method, url] = /^([A-Z]+) (\S+) HTTP\//.exec(text) ?? [];
  const origin = /^origin:[ \t]*(\S+)[ \t]*$/im.exec(text)?.[1];
  return { method, url, headers: { origin } };
}

/** Answers an unparseable request without breaking the answer to an earlier request. */
export function rejectSocket(
  socket: Socket,
  answer: ServerResponse<IncomingMessage> | undefined,
  domainError: DomainError,
  headers: Readonly<Record<string, string>>,
): void {
  if (answer && !answer.req.complete) {
    // The body of the current request is malformed or late: answer it here unless its answer has started.
    if (!answer.headersSent)
      socket.write(rawErrorResponse(domainError, requestIdOf(answer.req.headers), headers, answer.req.url));
    socket.destroy();
    return;
  }
  if (isUnderWay(answer)) {
    answer.once('close', () => endSocket(socket, rawErrorResponse(domainError, requestIdOf(), headers)));
    return;
  }
  endSocket(socket, rawErrorResponse(domainError, requestIdOf(), headers));
}

/** Lets the client read the answer before the connection closes: closing with unread bytes would reset it. */
function endSocket(socket: Socket, text: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
