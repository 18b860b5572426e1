import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { unacknowledgedBytes } from '../../src/rest/server/kernel-queue.ts';
import { until } from '../support/until.ts';

/** More than the kernel takes for a client that reads nothing. */
const LARGE = Buffer.alloc(24 * 1024 * 1024);
const LEAST = 64 * 1024;

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

const ways: readonly (readonly [name: string, host: string, to: string])[] = [
  ['over IPv4', '127.0.0.1', '127.0.0.1'],
  ...(hasIpv6 ? ([['over IPv6', '::1', '::1']] as const) : []),
  ...(hasIpv6 ? ([['over IPv4, at an address of IPv6', '::', '127.0.0.1']] as const) : []),
];

it.each(ways)(
  'the kernel has bytes for each client that reads nothing %s, and they become fewer when it reads',
  async (_name, host, to) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connections: [client: Socket, server: Socket][] = [];
    for (let count = 0; count < 2; count += 1) {
      const client = connect(port, to).pause();
      const [served] = (await once(server, 'connection')) as [Socket];
      connections.push([client, served]);
    }
    const sockets = connections.map(([, served]) => served);
    for (const socket of sockets) socket.write(LARGE);
    const waiting = async () => {
      const found = await unacknowledgedBytes(sockets);
      return sockets.map((socket) => found.get(socket) ?? -1);
    };
    await until(async () => (await waiting()).every((bytes) => bytes > LEAST));
    const [reader] = connections.map(([client]) => client);
    let read = 0;
    reader?.resume().on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    await until(() => read === LARGE.length);
    await until(async () => (await waiting())[0] === 0);
    expect((await waiting())[1]).toBeGreaterThan(LEAST);
    for (const each of connections.flat()) each.destroy();
    server.close();
  },
);
