import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { rest, SALES, saleBody, transports } from './support.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const READERS: readonly string[] = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'];

let app: RunningApp;
let seller: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  seller = await app.as('SALES');
});
afterAll(() => app.stop());

describe.each(transports)('getSale: one sale over %s', (_transport, call) => {
  it('one sale is returned as its last change left it, with its refunds', async () => {
    const { id: deviceId } = await makeDevice(app);
    const sold = await rest.create(seller, saleBody(deviceId));
    expect((await call.get(seller, sold.body.id)).body).toEqual(sold.body);
    await rest.refund(seller, sold.body.id, { amount: 1000 });
    const refunded = await rest.refund(seller, sold.body.id, { amount: 500 });
    const { status, body } = await call.get(seller, sold.body.id);
    expect([status, body]).toEqual([200, refunded.body]);
    expect(body.refunds.map(({ amount }: { amount: number }) => amount).sort()).toEqual([1000, 500]);
  });

  it.each([UNKNOWN, 'no-uuid'])('one sale fails with 404 for the id %s', async (id) => {
    const { status, body } = await call.get(seller, id);
    expect([status, body.error.code]).toEqual([404, 'SALE_NOT_FOUND']);
  });

  it.each(ROLES)('one sale is as specified for %s', async (role) => {
    const { id } = await makeSale(app);
    const { status, body } = await call.get(await app.as(role), id);
    expect([status, body.error?.code]).toEqual(READERS.includes(role) ? [200, undefined] : [403, 'ROLE_FORBIDDEN']);
  });
});

it('getSale: one sale requires a session', async () => {
  const { id } = await makeSale(app);
  expect((await app.rest('GET', `${SALES}/${id}`)).status).toBe(401);
});
