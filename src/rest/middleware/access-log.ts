import type { ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import type { Telemetry } from '../../model/work.ts';
import type { RequestState, WireMiddleware } from '../request-state.ts';

const NO_ROUTE = '(none)';

interface AccessLogOptions {
  readonly log: Logger;
  /** Routes whose successes are routine (heartbeats, health): written at level debug. */
  readonly isRoutine: (route: string) => boolean;
  readonly answered?: Telemetry['answered'];
  /** What else the line of a route has. */
  readonly detailOf?: (route: string) => object | undefined;
}

/**
 * One line per request: method, route pattern, status, milliseconds, request id, client address, and the name and cost of
 * a GraphQL operation. Never the path, the query, a header or a body: they carry codes and credentials. Comes right after the request id, outside of `errors`.
 */
export function accessLog(options: AccessLogOptions): WireMiddleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    logRequest(options, ctx.method, ctx.state, ctx.res, startedAt);
  };
}

/**
 * Writes the line of an answered request once its answer has left.
 * @param startedAt when the request came, milliseconds of `performance.now()`
 */
export function logRequest(
  { log, isRoutine, answered, detailOf }: AccessLogOptions,
  method: string | undefined,
  state: RequestState,
  res: ServerResponse,
  startedAt: number,
): void {
  answered?.({
    requestId: state.requestId,
    method: method ?? '',
    route: state.route,
    status: res.statusCode,
    milliseconds: performance.now() - startedAt,
    cost: state.graphql?.cost,
  });
  const level = levelOf(state, res.statusCode, isRoutine);
  if (!log.isLevelEnabled(level)) return;
  const write = () => {
    const { requestId, ip, route = NO_ROUTE, graphql } = state;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const aborted = res.writableFinished ? undefined : true;
    const fields = {
      requestId,
      ip,
      method,
      route,
      ...graphql,
      ...detailOf?.(route),
      status: res.statusCode,
      ms,
      aborted,
    };
    log[level](fields, 'request');
  };
  if (res.closed) write();
  else res.once('close', write);
}

function levelOf(state: RequestState, status: number, isRoutine: (route: string) => boolean): 'debug' | 'info' {
  const { route } = state;
  if (state.isRoutine) return 'debug';
  return route !== undefined && status < 400 && isRoutine(route) ? 'debug' : 'info';
}
