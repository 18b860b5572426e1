import { unavailable } from '../../domain/kernel/errors.ts';
import { errorHeaders, errorText } from '../error-response.ts';
import { statusOf } from '../errors.ts';
import type { RestContext, Serve } from '../request-state.ts';
import type { TransportSettings } from '../router.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const LIVE: keyof typeof EXTRA_PATHS = '/livez';
const READY: keyof typeof EXTRA_PATHS = '/readyz';

/**
 * Probes of orchestrators, without a rate limit. Not operations: they report on the process, have no caller and reach no
 * record. Liveness: the process answers. Readiness: its database is available; while the service drains, the HTTP server
 * itself answers 503. HEAD works like GET.
 */
export function addProbes(serve: Serve, { runtime }: TransportSettings): void {
  serve(LIVE, (ctx) => answer(ctx, LIVE, true));
  serve(READY, async (ctx) => answer(ctx, READY, await runtime.isReady()));
}

/** Not thrown, so that no error is logged for each probe: answering "not ready" is correct behavior. */
function answer(ctx: RestContext, route: string, well: boolean): void {
  ctx.state.route = route;
  ctx.state.isRoutine = true;
  if (well) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
    return;
  }
  const domainError = unavailable('SERVICE_UNAVAILABLE', 'NOT_READY');
  ctx.status = statusOf(domainError.kind);
  ctx.set(errorHeaders(domainError));
  ctx.body = errorText(domainError, ctx.state.requestId, ctx.req.url);
}
