import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** A fault of an upload: one bit is flipped, or the proxy answers with this status and does not pass the upload on. */
export type UploadFault = 'flip' | number;

export interface CorruptingProxy {
  readonly url: string;
  /** Gives the next uploads these faults, one each, in this order. */
  failNext(...faults: readonly UploadFault[]): void;
  close(): Promise<void>;
}

/** Passes requests to an HTTP server on this machine, with faults in uploads. */
export async function startCorruptingProxy(target: string): Promise<CorruptingProxy> {
  const { hostname, port } = new URL(target);
  let faults: UploadFault[] = [];
  const server = createServer((req, res) => {
    const fault = req.method === 'PUT' ? faults.shift() : undefined;
    if (typeof fault === 'number') {
      req.resume().once('end', () => res.writeHead(fault).end());
      return;
    }
    const { method, url: path, headers } = req;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.on('data', (chunk: Buffer) => {
      if (fault === 'flip') chunk[0] = (chunk[0] ?? 0) ^ 1;
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
    failNext: (...next) => {
      faults = [...next];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
