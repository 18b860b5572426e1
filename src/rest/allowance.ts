import type { ServerResponse } from 'node:http';
import type { Allowance } from '../domain/kernel/ports.ts';

const WINDOW_SECONDS = 60;

/** RateLimit headers as in draft-ietf-httpapi-ratelimit-headers-10. */
export function setAllowance(res: ServerResponse, { limit, remaining, resetSeconds }: Allowance): void {
  res.setHeader('RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
}
