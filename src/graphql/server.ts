import 'reflect-metadata';
import { ApolloServer, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import { signedInAdmin } from '../domain/authorise.ts';
import { type DomainError, invalid, rateLimited } from '../domain/kernel/errors.ts';
import type { Call } from '../domain/kernel/operation.ts';
import { isOnlyForStrangers } from './anonymous.ts';
import { GraphqlContext, type SessionWire } from './context.ts';
import { costPlugin } from './cost.ts';
import { errorPlugin, formatError, type Refusals } from './errors.ts';
import { maxRootFieldsRule } from './limits.ts';
import { asksForPage, pageSender } from './page/page.ts';
import { buildGraphqlSchema } from './schema.ts';

const PATH = '/graphql';
const MAX_DEPTH = 10;
const MAX_ALIASES = 30;
const MAX_DIRECTIVES = 30;
const MAX_TOKENS = 3_000;
const STRANGERS_PER_MINUTE = 120;

/** What the Koa side lends to this door; the doors themselves do not know each other. */
export interface GraphqlWire {
  readonly callOf: (ctx: KoaContext) => Call;
  readonly readBody: (ctx: KoaContext) => Promise<unknown>;
  readonly sessionOf: (ctx: KoaContext) => SessionWire;
  readonly refusals: Refusals;
  /** What a method other than POST is answered. */
  readonly methodNotAllowed: () => DomainError;
}

export interface GraphqlDoor {
  readonly middleware: Middleware;
  stop(): Promise<void>;
}

/** The GraphQL door: Apollo behind bounds, strangers refused before anything is executed. */
export async function createGraphqlDoor(wire: GraphqlWire): Promise<GraphqlDoor> {
  const server = new ApolloServer<GraphqlContext & BaseContext>({
    schema: buildGraphqlSchema(),
    csrfPrevention: true,
    introspection: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: boundRules(),
    formatError: formatError(wire.refusals),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      // For subgraphs only, but it would load 4 MB of protocol buffers before it finds that this is none.
      ApolloServerPluginInlineTraceDisabled(),
      costPlugin() as ApolloServerPlugin<GraphqlContext>,
      admitExecuted,
      errorPlugin(wire.refusals) as ApolloServerPlugin<GraphqlContext>,
    ],
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  await server.start();
  const calls = new WeakMap<KoaContext, Call>();
  const sendPage = pageSender(PATH);
  const answer = koaMiddleware(server as never, {
    context: async ({ ctx }) => new GraphqlContext(calls.get(ctx) ?? wire.callOf(ctx), wire.sessionOf(ctx)) as never,
  });

  return {
    stop: () => server.stop(),
    async middleware(ctx, next) {
      if (ctx.path !== PATH) return next();
      ctx.state.route = PATH;
      if (asksForPage(ctx)) {
        await sendPage(ctx);
        return undefined;
      }
      if (ctx.method !== 'POST') {
        ctx.set('Allow', 'POST');
        ctx.vary('Accept');
        throw wire.methodNotAllowed();
      }
      const call = wire.callOf(ctx);
      calls.set(ctx, call);
      const body = await bodyOf(ctx, call, wire);
      Object.assign(ctx.request, { body });
      await answer(ctx, done);
      if (ctx.status >= 400) {
        await countRefusedDocument(call);
        ctx.body = inErrorShape(ctx.body, call.requestId);
      }
      return undefined;
    },
  };
}

/** Once a document is executed, each of its root fields is a call with a limit of its own. */
const admitExecuted: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart({ contextValue }) {
    return {
      async executionDidStart() {
        contextValue.call.admitted = true;
      },
    };
  },
};

/** A document that cannot be executed has no operation that would count it. @throws DomainError 429 */
async function countRefusedDocument(call: Call): Promise<void> {
  const refusal = invalid('BAD_REQUEST', 'The document was refused.');
  const answered = await call.runtime.refusals.limit(call, refusal);
  if (answered !== refusal) throw answered;
}

/** Nothing succeeded: the one error shape stands beside `errors`, so that a script need not know which door refused. */
function inErrorShape(body: unknown, requestId: string): unknown {
  const answered: { errors?: { message: string; extensions?: { code?: string } }[] } =
    typeof body === 'string' ? JSON.parse(body) : {};
  // Apollo refuses a request without a usable query before any plugin sees it: such errors have no id yet.
  const errors = answered.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  const [first] = errors ?? [];
  if (!first) return body;
  const { code } = first.extensions;
  return { error: { code, message: first.message, requestId }, ...answered, errors };
}

/** A stranger's body is looked into only far enough to see that it does nothing but sign in. */
async function bodyOf(ctx: KoaContext, call: Call, wire: GraphqlWire): Promise<unknown> {
  try {
    await signedInAdmin(call);
    await call.runtime.refusals.requireRoom(call);
    return (await wire.readBody(ctx)) ?? {};
  } catch (error) {
    if (!wire.refusals.isUnauthenticated(error)) throw error;
    const body = await wire.readBody(ctx);
    if (isOnlyForStrangers(body)) return body;
    await meterStranger(call);
    throw error;
  }
}

/** Who is not signed in is counted by network, as over REST, so that nobody looks up sessions without a limit. */
async function meterStranger({ runtime, network }: Call): Promise<void> {
  const { exceeded, resetSeconds } = await runtime.limits.consume(`graphql:ip:${network}`, STRANGERS_PER_MINUTE);
  if (exceeded) throw rateLimited(resetSeconds);
}

function boundRules(): ValidationRule[] {
  const options = {
    // Thrown, the rejection would pass for a fault of ours and be answered 500.
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null, error: GraphQLError) =>
        context?.reportError(new GraphQLError(error.message.replace('Syntax Error: ', ''))),
    ],
  };
  return [
    maxDepthRule({ n: MAX_DEPTH, ignoreIntrospection: true, flattenFragments: true, ...options }),
    maxAliasesRule({ n: MAX_ALIASES, allowList: [], ...options }),
    maxDirectivesRule({ n: MAX_DIRECTIVES, ...options }),
    maxRootFieldsRule,
  ] as ValidationRule[];
}

async function done(): Promise<void> {
  // The answer is complete; the routes behind this door are not asked.
}

function ignore(): void {
  // What goes wrong is logged once, by the error plugin.
}
