import type Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { publishedIssuerKeys } from '../../domain/pairing/index.ts';
import { setAllowance } from '../allowance.ts';
import { callOf } from '../call.ts';
import type { RequestState } from '../request-state.ts';
import type { DoorSettings } from '../router.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const PATH: keyof typeof EXTRA_PATHS = '/v1/devices/pair/issuer-keys';
/** A key is announced long before it signs: whoever verifies may keep them for an hour. */
const CACHE_CONTROL = 'public, max-age=3600';

/** Publishes the keys that pairing credentials are verified with, as a JWKS (RFC 7517). HEAD comes with GET. */
export function addIssuerKeys(router: Router, settings: DoorSettings): void {
  router.register(PATH, ['GET'], (ctx) => answer(ctx as unknown as KoaContext & { state: RequestState }, settings));
}

async function answer(ctx: KoaContext & { state: RequestState }, settings: DoorSettings): Promise<void> {
  ctx.state.route = PATH;
  const call = callOf(ctx, settings, 'REST');
  try {
    ctx.body = await publishedIssuerKeys(call);
    ctx.res.setHeader('Cache-Control', CACHE_CONTROL);
  } finally {
    if (call.allowance) setAllowance(ctx.res, call.allowance);
  }
}
