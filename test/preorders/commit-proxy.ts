import { startTcpProxy } from '../support/tcp-proxy.ts';

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
  let holding = false;
  const proxy = await startTcpProxy(databaseUrl, (client, connectOn) => {
    const database = connectOn();
    let isHeld = false;
    client.on('data', (bytes) => database.write(bytes));
    database.on('data', (bytes) => {
      isHeld ||= holding && bytes.includes(COMMITTED);
      if (!isHeld) client.write(bytes);
    });
  });
  return {
    url: proxy.url,
    holdCommits: () => {
      holding = true;
    },
    letCommits: () => {
      holding = false;
    },
    close: proxy.close,
  };
}
