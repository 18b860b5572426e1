import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WireMiddleware } from '../request-state.ts';

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's `x-request-id` when it is one we accept (`^[A-Za-z0-9._-]{8,64}$`), else a new one of 128 random bits. */
export function requestIdOf(headers: IncomingHttpHeaders = {}): string {
  const inbound = headers['x-request-id'];
  return typeof inbound === 'string' && ACCEPTED.test(inbound) ? inbound : newRequestId();
}

const ID_BYTES = 16;
/** Drawn for many ids at once: asking the system for each costs more than all the rest of an id. */
const drawn = Buffer.alloc(ID_BYTES * 4096);
let used = drawn.length;

function newRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.toString('hex', used - ID_BYTES, used);
}

/** Gives every request its id, in `ctx.state.requestId` and on the response. Comes before all other middleware. */
export const requestId: WireMiddleware = (ctx, next) => {
  const id = requestIdOf(ctx.req.headers);
  ctx.state.requestId = id;
  ctx.res.setHeader('x-request-id', id);
  return next();
};
