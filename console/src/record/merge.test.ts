import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changesOf, merge } from './merge.ts';

const base = { name: 'Aziza', city: 'Xiva', phone: '1' };

describe('two people who edit one record', () => {
  it('fields that only one of them changed have the change, without a question', () => {
    const merged = merge(base, { ...base, city: 'Buxoro' }, { ...base, phone: '2' });
    assert.deepEqual(merged, {
      values: { name: 'Aziza', city: 'Buxoro', phone: '2' },
      conflicts: [],
      taken: ['phone'],
    });
  });

  it('a field that both changed differently is a conflict, and one that both changed alike is none', () => {
    const merged = merge(
      base,
      { name: 'Aziza K.', city: 'Buxoro', phone: '1' },
      { name: 'Aziza K.', city: 'Nukus', phone: '1' },
    );
    assert.deepEqual(merged.conflicts, [{ name: 'city', before: 'Xiva', mine: 'Buxoro', theirs: 'Nukus' }]);
    assert.deepEqual([merged.values.city, merged.taken], ['Buxoro', []]);
  });

  it('a value that one of them removed is a change', () => {
    const merged = merge(base, { ...base, phone: '' }, base);
    assert.deepEqual([merged.values.phone, changesOf(base, merged.values)], ['', { phone: '' }]);
    assert.deepEqual(merge(base, base, { ...base, phone: '' }).taken, ['phone']);
    assert.equal(merge(base, { ...base, phone: '' }, { ...base, phone: '2' }).conflicts.length, 1);
  });
});
