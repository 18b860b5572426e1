import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a connection is kept from. */
interface Held {
  isHeld(): boolean;
  /** Passes it on. */
  release(): void;
}

export interface DatabaseProxy {
  /** Of the same database, through here. */
  readonly url: string;
  /** From now on nothing arrives on either side; connections stay open, and new ones are taken. */
  silence(): void;
  /** Ends these connections, and passes new ones on. */
  speak(): void;
  /** Keeps back what the first connection sends from the moment on at which all that it has sent matches. */
  hold(pattern: RegExp): Held;
  close(): Promise<void>;
}

/** Stands between clients and a database of this machine, as a network that drops or delays. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const to = Number(new URL(databaseUrl).port);
  const ends = new Set<Socket>();
  let isSilent = false;
  let pattern: RegExp | undefined;
  let held: (() => void) | undefined;

  function keep(socket: Socket): Socket {
    ends.add(socket);
    socket.once('close', () => ends.delete(socket));
    return socket.on('error', () => socket.destroy());
  }

  function pass(client: Socket, onward: Socket): void {
    let sent = '';
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
      if (!pattern?.test(sent)) return void onward.write(chunk);
      pattern = undefined;
      client.pause();
      held = () => {
        onward.write(chunk);
        client.resume();
      };
    });
    onward.pipe(client);
    client.once('close', () => onward.destroy());
    onward.once('close', () => client.destroy());
  }

  const server = createServer((client) => {
    keep(client);
    if (isSilent) client.pause();
    else pass(client, keep(connect(to, '127.0.0.1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);

  function endAll(): void {
    for (const socket of ends) socket.destroy();
  }

  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const socket of ends) socket.unpipe().pause();
    },
    speak() {
      isSilent = false;
      endAll();
    },
    hold(wanted) {
      pattern = wanted;
      held = undefined;
      return {
        isHeld: () => held !== undefined,
        release() {
          held?.();
          held = undefined;
        },
      };
    },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
