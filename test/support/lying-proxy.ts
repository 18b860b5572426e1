import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** What is done to the next upload on its way: a bit is flipped, or it is answered with this status and not passed on. */
export type Lie = 'flip' | number;

export interface LyingProxy {
  readonly url: string;
  /** For as many uploads, one each, in this order. */
  tell(...lies: readonly Lie[]): void;
  close(): Promise<void>;
}

/** Passes requests to an HTTP server on this machine, with what is in the way of uploads. */
export async function startLyingProxy(target: string): Promise<LyingProxy> {
  const { hostname, port } = new URL(target);
  let lies: Lie[] = [];
  const server = createServer((req, res) => {
    const lie = req.method === 'PUT' ? lies.shift() : undefined;
    if (typeof lie === 'number') {
      req.resume().once('end', () => res.writeHead(lie).end());
      return;
    }
    const { method, url: path, headers } = req;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.on('data', (chunk: Buffer) => {
      if (lie === 'flip') chunk[0] = (chunk[0] ?? 0) ^ 1;
      onward.write(chunk);
    });
    req.on('end', () => onward.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    tell: (...told) => {
      lies = [...told];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
