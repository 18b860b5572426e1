import type { ServerResponse } from 'node:http';
import type { RateLimitStatus } from '../model/ports.ts';

const WINDOW_SECONDS = 60;

/** RateLimit headers as in draft-ietf-httpapi-ratelimit-headers-10, by name and value. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitStatus): [name: string, value: string][] {
  return [
    ['RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`],
    ['RateLimit', `"default";r=${remaining};t=${resetSeconds}`],
  ];
}

/** Sets them on an answer. */
export function setRateLimitHeaders(res: ServerResponse, status: RateLimitStatus): void {
  for (const [name, value] of rateLimitHeaders(status)) res.setHeader(name, value);
}
