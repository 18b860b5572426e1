import pg from 'pg';

const TIMEOUT_MS = 2_000;

/**
 * Cancels the running statement of a connection over a new connection: the pool may have none left.
 * @param pid the server's process behind the busy connection
 */
export async function cancelStatement(url: string, pid: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', ignore);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } finally {
    await client.end();
  }
}

function ignore(): void {
  // The caller of the statement receives the error.
}
