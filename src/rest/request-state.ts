import type { Context as KoaContext, Middleware, Next } from 'koa';
import type { Call } from '../domain/kernel/operation.ts';

/** `ctx.state` as the middleware sets it. */
export interface RequestState {
  /** On every response as `x-request-id`, in every error body, log line and audit entry. */
  requestId: string;
  /** The client's address behind the trusted proxies, normalized. */
  ip: string;
  /** The call as the domain gets it, once there is one. */
  call?: Call;
  /** The pattern of the route that answers (`/v1/admin/sales/:id`), set by the router. */
  route?: string;
  /** The answer is routine whatever its status: its line is written at level debug. */
  isRoutine?: boolean;
  /** The name and the cost of the operation of a validated GraphQL request. */
  graphql?: { readonly operation: string | null; readonly cost: number };
  /** The parsed JSON body; undefined when the request carried none. */
  body?: unknown;
}

export type WireMiddleware = Middleware<RequestState>;

/** Koa's context of a request. */
export type RestContext = KoaContext & { state: RequestState };

/** Answers GET and HEAD of a path that is no operation's. */
export type Serve = (path: string, answer: (ctx: RestContext, next: Next) => unknown) => void;
