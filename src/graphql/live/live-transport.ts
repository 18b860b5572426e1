import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { createHandler, type Handler, type Response } from 'graphql-sse';
import type { Context as KoaContext, Middleware } from 'koa';
import { signedInAdmin } from '../../domain/authorize.ts';
import { type DomainError, invalid } from '../../domain/kernel/errors.ts';
import type { Call, Runtime } from '../../domain/kernel/operation.ts';
import type { ChangeFeed } from '../../model/ports.ts';
import { searchOf, type TrustedDocuments } from '../admission/trusted-documents.ts';
import type { HttpErrors } from '../reply/errors.ts';
import { LiveCallers } from './live-callers.ts';
import { LiveErrors } from './live-errors.ts';
import { LiveHub } from './live-hub.ts';
import { answerSubscription } from './live-operations.ts';
import { LiveResults } from './live-results.ts';
import { LiveSessions } from './live-sessions.ts';
import { LiveStream, type StreamRequest } from './live-stream.ts';
import { LiveStreams } from './live-streams.ts';

const PATH = '/graphql/stream';
const METHODS = ['GET', 'POST'];
const TOKEN_HEADER = 'x-graphql-event-stream-token';
/** Of the library's single connection mode, which reserves a stream by PUT and completes subscriptions by DELETE (ADR 35). */
const RESERVING_METHODS = ['PUT', 'DELETE'];
const EVENTS = 'text/event-stream';
/** Replaces a rejected document. */
const PLACEHOLDER_QUERY = '{ __typename }';

/** HTTP functions, and the parts that the transport of queries shares with this one. */
export interface LiveWire {
  readonly callOf: (ctx: KoaContext) => Call;
  readonly readBody: (ctx: KoaContext) => Promise<unknown>;
  readonly errors: HttpErrors;
  readonly methodNotAllowed: () => DomainError;
  readonly noteOperation: (ctx: KoaContext, operation: string | null, cost: number) => void;
  readonly documents: TrustedDocuments;
  /** @throws DomainError 401 or 429 before anything is read */
  readonly requireSession: (call: Call) => Promise<void>;
}

export interface LiveTransport {
  readonly middleware: Middleware;
  readonly openStreams: () => number;
  /** Completes every subscription; new ones are rejected. */
  stop(): Promise<void>;
}

/**
 * Subscriptions as server-sent events, by graphql-sse's protocol in its distinct connections mode. The library speaks the
 * protocol; each stream has a handler of its own, so that nothing of it outlives the stream.
 */
export function createLiveTransport(
  schema: GraphQLSchema,
  wire: LiveWire,
  { runtime, changes }: { readonly runtime: Runtime; readonly changes: ChangeFeed },
): LiveTransport {
  const streams = new LiveStreams();
  const sessions = new LiveSessions();
  const hub = new LiveHub(runtime, changes, sessions, () => streams.checkAll());
  const callers = new LiveCallers();
  const errors = new LiveErrors(wire.errors);
  const results = new LiveResults(schema, (result, call) => errors.report(result, call));
  const parts = { hub, sessions, callers, results, errors, noteOperation: wire.noteOperation };

  function handlerFor(stream: LiveStream): Handler<undefined, StreamRequest> {
    return createHandler<undefined, StreamRequest>({
      authenticate: () => undefined,
      // The library only writes results as JSON, and what clients see of an error is like the JSON of one.
      onSubscribe: (request, params) =>
        answerSubscription(schema, parts, stream, request.context, params) as Promise<AsyncIterable<ExecutionResult>>,
      onNext: () => stream.resultMade(),
      onComplete: () => stream.completed(),
    });
  }

  async function open(call: Call): Promise<LiveStream> {
    const admin = await signedInAdmin(call);
    streams.requireRoom(admin);
    const stream: LiveStream = new LiveStream({
      admin,
      handlerFor,
      checkSession: () => sessions.admin(call),
      onRoom: () => callers.turns.wake(),
      onClose: () => streams.remove(stream),
    });
    streams.add(stream);
    return stream;
  }

  return {
    async middleware(ctx, next) {
      if (ctx.path !== PATH) return next();
      ctx.state.route = PATH;
      if (![...METHODS, ...RESERVING_METHODS].includes(ctx.method)) {
        ctx.set('Allow', METHODS.join(', '));
        throw wire.methodNotAllowed();
      }
      const call = wire.callOf(ctx);
      await wire.requireSession(call);
      const body = ctx.method === 'POST' ? await wire.readBody(ctx) : undefined;
      requireDistinctConnection(ctx);
      const stream = await open(call);
      try {
        const request = requestFor(ctx, call, resolveDocument(wire.documents, ctx, body));
        send(ctx, stream, await stream.handler(request), call, wire.errors);
      } finally {
        // A stream whose only subscription was rejected.
        if (ctx.respond !== false) stream.close();
      }
      return undefined;
    },
    openStreams: () => streams.size,
    async stop() {
      hub.stop();
      await streams.stop();
    },
  };
}

/** @throws DomainError 400 BAD_REQUEST for the library's other mode, and for a client that takes no events */
function requireDistinctConnection(ctx: KoaContext): void {
  if (RESERVING_METHODS.includes(ctx.method) || ctx.get(TOKEN_HEADER) || ctx.query.token !== undefined) {
    throw invalid('BAD_REQUEST', 'SINGLE_CONNECTION');
  }
  if (!wantsEvents(ctx)) throw invalid('BAD_REQUEST', 'ACCEPT', { accept: EVENTS });
}

function wantsEvents(ctx: KoaContext): boolean {
  return ctx.get('accept').includes(EVENTS);
}

/** A request whose document is looked up; `documentError` says why it is rejected. */
interface ResolvedRequest {
  readonly url: string;
  readonly body: unknown;
  readonly documentError?: GraphQLError | undefined;
}

/** The request for the library, with the text of the document that it names. */
function resolveDocument(
  documents: TrustedDocuments,
  { method, query, url }: KoaContext,
  body: unknown,
): ResolvedRequest {
  const parameters = method === 'GET' ? query : body;
  if (typeof parameters !== 'object' || parameters === null) return { url, body };
  const document = documents.admit(parameters);
  // The library needs a text before it reads the answer, which is the error.
  const documentError = document instanceof GraphQLError ? document : undefined;
  const resolved = documentError ? { ...parameters, query: PLACEHOLDER_QUERY } : document;
  if (resolved === parameters) return { url, body };
  return method === 'GET'
    ? { url: `${PATH}?${searchOf(resolved)}`, body, documentError }
    : { url, body: resolved, documentError };
}

/** The request for the library, with the one media type that the mode needs. */
function requestFor(ctx: KoaContext, call: Call, { url, body, documentError }: ResolvedRequest) {
  const accept = wantsEvents(ctx) ? EVENTS : '*/*';
  return {
    method: ctx.method,
    url,
    headers: { get: (name: string) => (name === 'accept' ? accept : ctx.get(name)) },
    body: body as Record<string, unknown>,
    raw: undefined,
    context: { ctx, call, documentError },
  };
}

/** Sends what the library answers: a stream, or why there is none. */
function send(
  ctx: KoaContext,
  stream: LiveStream,
  [body, { status, headers = {} }]: Response,
  call: Call,
  errors: HttpErrors,
): void {
  if (typeof body === 'string' || body === null) {
    ctx.status = status;
    // Without a body, the error of the status is answered.
    if (status >= 400 && body === null) return;
    ctx.type = headers['content-type'] ?? 'application/json; charset=utf-8';
    ctx.body = status >= 400 ? withCodes(body ?? '', status, call.requestId) : (body ?? '');
    return;
  }
  ctx.respond = false;
  ctx.res.writeHead(200, {
    'Content-Type': `${EVENTS}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  stream.send(ctx.res, body).catch((error: unknown) => {
    errors.logInternalError(call.requestId, error, 'INTERNAL_ERROR');
    stream.close();
    ctx.res.destroy();
  });
}

/** The errors of the library itself, with the code and the request id that every error has. */
function withCodes(body: string, status: number, requestId: string): string {
  const { errors = [] } = JSON.parse(body) as { errors?: readonly GraphQLFormattedError[] };
  const extensions = (own: object | undefined) => ({ code: 'BAD_REQUEST', status, requestId, ...own });
  return JSON.stringify({ errors: errors.map((error) => ({ ...error, extensions: extensions(error.extensions) })) });
}
