import { openSnapshot } from '../../src/persistence/backup/snapshot.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('a write does not wait for a backup, and is not in it; only a change of the schema waits', async () => {
  const root = await app.as('SUPER_ADMIN');
  const snapshot = await openSnapshot(app.database.url);
  try {
    const created = await root.rest('POST', '/v1/admin/customers', { fullName: 'Aziza', phone: '+998901234567' });
    expect(created.status).toBe(201);
    const customers = snapshot.tables.find(({ name }) => name === 'customer');
    if (!customers) throw new Error('there is no table of customers');
    const rows: Buffer[] = [];
    for await (const piece of snapshot.rows(customers)) rows.push(piece);
    expect(Buffer.concat(rows).toString('utf8')).toBe('');
    await expect(
      app.sql("do $$ begin set local lock_timeout = '50ms'; alter table customer add column extra int; end $$"),
    ).rejects.toThrow(/lock timeout/);
  } finally {
    await snapshot.close();
  }
});
