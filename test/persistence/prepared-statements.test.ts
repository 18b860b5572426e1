import type { MikroORM } from '@mikro-orm/postgresql';
import { closeOrm, createOrm } from '../../src/persistence/orm.ts';
import { preparedRows } from '../../src/persistence/sql/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ url: database.url, poolMax: 1, entities: false });
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

/** Runs a statement. @returns the process of its connection, and how many statements that has prepared by name */
async function run(number: number) {
  const text = `select ${number} as number, pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as kept`;
  const [row] = await preparedRows<{ pid: number; kept: number }>(orm.em.fork(), { text, values: [] });
  return row ?? { pid: 0, kept: 0 };
}

it('a connection keeps a hundred statements that return, and is closed when one more returns', async () => {
  const first = await run(0);
  expect(first.kept).toBe(0);
  for (let number = 0; number < 100; number += 1) {
    await run(number);
    await run(number);
  }
  const full = await run(7);
  expect(full).toMatchObject({ pid: first.pid, kept: 100 });
  await run(100);
  expect(await run(7)).toEqual(full);
  await run(100);
  const next = await run(7);
  expect(next.kept).toBe(0);
  expect(next.pid).not.toBe(first.pid);
});
