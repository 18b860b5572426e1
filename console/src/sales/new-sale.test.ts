import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EMPTY_SALE, inputOf, isFilled, missingIn, totalOf } from './new-sale.ts';

const whole = {
  ...EMPTY_SALE,
  device: { id: 'd1', name: 'KRV-1' },
  customer: { id: 'c1', name: 'Aziza' },
  unitPrice: '1 500 000',
  currency: 'UZS',
  paymentStatus: 'PAID',
  salesChannel: 'DIRECT',
} as const;

it('an empty form names what it lacks, and sends nothing', () => {
  assert.deepEqual(Object.keys(missingIn({ ...EMPTY_SALE, currency: 'UZS' })), [
    'deviceId',
    'customer.id',
    'unitPrice',
    'paymentStatus',
    'salesChannel',
  ]);
  assert.equal(inputOf({ ...EMPTY_SALE, currency: 'UZS' }, 'Asia/Tashkent'), undefined);
});

it('a new buyer may have no phone, and no text that is none', () => {
  const stranger = { ...whole, isStranger: true, fullName: 'Aziza' };
  assert.deepEqual(missingIn({ ...stranger, phone: 'abcdefg' }), { 'customer.phone': 'edit.noPhone' });
  assert.deepEqual([missingIn(stranger), missingIn({ ...stranger, phone: '90 123 45 67' })], [{}, {}]);
});

it('the currency is always sent, the time is that of the business, and an unnamed one is left to the service', () => {
  const input = {
    deviceId: 'd1',
    customer: { id: 'c1' },
    unitPrice: 1_500_000,
    discount: 0,
    currency: 'UZS',
    paymentStatus: 'PAID',
    salesChannel: 'DIRECT',
  };
  assert.deepEqual(inputOf(whole, 'Asia/Tashkent'), input);
  assert.deepEqual(inputOf({ ...whole, soldAt: '2026-11-27T02:30', discount: '500000' }, 'Asia/Tashkent'), {
    ...input,
    discount: 500_000,
    soldAt: '2026-11-26T21:30:00.000Z',
  });
});

it('a new customer has the fields that were filled in, and no id', () => {
  const stranger = { ...whole, isStranger: true, fullName: 'Bek', phone: '+998 90 000 00 00' };
  assert.deepEqual(inputOf(stranger, 'UTC')?.customer, { fullName: 'Bek', phone: '+998 90 000 00 00' });
});

it('a total exists only where both amounts can be read and the discount is within the price', () => {
  assert.deepEqual(
    [whole, { ...whole, discount: '500000' }, { ...whole, discount: '2000000' }, { ...whole, unitPrice: '1.5' }].map(
      totalOf,
    ),
    [1_500_000, 1_000_000, undefined, undefined],
  );
});

it('a form asks before it is left once it has a value that it did not begin with', () => {
  assert.equal(isFilled({ ...whole }, whole), false);
  assert.equal(isFilled({ ...whole, isStranger: true }, whole), false);
  assert.equal(isFilled({ ...whole, notes: 'A gift' }, whole), true);
  assert.equal(isFilled({ ...whole, device: undefined }, whole), true);
});
