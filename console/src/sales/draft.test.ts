import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changesOf, draftOf } from './draft.ts';

const before = draftOf({
  unitPrice: 1_500_000,
  discount: 0,
  salesChannel: 'DIRECT',
  customerId: 'c1',
  customerName: 'Aziza',
  notes: null,
});

it('only what differs is sent, and an amount that cannot be read sends nothing', () => {
  assert.deepEqual(changesOf(before, { ...before, unitPrice: '1500000' }), {});
  assert.deepEqual(changesOf(before, { ...before, discount: '50 000', notes: ' gift ' }), {
    discount: 50_000,
    notes: 'gift',
  });
  assert.deepEqual(changesOf({ ...before, notes: 'gift' }, { ...before, notes: ' ' }), { notes: null });
  assert.deepEqual(changesOf(before, { ...before, customer: { id: 'c2', name: 'Bek' } }), { customerId: 'c2' });
  assert.equal(changesOf(before, { ...before, unitPrice: '1500.50' }), undefined);
});
