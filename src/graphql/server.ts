import 'reflect-metadata';
import type { ServerResponse } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import { signedInAdmin } from '../domain/authorize.ts';
import { type DomainError, notFound } from '../domain/kernel/errors.ts';
import type { Call, Runtime } from '../domain/kernel/operation.ts';
import type { ChangeFeed, RateLimitStatus } from '../model/ports.ts';
import { AnonymousLimit, admittedBodies, type BodyReading, requireSession } from './admission/anonymous.ts';
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
import { GraphqlContext, type SessionWire } from './execution/context.ts';
import { stringifyReply } from './execution/reply-text.ts';
import { reportedError } from './execution/shown-error.ts';
import { createLiveTransport } from './live/live-transport.ts';
import { asksForPage, type PageContent, pageContent } from './page/page.ts';
import { formatError, type HttpErrors } from './reply/errors.ts';
import { completeRefusal, sendRefusal } from './reply/refusal.ts';
import { replyPlugin } from './reply/reply.ts';
import { buildGraphqlSchema } from './schema/schema.ts';

const PATH = '/graphql';

/** HTTP functions for this transport; the transports do not import each other. */
export interface GraphqlWire extends BodyReading {
  readonly callOf: (ctx: KoaContext) => Call;
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
  const anonymous = new AnonymousLimit();
  const server = apolloServer(schema, admitted, wire.errors);
  await server.start();
  const calls = new WeakMap<KoaContext, Call>();
  const execute = koaMiddleware(server, {
    context: ({ ctx }) => contextOf(ctx, calls.get(ctx) ?? wire.callOf(ctx), wire),
  });
  const answer = admittedAnswers(admitted, wire.errors, (ctx) => execute(ctx, done));
  const readBody = admittedBodies(wire, anonymous, (body) => documents.admit(body));
  const sendPage = wire.staticAnswer(PATH, () => pageContent(PATH));
  const live = createLiveTransport(
    schema,
    { ...wire, documents, requireSession: (call) => requireSession(call, wire.errors, anonymous) },
    service,
  );

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
      const parameters = await readBody(ctx, call);
      const body = documents.admit(parameters);
      if (body instanceof GraphQLError) sendRefusal(ctx, body, wire.errors);
      else {
        Object.assign(ctx.request, { body });
        // Apollo reads a GET from its URL.
        if (ctx.method === 'GET' && body !== parameters) ctx.querystring = searchOf(body);
        await answer(ctx, call, body);
      }
      if (ctx.status >= 400) await completeRefusal(ctx, call);
      return undefined;
    },
  };
}

/** Apollo with what it does for us: it reads requests, finds operations, and writes replies. */
function apolloServer(
  schema: GraphQLSchema,
  documentStore: AdmittedDocuments,
  errors: HttpErrors,
): ApolloServer<GraphqlContext> {
  return new ApolloServer<GraphqlContext>({
    schema,
    documentStore,
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
    formatError: formatError(errors),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      // Only for subgraphs, but it would load 4 MB of protocol buffers before it detects that this is none.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      replyPlugin(schema, errors),
    ],
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
}

async function contextOf(ctx: KoaContext, call: Call, wire: GraphqlWire): Promise<GraphqlContext> {
  const reply = {
    setRateLimitHeaders: (status: RateLimitStatus) => wire.setRateLimitHeaders(ctx.res, status),
    noteOperation: (operation: string | null, cost: number) => wire.noteOperation(ctx, operation, cost),
    errorOf: (thrown: unknown) => reportedError(wire.errors, thrown, call.requestId),
    isClosed: () => ctx.res.destroyed,
  };
  return new GraphqlContext(call, await call.admin, wire.sessionOf(ctx), reply);
}

/** Admits documents before Apollo gets them, and answers introspection from a cache. @param execute has Apollo answer */
function admittedAnswers(
  admitted: AdmittedDocuments,
  errors: HttpErrors,
  execute: (ctx: KoaContext) => Promise<unknown>,
): (ctx: KoaContext, call: Call, body: object) => Promise<void> {
  const introspectionReplies = new IntrospectionReplies();
  return async (ctx, call, body) => {
    const hideSuggestions = (await call.admin) === undefined;
    let checked: CheckedDocument | undefined;
    try {
      checked = admittedIn(body, (text) => admitted.admit(text, { hideSuggestions }));
    } catch (error) {
      sendRefusal(ctx, error, errors);
      return;
    }
    const introspection = checked ? introspectionOf(checked, 'operationName' in body && body.operationName) : 'none';
    if (!checked || introspection === 'none') {
      await execute(ctx);
      return;
    }
    const work = async () => {
      await countIntrospection(call.runtime, await signedInAdmin(call));
      await execute(ctx);
    };
    if (introspection === 'some') return work();
    await introspectionReplies.answer(ctx, introspectionKey(checked.document, body, ctx.get('accept')), work);
  };
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

async function done(): Promise<void> {
  // The answer is complete; later routes are skipped.
}

function ignore(): void {
  // The error plugin logs each error once.
}
