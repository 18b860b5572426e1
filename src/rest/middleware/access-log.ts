import type { Logger } from '../../log.ts';
import type { RequestState, WireMiddleware } from '../request-state.ts';

const NO_ROUTE = '(none)';

interface AccessLogOptions {
  readonly log: Logger;
  /** Routes whose successes are routine (heartbeats, health): written at level debug. */
  readonly isRoutine: (route: string) => boolean;
}

/**
 * One line per request: method, route pattern, status, milliseconds, request id, client address. Never the path, the
 * query, a header or a body: they carry codes and credentials. Comes right after the request id, outside of `errors`.
 */
export function accessLog({ log, isRoutine }: AccessLogOptions): WireMiddleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const level = levelOf(ctx.state, ctx.status, isRoutine);
    if (!log.isLevelEnabled(level)) return;
    const write = () => {
      const { requestId, ip, route = NO_ROUTE } = ctx.state;
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const aborted = ctx.res.writableFinished ? undefined : true;
      log[level]({ requestId, ip, method: ctx.method, route, status: ctx.res.statusCode, ms, aborted }, 'request');
    };
    if (ctx.res.closed) write();
    else ctx.res.once('close', write);
  };
}

function levelOf({ route }: RequestState, status: number, isRoutine: (route: string) => boolean): 'debug' | 'info' {
  return route !== undefined && status < 400 && isRoutine(route) ? 'debug' : 'info';
}
