import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A `fetch` from another address of the loopback network (127.0.0.0/8), so that the service counts the rate limits of each
 * operator separately, as for separate machines. Falls back to plain `fetch` where the address is not available.
 */
export function fetchFrom(localAddress: string): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.protocol !== 'http:' || !['localhost', '127.0.0.1'].includes(url.hostname)) return fetch(input, init);
    try {
      return await sendFrom(localAddress, url, init);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return fetch(input, init);
      throw error;
    }
  };
}

function sendFrom(localAddress: string, url: URL, init: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const method = init.method ?? 'GET';
    const call = request({
      host: '127.0.0.1',
      port: url.port || 80,
      path: url.pathname,
      method,
      headers,
      localAddress,
    });
    call.on('error', reject);
    call.on('response', (reply) => {
      const answered = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      text(reply).then((body) => resolve(new Response(body, { status: reply.statusCode, headers: answered })), reject);
    });
    call.end(init.body);
  });
}
