import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** PostgreSQL's answer to COMMIT: CommandComplete, `C`, length 11, the tag (protocol 3.0, "Message Formats"). */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

export interface CommitProxy {
  /** The database behind the proxy. */
  readonly url: string;
  /** From now on nobody hears that a commit has happened. */
  holdCommits(): void;
  /** Connections made from now on hear everything again. */
  letCommits(): void;
  close(): Promise<void>;
}

/** Stands between the service and PostgreSQL, so that the service can be killed after a commit and before its answer. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const behind = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let holding = false;

  const server = createServer((client) => {
    const database = connect(Number(behind.port), behind.hostname);
    let isHeld = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (bytes) => database.write(bytes));
    database.on('data', (bytes) => {
      isHeld ||= holding && bytes.includes(COMMITTED);
      if (!isHeld) client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    holdCommits: () => {
      holding = true;
    },
    letCommits: () => {
      holding = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
