import type { Context as KoaContext } from 'koa';
import { DomainError } from '../domain/kernel/errors.ts';
import type { Call } from '../domain/kernel/operation.ts';
import type { Logger } from '../log.ts';
import { callOf, endWithClient } from './call.ts';
import { isInternalError, methodNotAllowed, statusOf, toDomainError } from './errors.ts';
import { jsonBodyReader } from './middleware/json-body.ts';
import { clearSessionCookie, hasSessionCookie, setSessionCookie } from './middleware/session-cookie.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';
import type { RestContext } from './request-state.ts';
import type { TransportSettings } from './router.ts';
import type { StaticAnswers } from './static/static-answers.ts';
import { type Content, staticContent } from './static/static-content.ts';

/** HTTP functions for the GraphQL transport: the same calls, bodies, cookies and errors as REST. */
export function graphqlWire(settings: TransportSettings, staticAnswers: StaticAnswers, log: Logger) {
  return {
    callOf: (ctx: KoaContext): Call => {
      const call = callOf(ctx as RestContext, settings, 'GRAPHQL');
      endWithClient(ctx.res, call);
      return call;
    },
    readBody: settings.readBody,
    bodyReader: jsonBodyReader,
    sessionOf: (ctx: KoaContext) => ({
      open: (token: string) => setSessionCookie(ctx, settings.cookie, token),
      close: () => {
        if (hasSessionCookie(ctx.req.headers, settings.cookie)) clearSessionCookie(ctx, settings.cookie);
      },
    }),
    errors: {
      toDomainError,
      statusOf: (error: DomainError) => statusOf(error.kind),
      isUnauthenticated: (thrown: unknown) => thrown instanceof DomainError && thrown.kind === 'unauthenticated',
      isTooLarge: (thrown: unknown) => thrown instanceof DomainError && thrown.kind === 'tooLarge',
      logInternalError: (requestId: string, thrown: unknown, code: string) => {
        if (isInternalError(thrown)) log.error({ requestId, code, err: thrown }, 'request failed');
      },
    },
    staticAnswer: (route: string, make: () => Promise<Content>) => {
      const content = staticContent(make);
      return (ctx: KoaContext): Promise<void> => staticAnswers.send(ctx as RestContext, route, () => content);
    },
    setRateLimitHeaders,
    methodNotAllowed,
    noteOperation: (ctx: KoaContext, operation: string | null, cost: number): void => {
      (ctx as RestContext).state.graphql = { operation, cost };
    },
  };
}
