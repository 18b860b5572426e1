import { v7 as uuidv7 } from 'uuid';
import { type CustomerReference, findOrCreateCustomerBy } from '../../src/domain/customers/index.ts';
import { inTransaction } from '../../src/persistence/sql/transaction.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { RACE_ROUNDS, race } from '../support/race.ts';
import { customer, newEmail, newPhone } from './support.ts';

const RACERS = 10;

let app: RunningApp;
let sales: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  sales = await app.as('SALES');
});
afterAll(() => app.stop());

type Order = readonly ('email' | 'phone')[];
const find = (given: CustomerReference, order?: Order) =>
  inTransaction(app.runtime.em(), (em) =>
    findOrCreateCustomerBy(em, given, app.clock.now(), 'sale', order ? { order } : {}),
  );
const stored = async (id: string) => (await app.sql('select * from customer where id = $1', [id]))[0];

it('findOrCreateCustomerBy finds a customer by id', async () => {
  const { id } = await customer(sales);
  expect(await find({ id })).toEqual({ id, created: false });
  for (const unknown of [uuidv7(), 'no-uuid']) {
    await expect(find({ id: unknown })).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  }
});

it('findOrCreateCustomerBy matches by address, then by phone number, and does not change the customer', async () => {
  const [one, other] = [await customer(sales), await customer(sales)];
  const before = [await stored(one.id), await stored(other.id)];
  const named = { fullName: 'Another Name', company: 'Another Company' };
  expect(await find({ ...named, email: ` ${one.email.toUpperCase()} ` })).toEqual({ id: one.id, created: false });
  expect(await find({ ...named, email: newEmail(), phone: other.phone.slice(4) })).toEqual({
    id: other.id,
    created: false,
  });
  const both = { ...named, email: one.email, phone: `00${other.phone.slice(1)}` };
  expect((await find(both)).id).toBe(one.id);
  expect((await find(both, ['phone', 'email'])).id).toBe(other.id);
  expect([await stored(one.id), await stored(other.id)]).toEqual(before);
});

it('findOrCreateCustomerBy creates an unknown customer once', async () => {
  const given = {
    fullName: ' Nodira ',
    phone: '(91) 222-33-44',
    telegramUsername: '@nodira_n',
    notes: '',
    region: ' Fergana',
  };
  const { id, created } = await find(given);
  expect(created).toBe(true);
  expect(await stored(id)).toMatchObject({
    full_name: 'Nodira',
    email: null,
    phone: '(91) 222-33-44',
    phone_canonical: '+998912223344',
    telegram_username: 'nodira_n',
    notes: null,
    region: 'Fergana',
    source: 'sale',
    revision: 1,
  });
  expect(await find({ ...given, phone: '+998912223344' })).toEqual({ id, created: false });
});

it('findOrCreateCustomerBy creates a new customer each time without address and phone number', async () => {
  const [first, second] = [await find({ fullName: 'Walk-in' }), await find({ fullName: 'Walk-in', phone: 'no phone' })];
  expect([first?.created, second?.created]).toEqual([true, true]);
});

it('findOrCreateCustomerBy creates one customer for concurrent calls with the same address, phone number, or both', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const known = { email: newEmail(), phone: newPhone() };
    const found = await race(RACERS, () => find({ fullName: 'Racer', ...known }));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(found.filter(({ created }) => created)).toHaveLength(1);
  }
});
