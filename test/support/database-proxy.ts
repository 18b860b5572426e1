import type { Socket } from 'node:net';
import { startTcpProxy } from './tcp-proxy.ts';

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

/** Stands between clients and a server of this machine, most often a database, as a network that drops or delays. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let isSilent = false;
  let pattern: RegExp | undefined;
  let held: (() => void) | undefined;

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
  }

  const proxy = await startTcpProxy(databaseUrl, (client, connectOn) => {
    if (isSilent) client.pause();
    else pass(client, connectOn());
  });

  return {
    url: proxy.url,
    silence() {
      isSilent = true;
      for (const socket of proxy.ends) socket.unpipe().pause();
    },
    speak() {
      isSilent = false;
      proxy.endAll();
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
    close: proxy.close,
  };
}
