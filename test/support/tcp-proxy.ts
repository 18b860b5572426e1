import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** Of the same server, through here. */
  readonly url: string;
  /** Both ends of every connection that is open. */
  readonly ends: ReadonlySet<Socket>;
  endAll(): void;
  close(): Promise<void>;
}

/**
 * Stands between clients and a server of this machine.
 * @param target the URL of the server
 * @param onConnection gets each connection, and makes the one that leads on; each of the two ends the other
 */
export async function startTcpProxy(
  target: string,
  onConnection: (client: Socket, connectOn: () => Socket) => void,
): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const ends = new Set<Socket>();

  function keep(socket: Socket): Socket {
    ends.add(socket);
    socket.once('close', () => ends.delete(socket));
    return socket.on('error', () => socket.destroy());
  }

  const server = createServer((client) => {
    keep(client);
    onConnection(client, () => {
      const onward = keep(connect(Number(port), hostname));
      client.once('close', () => onward.destroy());
      onward.once('close', () => client.destroy());
      return onward;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);

  function endAll(): void {
    for (const socket of ends) socket.destroy();
  }

  return {
    url: url.href,
    ends,
    endAll,
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
