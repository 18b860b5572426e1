import type { IncomingMessage } from 'node:http';
import { isNativeError } from 'node:util/types';
import type Koa from 'koa';
import type { ParameterizedContext } from 'koa';
import type { DomainError } from '../../domain/kernel/errors.ts';
import type { Logger } from '../../log.ts';
import { endWithError, errorHeaders, errorText, isGraphql } from '../error-response.ts';
import { errorOfStatus, isInternalError, routeNotFound, statusOf, toDomainError } from '../errors.ts';
import { notFoundPage } from '../pages/home-page.ts';
import { asksForPage, pageContent } from '../pages/page.ts';
import type { RequestState, WireMiddleware } from '../request-state.ts';
import type { Content } from '../static/static-content.ts';

/** Headers of a failed handler, which the error answer removes. */
const HEADERS_OF_THE_LOST_ANSWER = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Disposition',
  'Transfer-Encoding',
  'ETag',
  'Last-Modified',
  'Set-Cookie',
];

/** Of a GraphQL answer, for clients that prefer it: they read its errors whatever the status. */
const GRAPHQL_JSON = 'application/graphql-response+json';

/** Error codes of a disconnected client, which needs no answer. */
const GONE = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

export interface ErrorOptions {
  readonly log: Logger;
  /** The paths that a path without a route may mean. */
  readonly nearestPaths?: (path: string) => readonly string[];
  /** Names the scheme of device proofs in WWW-Authenticate. */
  readonly brand: string;
  /** Whether the page of an unknown path leads to the console. */
  readonly hasConsole?: boolean;
  /** Counts a client error for its caller. @returns the error to answer: this one, or 429 */
  readonly limitErrors?: (ctx: ParameterizedContext<RequestState>, domainError: DomainError) => Promise<DomainError>;
}

/**
 * Maps everything thrown by later middleware, and every status of 400 and above without a body (the router's 404 and 405), to
 * the error shape. Internal errors (5xx) are logged with the request id, but without content of the request.
 */
export function errors(options: ErrorOptions): WireMiddleware {
  const { limitErrors = async (_ctx, domainError) => domainError, nearestPaths = () => [] } = options;
  // The same for every path that there is not; a browser keeps no error.
  const page = pageContent(notFoundPage(options.hasConsole ?? false), 'no-store', []);
  return async (ctx, next) => {
    let domainError: DomainError;
    try {
      await next();
      if (ctx.status < 400 || (ctx.body !== undefined && ctx.body !== null)) return;
      domainError = ctx.status === 404 ? routeNotFound(nearestPaths(ctx.path)) : errorOfStatus(ctx.status);
    } catch (thrown) {
      domainError = domainErrorOf(thrown, ctx.state.requestId, options.log);
    }
    domainError = await limitErrors(ctx, domainError);
    if (ctx.writable && !ctx.headerSent) answer(ctx, domainError, options.brand, page);
    else ctx.res.destroy();
  };
}

function answer(ctx: ParameterizedContext<RequestState>, domainError: DomainError, brand: string, page: Content): void {
  for (const name of HEADERS_OF_THE_LOST_ANSWER) ctx.remove(name);
  ctx.status = statusOf(domainError.kind);
  ctx.set(errorHeaders(domainError, brand));
  if (isGraphql(ctx.req.url) && ctx.accepts('application/json', GRAPHQL_JSON) === GRAPHQL_JSON) {
    ctx.set('Content-Type', `${GRAPHQL_JSON}; charset=utf-8`);
  }
  ctx.body = errorText(domainError, ctx.state.requestId, ctx.req.url);
  if (domainError.code === 'ROUTE_NOT_FOUND' && asksForPage(ctx)) {
    ctx.set({ ...page.headers, 'Content-Type': page.type });
    ctx.body = page.body;
  }
  if (endsConnection(ctx.req, domainError)) ctx.set('Connection', 'close');
}

/** Closes the connection instead of reading the rest of an oversized or partly read body. */
export function endsConnection(req: IncomingMessage, domainError: DomainError): boolean {
  return !req.complete && (domainError.kind === 'tooLarge' || req.readableDidRead);
}

/**
 * Replaces Koa's text/plain answer for errors outside of all middleware: a reply that cannot be serialized, a broken stream.
 */
export function replaceDefaultErrorHandler(app: Koa<RequestState>, { log, brand }: ErrorOptions): void {
  app.context.onerror = function onerror(thrown: unknown): void {
    if (thrown === undefined || thrown === null) return;
    if (this.headerSent || !this.writable) {
      if (!isGone(thrown)) logInternalError(log, this.state.requestId, thrown);
      this.res.destroy();
      return;
    }
    for (const name of HEADERS_OF_THE_LOST_ANSWER) this.remove(name);
    const domainError = domainErrorOf(thrown, this.state.requestId, log);
    endWithError(this.res, domainError, this.state.requestId, errorHeaders(domainError, brand));
  };
}

/** Maps a thrown value to its answer. Logs internal errors with the request id, but without content of the request. */
export function domainErrorOf(thrown: unknown, requestId: string, log: Logger): DomainError {
  const domainError = toDomainError(thrown);
  if (isInternalError(thrown)) logInternalError(log, requestId, thrown, domainError.code);
  return domainError;
}

function logInternalError(log: Logger, requestId: string, thrown: unknown, code = 'INTERNAL_ERROR'): void {
  const err = isNativeError(thrown) ? thrown : new Error(`a value that is not an Error was thrown: ${typeof thrown}`);
  log.error({ requestId, code, err }, 'request failed');
}

function isGone(thrown: unknown): boolean {
  return isNativeError(thrown) && 'code' in thrown && typeof thrown.code === 'string' && GONE.has(thrown.code);
}
