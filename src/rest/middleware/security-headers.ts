import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { WireMiddleware } from '../request-state.ts';

/** Replies of an API are no documents: nothing may load, frame or submit. A page (GraphiQL) sets its own policy. */
const API_POLICY = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

const DEVICE_HEADERS = new Set(['strict-transport-security', 'x-content-type-options']);

type HeaderPair = readonly [name: string, value: string];

/**
 * The headers koa-helmet sets for this service, taken once from a request that never was: they are the same for every
 * answer, and computing them again costs as much as setting them.
 * @param https whether to promise https to browsers (Strict-Transport-Security)
 */
export async function securityHeaderPairs(https: boolean): Promise<readonly HeaderPair[]> {
  const app = new Koa();
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  const middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: API_POLICY },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: https,
  });
  await middleware(app.createContext(req, res), async () => {});
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/**
 * Sets the security headers on every answer, and `Cache-Control: no-store` on those of /v1 and /graphql. Answers to
 * devices get only those that mean something outside of a browser: the rest is 400 bytes and 2 µs on each heartbeat.
 */
export function securityHeaders(pairs: readonly HeaderPair[]): WireMiddleware {
  const forDevices = deviceHeaders(pairs);
  return (ctx, next) => {
    const { path, res } = ctx;
    for (const [name, value] of isForDevices(path) ? forDevices : pairs) res.setHeader(name, value);
    if (isPrivate(path)) res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}

/** Those that mean something outside of a browser. */
export function deviceHeaders(pairs: readonly HeaderPair[]): readonly HeaderPair[] {
  return pairs.filter(([name]) => DEVICE_HEADERS.has(name));
}

function isForDevices(path: string): boolean {
  return path.startsWith('/v1/devices/') || path.startsWith('/v1/firmware/');
}

function isPrivate(path: string): boolean {
  return path.startsWith('/v1/') || path.startsWith('/graphql');
}
