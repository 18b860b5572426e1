import type { ServerResponse } from 'node:http';
import type { Allowance } from '../model/ports.ts';

const WINDOW_SECONDS = 60;

/** RateLimit headers as in draft-ietf-httpapi-ratelimit-headers-10, by name and value. */
export function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): [name: string, value: string][] {
  return [
    ['RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`],
    ['RateLimit', `"default";r=${remaining};t=${resetSeconds}`],
  ];
}

/** Sets them on an answer. */
export function setAllowance(res: ServerResponse, allowance: Allowance): void {
  for (const [name, value] of allowanceHeaders(allowance)) res.setHeader(name, value);
}
