import pg from 'pg';

const INT8 = 20;

/** Counts and sums of money as numbers: they are safe integers. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

/** Work over one connection of its own, closed afterwards. */
export async function withDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, types });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
