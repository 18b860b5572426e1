import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** What Node's own sockets know of the handle below them (lib/net.js decides its timeouts by the same number). */
interface Handle {
  readonly fd?: number;
  /** Bytes that were handed over and that the kernel has not taken yet. */
  readonly writeQueueSize?: number;
}

/** Bytes of a write under way that the kernel has not taken yet. */
export function writeQueueOf(socket: Socket): number | undefined {
  return handleOf(socket)?.writeQueueSize;
}

/**
 * Bytes that the kernel holds until each client acknowledges them. The kernel takes the next bytes of a full buffer only
 * once a third of it is free, which is minutes on a slow line; what is acknowledged shows that the client is reading.
 * @returns an entry for each socket that is found; none where there is no /proc (Linux only)
 */
export async function unacknowledgedBytes(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  const queues = new Map<string, number>();
  for (const table of await Promise.all([tableOf('/proc/net/tcp'), tableOf('/proc/net/tcp6')])) {
    for (const line of table.split('\n')) {
      const [, , , , sizes = '', , , , , inode = ''] = line.trim().split(/\s+/, 10);
      queues.set(inode, Number.parseInt(sizes, 16));
    }
  }
  const found = await Promise.all(sockets.map(async (socket) => [socket, queues.get(await inodeOf(socket))] as const));
  return new Map(found.flatMap(([socket, queue]) => (queue === undefined ? [] : [[socket, queue]])));
}

function tableOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch(() => '');
}

/** `socket:[12345]` is how Linux links a file descriptor to its socket. */
async function inodeOf(socket: Socket): Promise<string> {
  const link = await readlink(`/proc/self/fd/${handleOf(socket)?.fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '-';
}

function handleOf(socket: Socket): Handle | null | undefined {
  return (socket as Socket & { readonly _handle?: Handle | null })._handle;
}
