import pg from 'pg';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';

async function tables(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  return rowCount ?? 0;
}

describe('test databases', () => {
  it('test databases are independent copies of the migrated template', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, createTestDatabase));
    expect(new Set(databases.map(({ url }) => url)).size).toBe(8);
    for (const { url } of databases) expect(await tables(url)).toBeGreaterThan(5);
    await Promise.all(databases.map(({ drop }) => drop()));
  });

  it('test databases can be empty', async () => {
    const database = await createEmptyDatabase();
    expect(await tables(database.url)).toBe(0);
    await database.drop();
  });
});
