import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mergeOf } from './merge.ts';

it('two changes of different fields are both kept, and a choice is left only where both changed one field', () => {
  const base = { name: 'Karvon', prefix: 'KRV', price: '100', days: '7' };
  const mine = { name: 'Karvon', prefix: 'ORD', price: '120', days: '9' };
  const theirs = { name: 'Karvon LLC', prefix: 'KRV', price: '130', days: '9' };
  assert.deepEqual(mergeOf(base, mine, theirs), {
    values: { name: 'Karvon LLC', prefix: 'ORD', price: '120', days: '9' },
    clashes: { price: { mine: '120', theirs: '130' } },
  });
});
