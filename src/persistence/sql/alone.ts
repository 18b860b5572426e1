import type { Pool, PoolClient } from 'pg';

/**
 * Runs work in one transaction, unless another transaction does the same work. Each of its statements sees everything that was
 * committed before that statement.
 * @param name of the work
 * @returns whether it ran
 */
export async function runAlone(
  pool: Pick<Pool, 'connect'>,
  name: string,
  work: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level read committed');
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
      [`karvon:${name}`],
    );
    const mine = rows[0]?.mine === true;
    if (mine) await work(client);
    await client.query('commit');
    client.release();
    return mine;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
