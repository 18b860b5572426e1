import type { WireMiddleware } from '../request-state.ts';

/** Several times what any browser sends. */
const MAX_LENGTH = 1_000;
const HEADERS = ['accept', 'accept-encoding', 'accept-language'] as const;

/**
 * Disregards what headers of content negotiation say beyond their first 1,000 characters, as RFC 9110 (12.4.1) allows: thousands of entries, which
 * would be compared with each other, cost more than any answer. Comes before whatever reads them.
 */
export const shortNegotiation: WireMiddleware = (ctx, next) => {
  const { headers } = ctx.req;
  for (const name of HEADERS) {
    const value = headers[name];
    if (value !== undefined && value.length > MAX_LENGTH) {
      headers[name] = value.slice(0, Math.max(value.lastIndexOf(',', MAX_LENGTH), 0));
    }
  }
  return next();
};
