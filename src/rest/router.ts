import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type { Call, Runtime } from '../domain/kernel/operation.ts';
import { run } from '../domain/run.ts';
import type { Page } from '../model/ports.ts';
import { callOf, endWithClient } from './call.ts';
import { inputOf, rejectQuery } from './input.ts';
import type { BodyReader } from './middleware/json-body.ts';
import type { SessionCookie } from './middleware/session-cookie.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';
import type { RequestState, RestContext, Serve, WireMiddleware } from './request-state.ts';
import type { Route } from './route.ts';
import { type Form, formBytes, readForm } from './server/multipart.ts';

export interface TransportSettings {
  readonly runtime: Runtime;
  readonly cookie: SessionCookie;
  readonly brand: string;
  readonly jsonBodyLimitBytes: number;
  /** Reads the JSON body of a request that comes through Koa. */
  readonly readBody: BodyReader;
}

/** Overhead of a package around its image. */
const PACKAGE_BYTES = 128 * 1024;

/** Registers every row as a Koa route, which runs the operation and answers with the row's status. */
export function restRouter(table: readonly Route[], settings: TransportSettings): Router {
  const router = new Router<RequestState>();
  for (const route of table) {
    router.register(route.path, [route.method], (ctx) =>
      answer(ctx as unknown as RestContext, route, settings, firstOf(ctx.params)),
    );
  }
  return router as unknown as Router;
}

/** Adds paths that are no operation's to the router. */
export function servedBy(router: Router): Serve {
  return (path, answerGet) => {
    router.register(path, ['GET'], (ctx, next) => answerGet(ctx as unknown as RestContext, next));
  };
}

/**
 * Finds the routes without a parameter by their text; @koa/router would try the pattern of every row for each request.
 * Paths with another case or a trailing slash fall through to it.
 */
export function fixedRoutes(table: readonly Route[], settings: TransportSettings): WireMiddleware {
  const fixed = new Map(
    table.filter(({ path }) => !path.includes(':')).map((route) => [`${route.method} ${route.path}`, route]),
  );
  return (ctx, next) => {
    const route = fixed.get(`${ctx.method} ${ctx.path}`);
    return route ? answer(ctx, route, settings) : next();
  };
}

/** Runs the operation of a route and answers. @param id of the record that the path names */
export async function answer(ctx: RestContext, route: Route, settings: TransportSettings, id?: string): Promise<void> {
  ctx.state.route = route.path;
  const call = callOf(ctx, settings, 'REST');
  endWithClient(ctx.res, call);
  try {
    const result = await (route.body === 'form'
      ? runForm(ctx, route, settings, call, id)
      : run(
          route.operation,
          call,
          inputOf(ctx.querystring, route, () => settings.readBody(ctx)),
          { id },
        ));
    if (call.replayed) ctx.res.setHeader('Idempotency-Replayed', 'true');
    if (call.rateLimit) setRateLimitHeaders(ctx.res, call.rateLimit);
    if (!route.adapter && ctx.method !== 'HEAD' && typeof result === 'object' && result !== null) {
      sendJson(ctx, route.status, shownBy(route, result));
      return;
    }
    ctx.status = route.status;
    ctx.body = route.adapter ? await route.adapter(ctx, result as never, settings) : shownBy(route, result);
  } catch (error) {
    if (call.rateLimit) setRateLimitHeaders(ctx.res, call.rateLimit);
    throw error;
  }
}

/** Reads the form when the operation needs it, like every body, and deletes its file after the call. */
async function runForm(ctx: RestContext, route: Route, settings: TransportSettings, call: Call, id?: string) {
  let form: Form | undefined;
  const read = async () => {
    rejectQuery(ctx.querystring);
    const { storage, settings: limits } = settings.runtime;
    form = await readForm(ctx.req, route.operation.input, {
      maxFileBytes: maxFileBytes(limits.firmwareMaxBytes),
      stage: (source, maxBytes) => storage.stage(source, maxBytes),
    });
    return form.input;
  };
  try {
    return await run(route.operation, call, { wire: 'strings', read }, { id });
  } finally {
    await form?.dispose();
  }
}

/** True for requests with a form, whose bodies are larger and slower than others. */
export function isFormRequest(table: readonly Route[]): (req: IncomingMessage) => boolean {
  const paths = new Set(table.flatMap(({ body, path }) => (body === 'form' ? path : [])));
  return ({ method, url = '' }) =>
    method === 'POST' && paths.has(url.split('?', 1)[0]?.replace(/\/$/, '').toLowerCase() ?? '');
}

/** The largest file of a form: a package with the largest image. */
export function maxFileBytes(firmwareMaxBytes: number): number {
  return firmwareMaxBytes + PACKAGE_BYTES;
}

/** The largest body of a form. */
export function maxFormBytes(firmwareMaxBytes: number): number {
  return formBytes(maxFileBytes(firmwareMaxBytes));
}

/** Sends JSON like Koa, without its detection of the body's type. */
function sendJson(ctx: RestContext, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const { res } = ctx;
  if (!ctx.writable || res.headersSent) return;
  ctx.respond = false;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

function firstOf(params: Readonly<Record<string, string>>): string | undefined {
  return Object.values(params)[0];
}

/** The body of a route without an adapter. */
function shownBy({ omits }: Route, result: unknown): unknown {
  const shown = listShape(result);
  return omits ? without(omits, shown) : shown;
}

function without(names: readonly string[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    members.map(([name, member]) =>
      name === 'items' && Array.isArray(member) ? [name, member.map((item) => without(names, item))] : [name, member],
    ),
  );
}

/** A REST list is exactly `{ items, total, skip, take }`: only GraphQL has cursors. */
function listShape(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('hasMore' in result)) return result;
  const { hasMore: _more, nextCursor: _cursor, cursors: _cursors, ...list } = result as Page<unknown>;
  return list;
}
