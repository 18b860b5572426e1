import type Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { unavailable } from '../../domain/kernel/errors.ts';
import { statusOf } from '../errors.ts';
import { refusalHeaders, refusalText } from '../refusal.ts';
import type { RequestState } from '../request-state.ts';
import type { DoorSettings } from '../router.ts';
import type { EXTRA_PATHS } from './downloads.ts';

type ProbeContext = KoaContext & { state: RequestState };

const LIVE: keyof typeof EXTRA_PATHS = '/livez';
const READY: keyof typeof EXTRA_PATHS = '/readyz';

/**
 * What orchestrators ask every few seconds, without a limit. Liveness: the process answers. Readiness: it can serve, which
 * it cannot without its database; while it drains the HTTP server itself answers 503. HEAD comes with GET.
 */
export function addProbes(router: Router, { runtime }: DoorSettings): void {
  router.register(LIVE, ['GET'], (ctx) => answer(ctx as unknown as ProbeContext, LIVE, true));
  router.register(READY, ['GET'], async (ctx) =>
    answer(ctx as unknown as ProbeContext, READY, await runtime.isReady()),
  );
}

/** Not thrown: an instance that says it is not ready works as it should, and no fault is logged for each probe. */
function answer(ctx: ProbeContext, route: string, well: boolean): void {
  ctx.state.route = route;
  ctx.state.isRoutine = true;
  if (well) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
    return;
  }
  const refusal = unavailable('SERVICE_UNAVAILABLE', 'This instance is not ready: its database is unavailable.');
  ctx.status = statusOf(refusal.kind);
  ctx.set(refusalHeaders(refusal));
  ctx.body = refusalText(refusal, ctx.state.requestId);
}
