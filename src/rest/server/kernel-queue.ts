import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { addressBytes } from './client-ip.ts';

/**
 * Bytes that the kernel buffers until each client acknowledges them, by the tables that proc_net(5) documents. The kernel accepts more
 * bytes only once a third of a full buffer is free, which takes minutes on a slow connection; acknowledgements show that the client is reading.
 * @returns an entry for each socket that is found; none without /proc (Linux only)
 */
export async function unacknowledgedBytes(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  const queues = new Map<string, number>();
  for (const table of await Promise.all([tableOf('/proc/net/tcp'), tableOf('/proc/net/tcp6')])) {
    for (const line of table.split('\n')) {
      const [, local, remote, , sizes = ''] = line.trim().split(/\s+/, 5);
      queues.set(`${local} ${remote}`, Number.parseInt(sizes, 16));
    }
  }
  return new Map(
    sockets.flatMap((socket) => {
      const { localAddress, localPort = 0, remoteAddress, remotePort = 0 } = socket;
      // It is gone.
      if (!localAddress || !remoteAddress) return [];
      const queue = queues.get(`${inTable(localAddress, localPort)} ${inTable(remoteAddress, remotePort)}`);
      return queue === undefined ? [] : [[socket, queue] as const];
    }),
  );
}

function tableOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch(() => '');
}

/** `0100007F:0BB8`: words of four bytes in the order of this machine, and the port. */
function inTable(address: string, port: number): string {
  const words = new Uint32Array(Uint8Array.from(addressBytes(address.split('%', 1)[0] ?? '')).buffer);
  return `${[...words].map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
