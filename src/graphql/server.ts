import 'reflect-metadata';
import type { ServerResponse } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import { type FormattedExecutionResult, GraphQLError } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import { signedInAdmin } from '../domain/authorize.ts';
import { type DomainError, invalid, notFound } from '../domain/kernel/errors.ts';
import type { Call, Runtime } from '../domain/kernel/operation.ts';
import type { ChangeFeed, RateLimitStatus } from '../model/ports.ts';
import { AnonymousLimit, isSignIn, SIGN_IN_BYTES } from './admission/anonymous.ts';
import { AdmittedDocuments } from './admission/documents.ts';
import {
  countIntrospection,
  IntrospectionReplies,
  introspectionKey,
  introspectionOf,
} from './admission/introspection.ts';
import { type CheckedDocument, checkVariables, MAX_TOKENS } from './admission/limits.ts';
import { searchOf, TrustedDocuments } from './admission/trusted-documents.ts';
import type { TrustedDocumentSettings } from './admission/trusted-manifest.ts';
import { DocumentErrors } from './document/errors.ts';
import { GraphqlContext, type SessionWire } from './execution/context.ts';
import { stringifyReply } from './execution/reply-text.ts';
import { reportedError } from './execution/shown-error.ts';
import { createLiveTransport } from './live/live-transport.ts';
import { asksForPage, type PageContent, pageContent } from './page/page.ts';
import { formatError, type HttpErrors } from './reply/errors.ts';
import { costExtension, replyPlugin } from './reply/reply.ts';
import { buildGraphqlSchema } from './schema/schema.ts';

const PATH = '/graphql';
/** The media type for clients that prefer it: they read the errors whatever the status. */
const GRAPHQL_JSON = 'application/graphql-response+json';

type BodyReader = (ctx: KoaContext) => Promise<unknown>;

/** HTTP functions for this transport; the transports do not import each other. */
export interface GraphqlWire {
  readonly callOf: (ctx: KoaContext) => Call;
  /** Reads the JSON body of a request. */
  readonly readBody: BodyReader;
  /** Makes a reader of bodies that are not larger than so many bytes. */
  readonly bodyReader: (limitBytes: number) => BodyReader;
  readonly sessionOf: (ctx: KoaContext) => SessionWire;
  readonly errors: HttpErrors;
  /**
   * Answers with content that is the same for everybody, made at the first request.
   * @param route whose requests are limited
   */
  readonly staticAnswer: (route: string, make: () => Promise<PageContent>) => (ctx: KoaContext) => Promise<void>;
  /** Sets the rate limit headers of the reply. */
  readonly setRateLimitHeaders: (res: ServerResponse, status: RateLimitStatus) => void;
  /** The answer to a method other than GET and POST. */
  readonly methodNotAllowed: () => DomainError;
  /** Adds the name and the cost of the operation to the line of the request in the log. */
  readonly noteOperation: (ctx: KoaContext, operation: string | null, cost: number) => void;
}

export interface GraphqlTransport {
  readonly middleware: Middleware;
  /** Subscriptions, as server-sent events. */
  readonly live: Middleware;
  /** How many streams of subscriptions are open. */
  readonly openStreams: () => number;
  /** Completes the streams of subscriptions, which would otherwise never end. */
  endStreams(): Promise<void>;
  stop(): Promise<void>;
}

/** The GraphQL transport: Apollo behind limits; unauthenticated callers are rejected before execution. */
export async function createGraphqlTransport(
  wire: GraphqlWire,
  service: {
    readonly runtime: Runtime;
    readonly changes: ChangeFeed;
    readonly trustedDocuments: TrustedDocumentSettings;
  },
): Promise<GraphqlTransport> {
  const documents = new TrustedDocuments(service.trustedDocuments, service.runtime.warn);
  const schema = buildGraphqlSchema();
  const admitted = new AdmittedDocuments(schema);
  const format = formatError(wire.errors);
  const server = new ApolloServer<GraphqlContext>({
    schema,
    documentStore: admitted,
    stringifyResult: stringifyReply,
    // Every request passes the origin check of rest/middleware/csrf.ts.
    csrfPrevention: false,
    introspection: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    parseOptions: { maxTokens: MAX_TOKENS },
    formatError: format,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      // Only for subgraphs, but it would load 4 MB of protocol buffers before it detects that this is none.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      replyPlugin(schema, wire.errors),
    ],
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  await server.start();
  const calls = new WeakMap<KoaContext, Call>();
  const sendPage = wire.staticAnswer(PATH, () => pageContent(PATH));
  const answer = koaMiddleware(server, {
    context: async ({ ctx }) => {
      const call = calls.get(ctx) ?? wire.callOf(ctx);
      const reply = {
        setRateLimitHeaders: (status: RateLimitStatus) => wire.setRateLimitHeaders(ctx.res, status),
        noteOperation: (operation: string | null, cost: number) => wire.noteOperation(ctx, operation, cost),
        errorOf: (thrown: unknown) => reportedError(wire.errors, thrown, call.requestId),
        isClosed: () => ctx.res.destroyed,
      };
      return new GraphqlContext(call, await call.admin, wire.sessionOf(ctx), reply);
    },
  });
  const readSignIn = wire.bodyReader(SIGN_IN_BYTES);
  const anonymous = new AnonymousLimit();
  const introspectionReplies = new IntrospectionReplies();
  const live = createLiveTransport(
    schema,
    { ...wire, documents, requireSession: (call) => requireSession(call, wire, anonymous) },
    service,
  );

  /** Admits the document before Apollo gets it, and answers introspection from the cache. */
  async function answerWithin(ctx: KoaContext, call: Call, body: object): Promise<void> {
    const hideSuggestions = (await call.admin) === undefined;
    let checked: CheckedDocument | undefined;
    try {
      checked = admittedIn(body, (text) => admitted.admit(text, { hideSuggestions }));
    } catch (error) {
      sendRefusal(ctx, error);
      return;
    }
    const introspection = checked ? introspectionOf(checked, 'operationName' in body && body.operationName) : 'none';
    if (!checked || introspection === 'none') return answer(ctx, done);
    const work = async () => {
      await countIntrospection(call.runtime, await signedInAdmin(call));
      await answer(ctx, done);
    };
    if (introspection === 'some') return work();
    const key = introspectionKey(checked.document, body, ctx.get('accept'));
    const reply = await introspectionReplies.find(key);
    if (reply) {
      ctx.set('Cache-Control', 'no-store');
      ctx.type = reply.contentType;
      ctx.body = reply.body;
      return;
    }
    await introspectionReplies.make(key, async () => {
      await work();
      if (ctx.status !== 200) return undefined;
      return { contentType: ctx.response.get('content-type'), body: Buffer.from(String(ctx.body)) };
    });
  }

  /** Sends the errors of a document that is not executed. @throws every other error */
  function sendRefusal(ctx: KoaContext, error: unknown): void {
    if (error instanceof GraphQLError) sendDocumentError(ctx, { errors: [error] });
    else if (error instanceof DocumentErrors) {
      const errors = error.errors.map((each) => format(each.toJSON(), each));
      sendDocumentError(ctx, { errors, extensions: costExtension(0) });
    } else throw error;
  }

  return {
    live: live.middleware,
    openStreams: live.openStreams,
    endStreams: live.stop,
    stop: () => server.stop(),
    async middleware(ctx, next) {
      if (ctx.path !== PATH) return next();
      ctx.state.route = PATH;
      if (!('query' in ctx.query || 'documentId' in ctx.query) && asksForPage(ctx)) {
        if (documents.isEnforced) throw notFound('NOT_FOUND', 'PAGE');
        await sendPage(ctx);
        return undefined;
      }
      if (ctx.method !== 'POST' && ctx.method !== 'GET') {
        ctx.set('Allow', 'GET, POST');
        ctx.vary('Accept');
        throw wire.methodNotAllowed();
      }
      const call = wire.callOf(ctx);
      calls.set(ctx, call);
      if (ctx.method === 'GET') ctx.set('Cache-Control', 'private, no-store');
      const parameters = await bodyOf(ctx, call, wire, { anonymous, documents, readSignIn });
      const body = documents.admit(parameters);
      if (body instanceof GraphQLError) sendRefusal(ctx, body);
      else {
        Object.assign(ctx.request, { body });
        // Apollo reads a GET from its URL.
        if (ctx.method === 'GET' && body !== parameters) ctx.querystring = searchOf(body);
        await answerWithin(ctx, call, body);
      }
      if (ctx.status >= 400) {
        await countInvalidDocument(call);
        ctx.body = withRequestId(ctx.body, call.requestId);
        if (isDocumentError(ctx)) ctx.status = 200;
      }
      return undefined;
    },
  };
}

function sendDocumentError(ctx: KoaContext, reply: FormattedExecutionResult): void {
  ctx.status = 400;
  const type = ctx.accepts('application/json', GRAPHQL_JSON) || 'application/json';
  ctx.set('Content-Type', `${type}; charset=utf-8`);
  ctx.body = JSON.stringify(reply);
}

/** A document that cannot be executed has no operation that would count it. @throws DomainError 429 */
async function countInvalidDocument(call: Call): Promise<void> {
  const clientError = invalid('BAD_REQUEST', 'MALFORMED');
  const answered = await call.runtime.clientErrors.limit(call, clientError);
  if (answered !== clientError) throw answered;
}

/**
 * @returns undefined for a body without a document, which Apollo rejects with a reason
 * @throws GraphQLError naming a limit, and what `admit` throws
 */
function admittedIn(body: object, admit: (text: string) => CheckedDocument): CheckedDocument | undefined {
  if (!('query' in body) || typeof body.query !== 'string' || body.query === '') return undefined;
  if ('variables' in body) checkVariables(body.variables);
  return admit(body.query);
}

/** Apollo rejects a request without a query, and a mutation by GET, before any plugin runs: such errors have no id yet. */
function withRequestId(body: unknown, requestId: string): unknown {
  const answered: { errors?: { extensions?: object }[] } = typeof body === 'string' ? JSON.parse(body) : {};
  const errors = answered.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ ...answered, errors });
}

/**
 * Whether the reply is the error of a document, to a client that asked for `application/json` by name: such clients take
 * any status but 200 for a failure of the transport (https://graphql.github.io/graphql-over-http/draft/#sec-application-json).
 */
function isDocumentError({ status, state, response, req, body }: KoaContext): boolean {
  const isJson = response.type === 'application/json' && req.headers.accept?.includes('application/json') === true;
  if (status !== 400 || !isJson || (state.call as Call | undefined)?.admitted) return false;
  const { errors = [] } = JSON.parse(String(body)) as { errors?: { extensions: { code?: string } }[] };
  return errors.every(({ extensions: { code } }) => code !== 'BAD_REQUEST');
}

interface Admission {
  readonly anonymous: AnonymousLimit;
  readonly documents: TrustedDocuments;
  readonly readSignIn: BodyReader;
}

/** The body of a signed-in admin, or the smaller one of a sign-in. */
async function bodyOf(
  ctx: KoaContext,
  call: Call,
  wire: GraphqlWire,
  { anonymous, documents, readSignIn }: Admission,
): Promise<object> {
  await anonymous.beforeLookUp(call);
  try {
    await signedInAdmin(call);
  } catch (error) {
    if (!wire.errors.isUnauthenticated(error)) throw error;
    await anonymous.notSignedIn(call);
    if (ctx.method === 'GET') throw error;
    const body = await smallBodyOf(ctx, readSignIn, wire.errors);
    if (typeof body === 'object' && body && isSignIn(documents.admit(body))) return body;
    throw error;
  }
  anonymous.signedIn(call);
  await call.runtime.clientErrors.requireRoom(call);
  return ctx.method === 'GET' ? parametersOf(ctx) : (((await wire.readBody(ctx)) ?? {}) as object);
}

/** @throws DomainError 401 without a session, 429 for a network or an admin with too many rejected requests */
async function requireSession(call: Call, wire: GraphqlWire, anonymous: AnonymousLimit): Promise<void> {
  await anonymous.beforeLookUp(call);
  try {
    await signedInAdmin(call);
  } catch (error) {
    if (wire.errors.isUnauthenticated(error)) await anonymous.notSignedIn(call);
    throw error;
  }
  anonymous.signedIn(call);
  await call.runtime.clientErrors.requireRoom(call);
}

/** The query of a GET, in the form of the body of a POST. @throws DomainError 400 BAD_REQUEST */
function parametersOf({ query }: KoaContext): object {
  const { variables, extensions, ...others } = query;
  return {
    ...others,
    ...(variables === undefined ? {} : { variables: jsonOf('variables', variables) }),
    ...(extensions === undefined ? {} : { extensions: jsonOf('extensions', extensions) }),
  };
}

function jsonOf(name: string, text: string | string[]): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw invalid('BAD_REQUEST', 'PARAMETER', { parameter: name });
  }
}

/** @returns undefined for a body that is too large to be a sign-in */
async function smallBodyOf(ctx: KoaContext, readSignIn: BodyReader, errors: HttpErrors): Promise<unknown> {
  try {
    return await readSignIn(ctx);
  } catch (error) {
    if (errors.isTooLarge(error)) return undefined;
    throw error;
  }
}

async function done(): Promise<void> {
  // The answer is complete; later routes are skipped.
}

function ignore(): void {
  // The error plugin logs each error once.
}
