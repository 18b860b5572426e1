import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Internals of Node's sockets (lib/net.js uses the same number for its timeouts). */
interface Handle {
  readonly fd?: number;
  /** Bytes written that the kernel has not accepted yet. */
  readonly writeQueueSize?: number;
}

/** Bytes of a pending write that the kernel has not accepted yet. */
export function writeQueueOf(socket: Socket): number | undefined {
  return handleOf(socket)?.writeQueueSize;
}

/**
 * Bytes that the kernel buffers until each client acknowledges them. The kernel accepts more bytes only once a third of a
 * full buffer is free, which takes minutes on a slow connection; acknowledgements show that the client is reading.
 * @returns an entry for each socket that is found; none without /proc (Linux only)
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
