import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../../src/persistence/sql/query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { rest, saleBody } from './support.ts';

const PREORDERS = 'src/persistence/preorders/preorder-repository.ts';
const SALES = 'src/persistence/sales/sale-repository.ts';
const QUANTITY = 2;
const SELLERS = 12;
const WINDOW_MS = 20;
const MAX_ROUNDS = 20;

const LINK = `mutation ($id: ID!, $preorderId: ID) { linkSaleToPreorder(id: $id, input: { preorderId: $preorderId }) { sale { id } } }`;
const SELL = 'mutation ($input: CreateSaleInput!) { createSale(input: $input) { sale { id } } }';

/** The race for the places of a preorder. */
export function describePreorderSaleRaces(): void {
  describe(`sales, links and cancellations at once for one preorder, ${RACE_ROUNDS} rounds`, () => {
    it('concurrent sales, links and cancellations never give a preorder more sales than its quantity', async () => {
      expect(await play(startTestApp, RACE_ROUNDS)).toEqual([]);
    });

    itInHeavy('are more if the preorder is not locked', async () => {
      const start = await withoutGuard(
        PREORDERS,
        { lockPreorder: preorderWithoutLock },
        { [SALES]: { countSalesOf: countThenWait } },
      );
      expect((await play(start, MAX_ROUNDS)).length).toBeGreaterThan(0);
    });
  });
}

async function play(start: typeof startTestApp, rounds: number): Promise<string[]> {
  const app = await start();
  try {
    const seller = await app.as('SALES');
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) wrong.push(...(await sellOne(app, seller)));
    return wrong;
  } finally {
    await app.stop();
  }
}

/** One round. Gives what went wrong, in words. */
async function sellOne(app: TestApp, seller: Caller): Promise<string[]> {
  const { id: preorderId, customerId } = await makePreorder(app, { quantity: QUANTITY });
  const made = [];
  for (let count = 0; count < SELLERS / 2; count += 1) {
    made.push(await makeSale(app, { customerId, paymentStatus: 'UNPAID' }));
  }
  const [linked] = made;
  await seller.gql(LINK, { id: linked?.id, preorderId });
  const devices = await Promise.all(Array.from({ length: SELLERS / 2 }, () => makeDevice(app)));
  const calls = [
    ...made.slice(1).map(
      ({ id }) =>
        () =>
          seller.gql(LINK, { id, preorderId }),
    ),
    ...devices.map(({ id }) => () => {
      const input = saleBody(id, { customer: { id: customerId }, paymentStatus: 'UNPAID', preorderId });
      return seller.gql(SELL, { input });
    }),
    () => rest.cancel(seller, linked?.id ?? ''),
  ];
  const replies = await race(calls.length, (index) => (calls[index] as (typeof calls)[number])());
  const [{ live }] = (await app.sql(
    `select count(*)::int as live from sale where preorder_id = $1 and status <> 'CANCELLED'`,
    [preorderId],
  )) as [{ live: number }];
  const broken = replies.filter(({ status }) => status >= 500).map(({ text }) => text);
  // The cancelled sale may have freed its place too late for the others.
  return live > QUANTITY || live < QUANTITY - 1 ? [...broken, `${live} sales of ${QUANTITY}`] : broken;
}

async function preorderWithoutLock(em: EntityManager, id: string) {
  const { Preorder } = await unguarded<typeof import('../../src/persistence/preorders/preorder.entity.ts')>(
    'src/persistence/preorders/preorder.entity.ts',
  );
  return em.findOne(Preorder, { id, deletedAt: null });
}

/** Long enough for the others to count the same sales. */
async function countThenWait(em: EntityManager, preorderId: string): Promise<number> {
  const text = `select count(*)::int as count from sale where preorder_id = $1 and status <> 'CANCELLED'`;
  const counted = await row<{ count: number }>(em, text, [preorderId]);
  await sleep(WINDOW_MS);
  return counted?.count ?? 0;
}
