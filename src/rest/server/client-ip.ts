import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net';
import type { WireMiddleware } from '../request-state.ts';

const UNKNOWN = '0.0.0.0';

/**
 * The client's address. Each trusted proxy appends the address of its client to `X-Forwarded-For`, so the client is the
 * entry `trustedProxies` hops from the right; the client itself can write entries further left.
 * @param trustedProxies number of proxies in front (setting TRUSTED_PROXIES); 0 = the socket's address
 */
export function clientIp(req: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string {
  const socketAddress = addressOf(req.socket);
  const forwarded = req.headers['x-forwarded-for'];
  if (trustedProxies === 0 || forwarded === undefined) return socketAddress;
  const hops = String(forwarded).split(',');
  const client = hops[Math.max(0, hops.length - trustedProxies)] ?? '';
  return normalizeIp(withoutPort(client.trim())) ?? socketAddress;
}

const addresses = new WeakMap<Socket, string>();

/** Caches a socket's address, which never changes: reading it is a call into the operating system. */
function addressOf(socket: Socket): string {
  const cached = addresses.get(socket);
  if (cached !== undefined) return cached;
  const address = normalizeIp(socket.remoteAddress ?? '') ?? UNKNOWN;
  addresses.set(socket, address);
  return address;
}

/** The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, the usual size for one customer. */
export function ipBucket(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = addressBytes(ip);
  const groups = [(a << 8) | b, (c << 8) | d, (e << 8) | f, (g << 8) | h];
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Canonical form: IPv4-mapped IPv6 as IPv4, IPv6 in lower case, without zone. Undefined for an invalid address. */
export function normalizeIp(address: string): string | undefined {
  const text = address.split('%', 1)[0]?.toLowerCase() ?? '';
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return undefined;
  return mappedIpv4(text) ?? text;
}

/** Puts the client's address into `ctx.state.ip`. */
export function clientAddress(trustedProxies: number): WireMiddleware {
  return (ctx, next) => {
    ctx.state.ip = clientIp(ctx.req, trustedProxies);
    return next();
  };
}

/** `1.2.3.4:80` and `[2001:db8::1]:80` are what some proxies write. */
function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text;
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function mappedIpv4(ipv6: string): string | undefined {
  const bytes = addressBytes(ipv6);
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff));
  return isMapped ? bytes.slice(12).join('.') : undefined;
}

/** The 4 or 16 bytes of a valid address. */
export function addressBytes(ip: string): number[] {
  if (!ip.includes(':')) return ip.split('.').map(Number);
  const [head = '', tail = ''] = ip.split('::');
  const [left, right] = [bytesOf(head), bytesOf(tail)];
  return [...left, ...Array<number>(16 - left.length - right.length).fill(0), ...right];
}

/** Of groups of an IPv6 address; a dotted tail counts as two. */
function bytesOf(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
