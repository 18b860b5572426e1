import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changesOf, type Values } from '../record/merge.ts';
import { inputOf, versionOf } from './draft.ts';

const { values: before } = versionOf({
  revision: 3,
  unitPrice: 1_500_000,
  discount: 0,
  salesChannel: 'DIRECT',
  customerId: 'c1',
  notes: null,
});

it('only what differs is sent: amounts as numbers, an empty discount as none, empty notes as null', () => {
  const sent = (typed: Values) => inputOf(changesOf(before, { ...before, ...typed }));
  assert.deepEqual(sent({ unitPrice: '1500000' }), {});
  assert.deepEqual(sent({ unitPrice: '1400000', notes: ' gift ' }), { unitPrice: 1_400_000, notes: 'gift' });
  assert.deepEqual(sent({ discount: '' }), { discount: 0 });
  assert.deepEqual(sent({ notes: ' ' }), { notes: null });
  assert.deepEqual(sent({ customerId: 'c2', salesChannel: 'TELEGRAM' }), {
    customerId: 'c2',
    salesChannel: 'TELEGRAM',
  });
});
