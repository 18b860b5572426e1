import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../src/persistence/orm.ts';
import { execute, row } from '../../src/persistence/sql/query.ts';
import { inTransaction } from '../../src/persistence/sql/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ url: database.url });
  await execute(orm.em.fork(), 'create table account (id int primary key, amount int not null)');
  await execute(orm.em.fork(), 'insert into account values (1, 0), (2, 0)');
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

const amountOf = async (id: number) =>
  (await row<{ amount: number }>(orm.em.fork(), 'select amount from account where id = $1', [id]))?.amount;
const add = (em: EntityManager, id: number) =>
  execute(em, 'update account set amount = amount + 1 where id = $1', [id]);

/** Two who wait for each other: each resolves when the other has come as far. */
function rendezvous(): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === 2) open();
    return both;
  };
}

describe('a transaction', () => {
  it('a transaction that is the victim of a deadlock is retried with a new entity manager', async () => {
    const meet = rendezvous();
    const managers: EntityManager[] = [];
    const crossing = (first: number, second: number) => {
      let tries = 0;
      return inTransaction(orm.em, async (em) => {
        managers.push(em);
        tries += 1;
        await add(em, first);
        if (tries === 1) await meet();
        await add(em, second);
        return tries;
      });
    };
    const tries = await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(tries.toSorted()).toEqual([1, 2]);
    expect(new Set(managers).size).toBe(3);
    expect([await amountOf(1), await amountOf(2)]).toEqual([2, 2]);
  });

  it('a transaction that cannot be serialized is retried up to five times', async () => {
    let tries = 0;
    const failing = inTransaction(orm.em, async (em) => {
      tries += 1;
      await add(em, 1);
      await execute(em, `do $$ begin raise exception using errcode = '40001'; end $$`);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(5);
    expect(await amountOf(1)).toBe(2);
  });

  it('a transaction that fails for another reason is rolled back and not retried', async () => {
    let tries = 0;
    const failing = inTransaction(orm.em, async (em) => {
      tries += 1;
      await add(em, 1);
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(tries).toBe(1);
    expect(await amountOf(1)).toBe(2);
  });

  it('a transaction that loses the first connection of a pool does not leak it', async () => {
    const own = await createOrm({ url: database.url, poolMax: 1 });
    try {
      const killed = inTransaction(own.em, (em) => execute(em, 'select pg_terminate_backend(pg_backend_pid())'));
      await expect(killed).rejects.toThrow();
      expect(await row(own.em, 'select 1 as n')).toEqual({ n: 1 });
    } finally {
      await own.close(true);
    }
  });
});
