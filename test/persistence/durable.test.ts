import pg from 'pg';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log.ts';
import { FIRST_ADMIN } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';

it('the service does not start on a database that can lose acknowledged writes', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')} set synchronous_commit = off`);
  await client.end();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder('durable'),
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  });
  const start = startApp({ ...config, databaseUrl: database.url }, createLogger('silent'));
  await expect(start).rejects.toThrow(/synchronous_commit = off.*Set synchronous_commit = on/);
  await database.drop();
});
