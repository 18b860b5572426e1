import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What happens to a request that matches, or to its answer. */
export interface Damage {
  readonly path: RegExp;
  /** How many requests it happens to. */
  readonly times: number;
  /**
   * `cut`: the connection breaks after so many bytes of the answer's body. `lose`: the service answers, and the connection
   * breaks before that. `noRange`: the request loses its Range header. A status: the service is not asked.
   */
  readonly how: { readonly cut: number } | 'lose' | 'noRange' | number;
}

/** A request that went through, and how many bytes of its answer's body came out. */
export interface Passage {
  readonly path: string;
  readonly range: string | undefined;
  bytes: number;
}

export interface CuttingProxy {
  readonly url: string;
  readonly passages: readonly Passage[];
  /** Sets where requests go; needed once, because the service must know the address of the proxy before it starts. */
  leadTo(target: string): void;
  /** From now on; forgets the passages. */
  damage(...damages: readonly Damage[]): void;
  close(): Promise<void>;
}

/** Passes requests on to a service on this machine, over a network that is bad where a test says so. */
export async function startCuttingProxy(): Promise<CuttingProxy> {
  let target = '';
  let damages: { readonly damage: Damage; left: number }[] = [];
  const passages: Passage[] = [];

  function damageOf(path: string): Damage['how'] | undefined {
    const found = damages.find(({ damage, left }) => left > 0 && damage.path.test(path));
    if (!found) return undefined;
    found.left -= 1;
    return found.damage.how;
  }

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, url: path = '/', headers } = req;
    const how = damageOf(path);
    if (typeof how === 'number') {
      req.resume().once('end', () => res.writeHead(how).end());
      return;
    }
    const passage: Passage = { path, range: headers.range, bytes: 0 };
    passages.push(passage);
    const { range: _range, ...rangeless } = headers;
    const sent = how === 'noRange' ? rangeless : headers;
    const onward = request(`${target}${path}`, { method, headers: sent }, (answer) => {
      if (how === 'lose') {
        answer.resume().once('end', () => res.destroy());
        return;
      }
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      const limit = typeof how === 'object' ? how.cut : Number.POSITIVE_INFINITY;
      answer.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, limit - passage.bytes);
        passage.bytes += part.length;
        const isCut = passage.bytes >= limit;
        res.write(part, () => isCut && res.destroy());
        if (isCut) answer.destroy();
      });
      answer.on('end', () => res.end());
      answer.on('error', () => undefined);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  }

  const server = createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    passages,
    leadTo: (url) => {
      target = url;
    },
    damage: (...wanted) => {
      passages.length = 0;
      damages = wanted.map((damage) => ({ damage, left: damage.times }));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
