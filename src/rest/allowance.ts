import type { ServerResponse } from 'node:http';
import type { Allowance } from '../domain/kernel/ports.ts';

const WINDOW_SECONDS = 60;

/** RateLimit headers as in draft-ietf-httpapi-ratelimit-headers-10. */
export function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance) {
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}

/** Sets them on an answer. */
export function setAllowance(res: ServerResponse, allowance: Allowance): void {
  for (const [name, value] of Object.entries(allowanceHeaders(allowance))) res.setHeader(name, value);
}
