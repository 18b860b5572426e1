import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { blocksOf } from '../support/markdown.ts';

const PAGE = 'docs/api/sales.md';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

function blockWith(text: string): string {
  const [block, ...others] = blocksOf(PAGE).filter((each) => each.text.includes(text));
  if (!block || others.length > 0) throw new Error(`${PAGE} has not one block with ${text}.`);
  return block.text;
}

it('the sale that the page shows is made as it says, once, however often it is sent', async () => {
  const seller = await app.as('SALES');
  const { id: deviceId, serial } = await makeDevice(app);
  const { body: found } = await seller.gql(blockWith('query Sellable('), { serial });
  expect(found.data.deviceBySerial).toEqual({ id: deviceId, status: 'READY' });
  const { key, input }: Json = JSON.parse(blockWith('"unitPrice"'));
  const sell = () => seller.gql(blockWith('mutation Sell('), { key, input: { ...input, deviceId } });
  const { body: sold } = await sell();
  expect(sold).toMatchObject({
    data: {
      createSale: {
        sale: {
          number: expect.stringMatching(/-\d{6}$/),
          status: 'PAID',
          total: 1_100_000,
          currency: 'UZS',
          customer: { fullName: 'Aziza Karimova' },
          device: { serial, status: 'SOLD' },
        },
      },
    },
  });
  expect(sold.errors).toBeUndefined();
  const { body: again } = await sell();
  expect(again.data.createSale.sale.id).toBe(sold.data.createSale.sale.id);
});

it('the body that the page shows is the body of REST', async () => {
  const seller = await app.as('SALES');
  const device = await makeDevice(app);
  const { key, input }: Json = JSON.parse(blockWith('"unitPrice"'));
  const body = { ...input, deviceId: device.id };
  const reply = await seller.rest('POST', '/v1/admin/sales', body, { 'idempotency-key': key });
  expect([reply.status, reply.body.total]).toEqual([201, 1_100_000]);
});
