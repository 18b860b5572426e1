import type { ExecutionResult, FormattedExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { GraphQLError } from 'graphql';
import { createHandler, type Handler, type RequestParams, type Response } from 'graphql-sse';
import type { Context as KoaContext, Middleware } from 'koa';
import { signedInAdmin } from '../../domain/authorize.ts';
import { DomainError, invalid, rateLimited, unavailable } from '../../domain/kernel/errors.ts';
import type { Call, Runtime } from '../../domain/kernel/operation.ts';
import type { ChangeFeed } from '../../model/ports.ts';
import { MAX_LOGGED_NAME } from '../admission/cost.ts';
import { searchOf, type TrustedDocuments } from '../admission/trusted-documents.ts';
import { DocumentErrors } from '../document/errors.ts';
import { formatError, type HttpErrors } from '../reply/errors.ts';
import { type AcceptedSubscription, acceptSubscription } from './accept-subscription.ts';
import { LiveCallers } from './live-callers.ts';
import { LiveHub } from './live-hub.ts';
import { LiveResults } from './live-results.ts';
import { LiveSessions } from './live-sessions.ts';
import { LiveStream, type StreamRequest } from './live-stream.ts';
import { LiveStreams } from './live-streams.ts';
import { LiveSubscription } from './live-subscription.ts';

const PATH = '/graphql/stream';
const METHODS = ['GET', 'POST'];
const TOKEN_HEADER = 'x-graphql-event-stream-token';
/** Of the library's single connection mode, which reserves a stream by PUT and completes subscriptions by DELETE (ADR 35). */
const RESERVING_METHODS = ['PUT', 'DELETE'];
const EVENTS = 'text/event-stream';
/** Replaces a rejected document. */
const PLACEHOLDER_QUERY = '{ __typename }';
/** Subscriptions of an admin in 60 seconds. */
const STARTS = 240;

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
  const results = new LiveResults(schema, report);
  const formatOne = formatError(wire.errors);

  function formatErrors(errors: readonly GraphQLError[], { requestId }: Call): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { extensions, ...formatted } = formatOne(error.toJSON(), error);
      return { ...formatted, extensions: { ...extensions, requestId } };
    });
  }

  function report({ errors = [] }: ExecutionResult, { requestId }: Call): void {
    for (const { originalError } of errors) {
      const domainError = originalError && wire.errors.toDomainError(originalError);
      if (domainError && wire.errors.statusOf(domainError) >= 500) {
        wire.errors.logInternalError(requestId, originalError, domainError.code);
      }
    }
  }

  function format(result: ExecutionResult, call: Call): FormattedExecutionResult {
    return result.errors ? { ...result, errors: formatErrors(result.errors, call) } : result;
  }

  /** @throws DomainError 429 */
  async function countStart({ runtime: { limits } }: Call, callerId: string): Promise<void> {
    const { exceeded, resetSeconds } = await limits.consume(`subscribe:admin:${callerId}`, STARTS);
    if (exceeded) throw rateLimited(resetSeconds);
  }

  async function subscribe(stream: LiveStream, accepted: AcceptedSubscription, call: Call): Promise<LiveSubscription> {
    await sessions.allow(accepted, call);
    const document = results.join(accepted);
    const { ids } = accepted;
    const onEnd = () => {
      stream.remove(subscription);
      results.leave(document);
    };
    const caller = callers.of(stream.admin.callerId);
    const hasRoom = () => stream.hasRoom;
    const subscription: LiveSubscription = new LiveSubscription(
      { document, allowance: accepted, ids, call },
      { hub, sessions, results, caller, hasRoom, format, report, onEnd },
    );
    stream.add(subscription);
    // Its client has left meanwhile.
    if (subscription.isEnded) return subscription;
    try {
      await hub.join(subscription);
    } catch (error) {
      subscription.end();
      runtime.warn('live events are not available', { err: error });
      throw unavailable('SERVICE_UNAVAILABLE', 'LIVE');
    }
    return subscription;
  }

  /** The library's answer to an operation: its results, or why there are none. */
  async function answerOperation(
    stream: LiveStream,
    request: StreamRequest,
    params: RequestParams,
  ): Promise<AsyncIterable<FormattedExecutionResult>> {
    const { ctx, call } = request;
    try {
      if (request.documentError) throw request.documentError;
      const { callerId } = stream.admin;
      // Before the document is parsed, which takes longer than everything else.
      await countStart(call, callerId);
      const accepted = acceptSubscription(schema, params, runtime.clock.now());
      const { name, cost, matchPrice } = accepted;
      wire.noteOperation(ctx, name?.slice(0, MAX_LOGGED_NAME) ?? null, cost + matchPrice);
      const subscription = await subscribe(stream, accepted, call);
      stream.accepted();
      return subscription;
    } catch (error) {
      const errors = await clientErrorsOf(error, call);
      // An open stream cannot have another status: errors come as its only result.
      stream.accepted();
      return once({ errors });
    }
  }

  /** The errors of a document, and a role that may not subscribe. @throws everything else, which HTTP answers */
  async function clientErrorsOf(error: unknown, call: Call): Promise<readonly GraphQLFormattedError[]> {
    if (error instanceof DocumentErrors || error instanceof GraphQLError) {
      const counted = await runtime.clientErrors.limit(call, invalid('BAD_REQUEST', 'MALFORMED'));
      if (counted.kind === 'rateLimited') throw counted;
      return formatErrors(error instanceof GraphQLError ? [error] : error.errors, call);
    }
    if (!(error instanceof DomainError) || error.kind !== 'forbidden') throw error;
    const shown = await runtime.clientErrors.limit({ ...call, admitted: false }, error);
    return formatErrors([new GraphQLError(shown.message, { path: [], originalError: shown })], call);
  }

  function handlerFor(stream: LiveStream): Handler<undefined, StreamRequest> {
    return createHandler<undefined, StreamRequest>({
      authenticate: () => undefined,
      // The library only writes results as JSON, and what clients see of an error is like the JSON of one.
      onSubscribe: (request, params) =>
        answerOperation(stream, request.context, params) as Promise<AsyncIterable<ExecutionResult>>,
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

  function requireDistinctConnection(ctx: KoaContext): void {
    if (RESERVING_METHODS.includes(ctx.method) || ctx.get(TOKEN_HEADER) || ctx.query.token !== undefined) {
      throw invalid('BAD_REQUEST', 'SINGLE_CONNECTION');
    }
    if (!wantsEvents(ctx)) throw invalid('BAD_REQUEST', 'ACCEPT', { accept: EVENTS });
  }

  /** The request for the library, with the text of the document that it names. */
  function resolveDocument({ method, query, url }: KoaContext, body: unknown): ResolvedRequest {
    const parameters = method === 'GET' ? query : body;
    if (typeof parameters !== 'object' || parameters === null) return { url, body };
    const document = wire.documents.admit(parameters);
    // The library needs a text before it reads the answer, which is the error.
    const documentError = document instanceof GraphQLError ? document : undefined;
    const resolved = documentError ? { ...parameters, query: PLACEHOLDER_QUERY } : document;
    if (resolved === parameters) return { url, body };
    return method === 'GET'
      ? { url: `${PATH}?${searchOf(resolved)}`, body, documentError }
      : { url, body: resolved, documentError };
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
        send(ctx, stream, await stream.handler(requestFor(ctx, call, resolveDocument(ctx, body))), call);
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

  function send(ctx: KoaContext, stream: LiveStream, [body, { status, headers = {} }]: Response, call: Call): void {
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
      wire.errors.logInternalError(call.requestId, error, 'INTERNAL_ERROR');
      stream.close();
      ctx.res.destroy();
    });
  }
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

/** The errors of the library itself, with the code and the request id that every error has. */
function withCodes(body: string, status: number, requestId: string): string {
  const { errors = [] } = JSON.parse(body) as { errors?: readonly GraphQLFormattedError[] };
  const extensions = (own: object | undefined) => ({ code: 'BAD_REQUEST', status, requestId, ...own });
  return JSON.stringify({ errors: errors.map((error) => ({ ...error, extensions: extensions(error.extensions) })) });
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
